// @ts-check
/** @import { Effect, Message } from '../index.js' */
/** @import { Step, timeline } from '../trace/steps.js' */
import { differences } from '../trace/difference.js';
import { playerOf } from '../trace/replayed.js';

/** Number of steps between two states that are kept to begin with. */
const APART = 256;
/** Longest time that playing holds the page up at once, in milliseconds. */
const SLICE_MS = 8;

/** A state that a session can be played from. @typedef {{ at: number, rev: number, at_ms: number, snapshot: any }} State */

/**
 * The parts of a step that only playing tells.
 * @typedef {object} Detail
 * @property {{ messages: Message[], fresh: number, contract: any, sampling: any, corrections: number }} [prompt] the request that this reply answers; from message number `fresh` on it is new
 * @property {{ path: string, before?: any, after?: any }[]} memory
 * @property {{ head: number, parts: Record<string, number> }} saved bytes
 * @property {Effect} [effect] after it
 * @property {any} view after it, with the blocks of this step
 */

/**
 * Plays a session in the background, in short slices, and keeps a state now and then, so that any step can be played soon.
 * @param {any} own @param {string} name
 * @param {{ records: any[], texts: string[], line: ReturnType<typeof timeline> }} read which may grow
 * @param {State} end the state that the file has: steps that come later are played from it
 */
export function detailer(own, name, { records, texts, line }, end) {
  const read = { records, entries: line.entries };
  /** @type {State[]} */
  const states = [];
  /** @type {ReturnType<typeof playerOf> | undefined} */
  let playing;
  let isEnded = false;
  /** @type {Error | undefined} */
  let fault;

  /** The state after the last event that was played. @param {any} session @param {number} at @param {number} rev @param {State | undefined} before @returns {State} */
  const stateOf = (session, at, rev, before) => {
    const { format, agent, version, head, parts, first, entries } = session.changes(before?.rev ?? 0);
    const snapshot = { format, agent, version, revision: rev, head, parts: { ...before?.snapshot.parts, ...parts }, get entries() { return texts.slice(0, first + entries.length); } };
    return { at, rev, at_ms: line.steps[at - 1].at_ms, snapshot };
  };

  /** Plays until the time is over. Gives whether there is more to play. */
  const slice = () => {
    playing ??= playerOf(own, name, 'inspect', read);
    for (const end = performance.now() + SLICE_MS; performance.now() < end;) {
      const played = playing.next();
      if (!played) return false;
      if (played.at + 1 >= (states.at(-1)?.at ?? 0) + APART) states.push(stateOf(played.session, played.at + 1, played.rev, states.at(-1)));
    }
    return true;
  };

  /** Plays in the background up to the end of what is there. */
  const play = async () => {
    try {
      while (!isEnded && slice()) await new Promise(done => { setTimeout(done); });
    } catch (error) {
      fault = /** @type {Error} */ (error);
    }
  };
  /** @type {Promise<void> | undefined} */
  let played;

  /** The state from which a step can be shown: one that is at least a request before it. @param {Step} step */
  const startOf = ({ at }) => {
    let asked = at - 1;
    while (asked > 0 && line.steps[asked].type !== 'replied') asked -= 1;
    const isBefore = (/** @type {State} */ state) => state.at <= Math.max(0, asked - 1);
    let last = states.length - 1;
    while (last >= 0 && !isBefore(states[last])) last -= 1;
    return isBefore(end) && end.at > (states[last]?.at ?? 0) ? end : states[last];
  };

  /** @param {Step} step @returns {Detail | undefined} */
  const shown = step => {
    const playing = playerOf(own, name, 'inspect', read, { from: startOf(step) });
    /** @type {Effect | undefined} */
    let effect = playing.session?.effect();
    /** @type {Message[]} */
    let before = [];
    const memories = ['', playing.session?.snapshot().parts.memory ?? ''];
    for (let next = playing.next(); next; next = playing.next()) {
      const { at, record, session } = next;
      if (at > step.at) break;
      const changes = session.changes(next.before);
      memories.splice(0, 2, memories[1], changes.parts.memory ?? memories[1]);
      if (at === step.at) {
        const detail = {
          ...(record.replied && effect?.type === 'call_model' && { prompt: promptOf(effect, before) }),
          memory: differences(valueOf(memories[0]), valueOf(memories[1])),
          saved: { head: bytesOf(changes.head), parts: Object.fromEntries(Object.entries(changes.parts).map(([part, text]) => [part, bytesOf(/** @type {string} */ (text))])) },
          effect: session.effect(), view: session.view(next.before),
        };
        session.free();
        return detail;
      }
      if (record.replied && effect?.type === 'call_model') before = effect.messages;
      effect = session.effect();
    }
    playing.session?.free();
    return undefined;
  };

  return {
    /** Number of the steps that have been played. */
    get progress() { return playing?.progress.at ?? 0; },
    get fault() { return fault; },
    /** Plays what is new; resolves when all is played. */
    play: () => (played = (played ?? Promise.resolve()).then(play)),
    /** The parts that only playing tells; undefined where the session cannot be played, or the step changed nothing. @param {Step} step @returns {Promise<Detail | undefined>} */
    async of(step) {
      while (!fault && !isEnded && (playing?.progress.at ?? 0) < step.at - APART && startOf(step) !== end) await new Promise(done => { setTimeout(done, SLICE_MS); });
      try {
        return isEnded ? undefined : shown(step);
      } catch (error) {
        fault ??= /** @type {Error} */ (error);
        return undefined;
      }
    },
    /** The session as it was after a step, as a file that can be played. @param {Step} step */
    fileAfter(step) {
      const playing = playerOf(own, name, 'inspect', read, { from: startOf(step) });
      for (let next = playing.next(); next && next.at < step.at; next = playing.next());
      const snapshot = playing.session.snapshot();
      playing.session.free();
      return snapshot;
    },
    end() {
      isEnded = true;
      playing?.session?.free();
      playing = undefined;
    },
  };
}

/** @param {any} effect @param {Message[]} before */
function promptOf({ messages, contract, sampling, corrections }, before) {
  let fresh = 0;
  while (fresh < messages.length && fresh < before.length && JSON.stringify(messages[fresh]) === JSON.stringify(before[fresh])) fresh += 1;
  return { messages, fresh, contract, sampling, corrections };
}

/** @param {string} piece */
function valueOf(piece) {
  const text = piece.replace(/\n[0-9a-f]{8}$/, '');
  return text ? JSON.parse(text) : undefined;
}

const encoder = new TextEncoder();
/** @param {string} text */
const bytesOf = text => encoder.encode(text).length;
