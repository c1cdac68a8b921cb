/** Tabs act at random, and a bank records each transfer late: no transfer is made twice. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { fakeCore } from './fake.js';
import { browserLocks } from './locks.js';
import { WAIT_MS } from '../src/tabs/handover.js';
import { PATIENCE } from './until.js';

const ROUNDS = Number(process.env.ROUNDS ?? 500);
/** Rounds played at the same time. */
const ABREAST = 25;
/** Time that a transfer takes to reach the bank, in milliseconds. */
const LATE_MS = 25;

const never = () => new Promise(() => {});
const { BroadcastChannel: Channel } = globalThis;
const { navigator } = globalThis;
const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
after(() => {
  put('BroadcastChannel', Channel);
  put('navigator', navigator);
});

/** Reproducible random numbers. @param {number} seed */
function chance(seed) {
  let state = seed + 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let n = 0; n < 5; n += 1) next();
  return { next, of: list => list[Math.floor(next() * list.length)] };
}

/**
 * Kinds of tools. `naive`: its status knows only recorded transfers, so no tab dies during a write in its rounds. `honest`: its status
 * says `pending` for a transfer under way. `nothing`: asks the user, who looks once every transfer has arrived.
 */
const KINDS = ['naive', 'honest', 'idempotent', 'nothing'];

function bank(kind) {
  const [received, recorded] = [new Set(), []];
  const record = key => { if (kind !== 'idempotent' || !recorded.includes(key)) recorded.push(key); };
  /** A request that has left a page arrives, even if the page dies. */
  const request = async key => {
    received.add(key);
    await pause(LATE_MS);
    record(key);
    return 'paid';
  };
  const status = key => {
    if (recorded.includes(key)) return { done: true, result: 'paid' };
    return { done: kind === 'honest' && received.has(key) ? 'pending' : false };
  };
  const tool = world => ({
    execute: ({ n }) => world.through(request(n)),
    idempotent: kind === 'idempotent',
    ...((kind === 'naive' || kind === 'honest') && { status: ({ n }) => world.through(status(n)) }),
  });
  return { recorded, tool };
}

/** The browser's services for a tab: all of them end when the tab dies. */
function worldOf(locks, channels) {
  let die = () => {};
  const death = new Promise(resolve => { die = resolve; });
  const world = {
    dead: false,
    /** Drops answers to a dead tab. */
    through: async answer => {
      const value = await Promise.resolve(answer).catch(error => (world.dead ? never() : Promise.reject(error)));
      return world.dead ? never() : value;
    },
    locks: locks && {
      request: (name, options, callback) => world.through(locks.request(name, options, lock => (world.dead ? undefined : Promise.race([callback(lock), death])))),
    },
    kill() {
      world.dead = true;
      die();
      channels.splice(0).forEach(channel => channel.close());
    },
  };
  return world;
}

/** Opens the session in another tab. */
function openTab(round) {
  const channels = [];
  const world = worldOf(round.locks, channels);
  put('navigator', { locks: world.locks || undefined });
  put('BroadcastChannel', round.hasChannel ? class extends Channel {
    constructor(name) {
      super(name);
      channels.push(this);
    }

    postMessage(message) {
      if (!world.dead) super.postMessage(message);
    }
  } : undefined);
  const store = Object.fromEntries(Object.entries(round.store).map(([name, method]) =>
    [name, typeof method === 'function' ? async (...given) => (world.dead ? never() : world.through(method(...given))) : method]));
  const transfer = round.bank.tool(world);
  const tab = { world, agent: null };
  tab.opened = openAlone(fakeCore(), {
    agent: 'ledger', id: 's', store, lock: round.lock,
    tools: { balance: () => 1, deposit: () => 1, transfer },
    model: async ({ messages }) => world.through(pause(round.chance.next() * 5, { text: reply(round, messages.at(-1)?.content ?? '') })),
  }).then(agent => { tab.agent = agent; }, error => { if (!EXPECTED.has(error.code)) round.troubles.push(error); });
  return tab;
}

/** Replies of the model: it pays for each wish, then says so. Each transfer has its own number. */
function reply(round, last) {
  if (!last.includes('"user"')) return JSON.stringify({ say: 'ok' });
  round.transfers += 1;
  return JSON.stringify({ tools: [{ name: 'transfer', args: { n: round.transfers } }] });
}

/** Errors that a tab may meet. */
const EXPECTED = new Set(['watching', 'closed', 'conflict', 'busy', 'answer_first']);

const ACTIONS = {
  say: ({ agent }) => agent?.say('pay'),
  answer: ({ agent }, round) => answers(agent, round),
  takeOver: ({ agent }) => agent?.takeOver(),
  async close(tab, round) {
    round.tabs.splice(round.tabs.indexOf(tab), 1);
    await tab.opened;
    await tab.agent?.close();
  },
  reload(tab, round) {
    if (round.kind === 'naive') return undefined;
    tab.world.kill();
    round.tabs.splice(round.tabs.indexOf(tab), 1, openTab(round));
  },
  open(_, round) {
    if (round.tabs.length < 5) round.tabs.push(openTab(round));
  },
};
const WISHES = ['say', 'say', 'answer', 'answer', 'answer', 'takeOver', 'takeOver', 'close', 'reload', 'open'];

/** Approves a card, or answers a doubt with the bank's records once every transfer has arrived. */
async function answers(agent, round) {
  const card = agent?.view.card;
  if (!card) return;
  if (card.kind === 'approval') return agent.answer(card.id, { accept: true });
  round.doubts += 1;
  await pause(LATE_MS * 2);
  return agent.answer(card.id, { accept: round.bank.recorded.includes(card.calls[0].args.n) });
}

/** Starts an action, and waits for it at most until the round ends. */
function act(name, tab, round) {
  Promise.resolve(ACTIONS[name](tab, round)).catch(error => { if (!EXPECTED.has(error.code)) round.troubles.push(error); });
}

/** Waits until the last tab has nothing more to do. */
async function comeToRest(round) {
  const gone = round.tabs.splice(1);
  await Promise.all(gone.map(tab => (round.kind === 'naive' ? tab.opened.then(() => tab.agent?.close()) : tab.world.kill())));
  if (!round.tabs.length) round.tabs.push(openTab(round));
  const [tab] = round.tabs;
  await tab.opened;
  for (const end = Date.now() + PATIENCE + 2 * WAIT_MS; ;) { // without locks, the others wait the full time for a tab that died during a write
    if (tab.agent.role === 'watches') await tab.agent.takeOver();
    await answers(tab.agent, round).catch(() => {});
    if (tab.agent.view.waiting === 'user' && tab.agent.role === 'drives') return;
    if (Date.now() > end) throw new Error(`round ${round.seed} does not come to rest: ${JSON.stringify(tab.agent.view)}`);
    await pause(10);
  }
}

async function play(seed, where) {
  const luck = chance(seed);
  const kind = KINDS[seed % KINDS.length];
  const round = {
    seed, kind, chance: luck, store: memoryStore(), bank: bank(kind), tabs: [], transfers: 0, doubts: 0, troubles: [],
    locks: where.locks && browserLocks(), hasChannel: where.channel, lock: where.locks && luck.next() < 0.3 ? false : undefined,
  };
  for (let n = luck.of([2, 3]); n > 0; n -= 1) round.tabs.push(openTab(round));
  for (let n = 24 + Math.floor(luck.next() * 24); n > 0; n -= 1) {
    await pause(luck.next() * LATE_MS);
    const tab = luck.of(round.tabs);
    act(tab ? luck.of(WISHES) : 'open', tab, round);
  }
  await comeToRest(round);
  await pause(LATE_MS * 2);
  round.tabs[0].world.kill();
  return round;
}

const PLACES = {
  'with locks': { locks: true, channel: true },
  'with locks, without channel': { locks: true, channel: false },
  'without locks': { locks: false, channel: true },
  'without locks and channel': { locks: false, channel: false },
};

for (const [name, where] of Object.entries(PLACES)) {
  test(`tabs at random ${name}: no transfer is made twice`, { timeout: 600_000 }, async t => {
    let [seed, made] = [0, 0];
    const rounds = Math.ceil(ROUNDS / Object.keys(PLACES).length);
    const playOn = async () => {
      for (let mine; (mine = seed++) < rounds;) {
        const { bank: { recorded }, troubles, kind, doubts } = await play(mine, where);
        assert.deepEqual(troubles, [], `round ${mine} (${kind})`);
        assert.equal(new Set(recorded).size, recorded.length, `round ${mine} (${kind}): ${recorded}`);
        assert.ok(!doubts || !where.locks || kind === 'nothing', `round ${mine} (${kind}): asked without need`);
        made += recorded.length;
      }
    };
    await Promise.all(Array.from({ length: ABREAST }, playOn));
    t.diagnostic(`${rounds} rounds, ${made} transfers`);
    assert.ok(made > rounds / 2);
  });
}
