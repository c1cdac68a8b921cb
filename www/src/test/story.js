// @ts-check
import { openSession } from '../index.js';
import { assertKnown } from '../checks/assert-option.js';
import { memoryStore } from '../store/memory.js';

/** @type {typeof import('./index.js').story} */
export async function story(agent, options = {}) {
  assertKnown(options, ['tools', 'input', 'lang', 'store', 'id'], 'story(agent, options): ');
  const { tools, input, lang = 'en', store = memoryStore(), id = 'story' } = options;
  /** Model calls that wait for a reply. @type {{ request: any, answer: (reply: any) => void, fail: (error: unknown) => void }[]} */
  const calls = [];
  let asked = () => {};
  /** @type {any} */
  const model = (/** @type {any} */ request, /** @type {any} */ { signal } = {}) => new Promise((answer, fail) => {
    const call = { request, answer, fail };
    calls.push(call);
    signal?.addEventListener('abort', () => {
      if (calls.includes(call)) calls.splice(calls.indexOf(call), 1);
      fail(signal.reason);
    });
    asked();
  });
  /** Hears of the death of the page, which dies only if somebody does. @type {(() => void) | undefined} */
  let onDeath;
  const dies = () => {
    onDeath?.();
    return onDeath !== undefined;
  };
  const opened = () => openSession(/** @type {any} */ ({ agent, id, input, lang, model, store: mortal(store, dies), tools, lock: false, seed: 1 }));
  let session = await opened();
  /** The last call of the page, or the work that an opening began. @type {Promise<any>} */
  let running = underWay(session);

  /** Waits until the session waits for the user or for a reply. @param {Promise<any>} [call] */
  const settled = async (call = running) => {
    call.catch(() => {});
    if (calls.length) await Promise.race([call, nextTurn()]); // a move that is refused leaves the open request as it is
    running = call;
    while (calls.length === 0) {
      const request = new Promise(resolve => { asked = () => resolve(undefined); });
      if (calls.length) break;
      const ended = await Promise.race([call.then(() => true), request]);
      if (ended) break;
    }
    return told.view;
  };
  /** Waits until the session no longer waits for the model, or asks it again. @param {(call: any) => void} end */
  const replied = async end => {
    const call = calls.shift();
    if (!call) throw new Error('story: the session does not wait for a reply');
    end(call);
    return settled(running);
  };
  const told = {
    get view() { return session.view; },
    get card() { return openCard(session); },
    get session() { return session; },
    get request() { return calls[0]?.request; },
    /** @param {string} text @param {any} [extra] */
    say: (text, extra) => settled(session.say(text, extra)),
    /** @param {any} change */
    edit: change => settled(session.edit(change)),
    async stop() {
      await session.stop();
      return settled(Promise.resolve());
    },
    /** @param {any} answer */
    answer(answer) {
      return settled(session.answer(openCard(session).id, answer));
    },
    /** @param {any} reply */
    reply: reply => replied(call => call.answer(typeof reply === 'string' ? { text: reply } : { text: JSON.stringify(reply), finishReason: 'stop' })),
    fail: (code = 'server') => replied(call => call.fail(Object.assign(new Error(code), { code }))),
    async reload() {
      await session.close();
      calls.splice(0);
      session = await opened();
      running = underWay(session);
      return settled();
    },
    async crash(answer = { accept: true }) {
      const lives = told.answer(answer).then(() => true);
      const death = new Promise(resolve => { onDeath = () => resolve(false); });
      const survived = await Promise.race([lives, death]).finally(() => { onDeath = undefined; });
      if (survived) throw new Error('story: the page was not killed: no tool that writes has run');
      return told.reload();
    },
    close: () => session.close(),
  };
  return /** @type {any} */ (told);
}

/** The real timer, also in a test that later replaces it. */
const { setTimeout } = globalThis;
const nextTurn = () => new Promise(resolve => { setTimeout(resolve); });

/**
 * The store of a page that may die when a write has run: then neither its result arrives nor anything after it.
 * @param {import('../index.js').SessionStore} store @param {() => boolean} dies
 */
function mortal(store, dies) {
  let [wrote, dead] = [false, false];
  return /** @type {import('../index.js').SessionStore} */ ({
    name: store.name,
    local: store.local,
    load: id => store.load(id),
    async save(id, step) {
      dead ||= wrote && dies();
      if (dead) throw new Error('story: the page was killed');
      await store.save(id, step);
      wrote = step.started !== undefined;
    },
    async start(id, revision, call, ticket) {
      await store.start(id, revision, call, ticket);
      wrote = true;
    },
  });
}

/** Work that nobody in the story has asked for: it goes on after a reload, or an agent speaks first. @param {any} session */
const underWay = session => (['model', 'tool'].includes(session.view.waiting) ? untilUser(session) : Promise.resolve());

/** @param {any} session @returns {Promise<void>} */
const untilUser = session => new Promise(resolve => {
  const end = session.subscribe((/** @type {any} */ view) => {
    if (!['model', 'tool'].includes(view.waiting)) resolve(queueMicrotask(() => end()));
  });
});

/** @param {any} session */
function openCard({ view }) {
  if (!view.card) throw new Error(`story: there is no card; the session waits for ${view.waiting}`);
  return view.card;
}
