// @ts-check
/** @import { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk' */
/** @import { Changed, Saved } from './types.js' */
import { TimeoutError, handlers, object, serde } from '@restatedev/restate-sdk';
import { SessionError, StepgateError } from 'stepgate';
import { answerOf, withoutValues } from './answers.js';
import { begun, drawSeedAndNonce, edited, moved, shownOf, within } from './engine.js';
import { askPage, beat, claim, lapse, settle } from './errands.js';
import { performer } from './perform.js';

/** Events that a page may send. The others are the server's: a page cannot play the model. */
const OF_THE_USER = ['said', 'queued', 'answered', 'pressed', 'chosen', 'edited', 'stopped'];

/** Time between two `ticked` of an agent with time limits, in milliseconds. */
const TICK_MS = 5_000;

/** Longest time for a look before a card, in milliseconds. */
const LOOK_MS = 2_000;

/** Longest wait of a page for a change, in milliseconds. */
const WAIT_MS = 60_000;

/** Pages that may wait at once; more make the oldest one ask again. */
const MOST_LISTENERS = 200;

/** An attempt that fails is repeated until it succeeds: nothing gives a session up. */
const RETRIES = { initialInterval: 50, exponentiationFactor: 2, maxInterval: 2_000, maxAttempts: Number.MAX_SAFE_INTEGER };

/**
 * The virtual object whose instances are sessions. `take` is short: it hears an event, sets the state and sends what is to be done, in this order
 * (docs/decisions/094-sessions-as-virtual-objects.md). The work runs beside it, in `perform`.
 * @param {import('./sessions.js').Setting} setting
 */
export function sessionObject(setting) {
  const { name } = setting;

  /** @param {ObjectContext} ctx @returns {Promise<Saved | null>} */
  const saved = ctx => ctx.get('session');

  /**
   * Sets the state, then tells the pages and starts or ends the work on the session's request.
   * @param {ObjectContext} ctx @param {Saved} before @param {Changed} changed @param {number} at_ms
   */
  const save = async (ctx, before, { snapshot, effect, card }, at_ms) => {
    const isSame = before.effect?.call === effect?.call;
    /** @type {Saved} */
    const after = { ...before, snapshot, hasCard: card !== undefined, version: before.version + 1, updatedMs: at_ms, ...(!isSame && { errands: {} }) };
    delete after.effect;
    if (effect) after.effect = effect;
    ctx.set('session', after);
    await wake(ctx);
    if (isSame) return;
    const old = await ctx.get('work');
    if (old) ctx.cancel(/** @type {any} */ (old));
    if (!effect) return ctx.clear('work');
    const handle = ctx.genericSend({ service: name, method: 'perform', key: ctx.key, parameter: { call: effect.call }, inputSerde: serde.json });
    ctx.set('work', await handle.invocationId);
    tickLater(ctx, after);
  };

  /** @param {ObjectContext} ctx */
  const wake = async ctx => {
    const listeners = /** @type {string[] | null} */ (await ctx.get('listeners'));
    if (!listeners?.length) return;
    ctx.clear('listeners');
    for (const id of listeners) ctx.resolveAwakeable(id);
  };

  /** Sets a state that pages see, without an event. @param {ObjectContext} ctx @param {Saved} state */
  const put = async (ctx, state) => {
    ctx.set('session', { ...state, version: state.version + 1 });
    await wake(ctx);
  };

  /** @param {ObjectContext} ctx @param {Saved} state */
  const tickLater = (ctx, { agent, effect }) => {
    if (!effect || !setting.ticks(agent)) return;
    ctx.genericSend({ service: name, method: 'tick', key: ctx.key, parameter: { call: effect.call }, delay: TICK_MS, inputSerde: serde.json });
  };

  /**
   * Hands an event to the session and saves what it changed. Refusals and errors of the caller are answers: repeating the call would not help.
   * @param {ObjectContext} ctx @param {Saved} before @param {any} happened
   */
  const take = async (ctx, before, happened) => {
    const agent = setting.agent(before.agent);
    const at_ms = await ctx.date.now();
    try {
      const changed = moved(agent, before, { ...happened, at_ms });
      if (changed) await save(ctx, before, await looked(ctx, agent, before, changed, at_ms), at_ms);
      return { version: before.version + (changed ? 1 : 0) };
    } catch (error) {
      return answerOf(error);
    }
  };

  /** Carries out reads that come before a card, and which may change it. @param {ObjectContext} ctx @param {any} agent @param {Saved} before @param {Changed} changed @param {number} at_ms */
  const looked = async (ctx, agent, before, changed, at_ms) => {
    let now = changed;
    for (const [tool, { beforeCard }] of setting.looks(before.agent)) {
      const { card } = now;
      if (!card) break;
      const change = await ctx.run(`before card ${tool}`, () => soon(() => beforeCard?.(structuredClone(card))));
      if (change != null) now = edited(agent, now, change, at_ms, before.opens);
    }
    return now;
  };

  const perform = performer(setting);

  const work = {
    /** Begins a session, or finds it. */
    open: async (/** @type {ObjectContext} */ ctx, /** @type {any} */ { agent: wanted, input, lang, seed, autoOpen }) => {
      const there = await saved(ctx);
      if (there && there.agent !== wanted) return answerOf(new SessionError('bad_option', { detail: `agent: must be "${there.agent}", which this session was begun with` }));
      if (there) return { version: there.version };
      if (!setting.serves(wanted)) return answerOf(new SessionError('bad_option', { detail: `agent: must be one of ${setting.names.join(', ')}, which the server serves` }));
      const { at_ms, ...drawn } = await ctx.run('time, seed and nonce', () => ({ at_ms: Date.now(), ...drawSeedAndNonce() }));
      const agent = setting.agent(wanted);
      const opens = autoOpen !== false;
      try {
        const start = { open: { input: input ?? null, seed: seed ?? drawn.seed, nonce: drawn.nonce, at_ms, lang } };
        /** @type {any} */
        const none = { agent: wanted, version: 0, opens, createdMs: at_ms, updatedMs: at_ms, errands: {} };
        await save(ctx, none, begun(agent, start, opens), at_ms);
        return { version: 1 };
      } catch (error) {
        return answerOf(error);
      }
    },

    /** Hears an event of the user. */
    tell: async (/** @type {ObjectContext} */ ctx, /** @type {any} */ { event, atWork }) => {
      const before = await saved(ctx);
      if (!before) return answerOf(new SessionError('deleted'));
      if (!OF_THE_USER.includes(event?.type)) return answerOf(new StepgateError('malformed', `event.type: must be one of ${OF_THE_USER.join(', ')}`, { place: '/event/type' }));
      if (event.type === 'said' && atWork && before.hasCard) return { error: { name: 'Refusal', code: 'busy' } };
      return take(ctx, before, event);
    },

    /** Hears how the work on a request ended. */
    outcome: async (/** @type {ObjectContext} */ ctx, /** @type {any} */ happened) => {
      const before = await saved(ctx);
      if (!before || before.effect?.call !== happened.call) return;
      const answer = await take(ctx, before, happened);
      if ('error' in answer) await take(ctx, before, withoutValues(happened, answer.error));
    },

    /** Lets an agent with time limits know the time. */
    tick: async (/** @type {ObjectContext} */ ctx, /** @type {{ call: number }} */ { call }) => {
      const before = await saved(ctx);
      if (before?.effect?.call !== call) return;
      await take(ctx, before, { type: 'ticked' });
      tickLater(ctx, before);
    },

    /** Tells a page when something changes, at once if that has happened since `version`. */
    listen: async (/** @type {ObjectContext} */ ctx, /** @type {{ id: string, version: number }} */ { id, version }) => {
      const now = await saved(ctx);
      if (!now || now.version > version) return ctx.resolveAwakeable(id);
      const others = /** @type {string[]} */ (await ctx.get('listeners')) ?? [];
      for (const old of others.splice(0, others.length + 1 - MOST_LISTENERS)) ctx.resolveAwakeable(old);
      ctx.set('listeners', [...others, id]);
    },

    remove: async (/** @type {ObjectContext} */ ctx) => {
      const old = await ctx.get('work');
      await wake(ctx);
      ctx.clearAll();
      if (old) ctx.cancel(/** @type {any} */ (old));
      return {};
    },
  };

  /** Handlers about the calls that pages run; each gets the state, and gives the new one with its answer. */
  const errands = Object.fromEntries(Object.entries({ askPage, claim, beat, lapse, settle }).map(([method, change]) => [method, async (/** @type {ObjectContext} */ ctx, /** @type {any} */ given) => {
    const before = await saved(ctx);
    if (!before) return answerOf(new SessionError('deleted'));
    const { state, answer } = await change(before, given, {
      resolve: (id, outcome) => ctx.resolveAwakeable(id, outcome),
      later: parameter => { ctx.genericSend({ service: name, method: 'lapse', key: ctx.key, parameter, delay: setting.leaseMs, inputSerde: serde.json }); },
    });
    if (state) await put(ctx, state);
    return answer ?? {};
  }]));

  const looks = {
    /** A session as a page shows it, once it has changed since `version`; `again` if it has not for a while. */
    next: async (/** @type {ObjectSharedContext} */ ctx, /** @type {{ version: number, revision: number }} */ { version, revision }) => {
      const now = /** @type {Saved | null} */ (await ctx.get('session'));
      if (!now) return answerOf(new SessionError('deleted'));
      if (now.version > version) return shownOf(setting.agent(now.agent), now, revision);
      const { id, promise } = ctx.awakeable();
      ctx.genericSend({ service: name, method: 'listen', key: ctx.key, parameter: { id, version }, inputSerde: serde.json });
      await promise.orTimeout(WAIT_MS).catch(error => { if (!(error instanceof TimeoutError)) throw error; });
      return { again: true };
    },

    /** Answers a question about a session. */
    read: async (/** @type {ObjectSharedContext} */ ctx, /** @type {{ query: any }} */ { query }) => {
      const now = /** @type {Saved | null} */ (await ctx.get('session'));
      if (!now) return answerOf(new SessionError('deleted'));
      const agent = setting.agent(now.agent);
      try {
        return { answer: within(agent, { resume: now.snapshot }, session => session.read(query)) };
      } catch (error) {
        return answerOf(error);
      }
    },

    /** The session to keep, or to import into a store. */
    exported: async (/** @type {ObjectSharedContext} */ ctx) => {
      const now = /** @type {Saved | null} */ (await ctx.get('session'));
      if (!now) return answerOf(new SessionError('deleted'));
      const { snapshot, effect, createdMs, updatedMs } = now;
      return { stepgate: 1, id: ctx.key, ...(effect?.writes && { started: effect.call }), createdMs, updatedMs, snapshot, trace: [] };
    },
  };

  const inside = { ingressPrivate: true };
  return object({
    name,
    handlers: /** @type {any} */ ({
      open: work.open,
      tell: work.tell,
      remove: work.remove,
      outcome: handlers.object.exclusive(inside, work.outcome),
      tick: handlers.object.exclusive(inside, work.tick),
      listen: handlers.object.exclusive(inside, work.listen),
      askPage: handlers.object.exclusive(inside, errands.askPage),
      lapse: handlers.object.exclusive(inside, errands.lapse),
      claim: errands.claim,
      beat: errands.beat,
      settle: errands.settle,
      next: handlers.object.shared(looks.next),
      read: handlers.object.shared(looks.read),
      exported: handlers.object.shared(looks.exported),
      perform: handlers.object.shared({ ...inside, inactivityTimeout: { hours: 1 } }, perform),
    }),
    options: { retryPolicy: RETRIES, journalRetention: 0, idempotencyRetention: { days: 1 } },
  });
}

/** The answer of a tool's look at a card; null where it takes too long or fails. @param {() => unknown} look @returns {Promise<any>} */
async function soon(look) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let late;
  try {
    return await Promise.race([look(), new Promise(done => { late = setTimeout(done, LOOK_MS, null); })]) ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}
