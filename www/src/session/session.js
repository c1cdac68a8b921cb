// @ts-check
/** @import { Calendar, CalendarWrites } from '../calendar/index.js' */
/** @import { AgentInfo, Back, Changes, Effect, Event, Json, Patch, Snapshot, Start, View, WayBack } from '../index.js' */
import { SessionError } from '../errors.js';
import { handOver } from '../checks/plain.js';

/** Result of a call: the session, or the code and the text of an error. @template T @typedef {{ ok: T } | { error: { code: string, text: string } }} Made */

/**
 * One session inside the WebAssembly.
 * @typedef {object} WasmSession
 * @property {(event: Event) => boolean} handle
 * @property {() => Effect | undefined} effect
 * @property {(since?: number) => View} view
 * @property {(since: number) => Changes} changes
 * @property {() => Snapshot} snapshot
 * @property {(query: Json) => Json} read
 * @property {() => void} stream
 * @property {(chunk: string) => Patch[]} push
 * @property {(back: Back, trace: string[], at_ms: number) => WayBack} wayBack
 * @property {() => string[]} takeTrace
 * @property {() => void} free
 *
 * The WebAssembly. `renew` replaces an instance that broke down; sessions of an older `generation` are void.
 * @typedef {object} Core
 * @property {new (agent: string, start: Start) => WasmSession} Session
 * @property {((session: WasmSession) => import('./effects.js').Facts) | undefined} [facts] of an agent that the page defines: what its tools are given
 * @property {() => AgentInfo[]} agents
 * @property {((records: Calendar, classes: number[], options: object) => Made<Json>) | undefined} loadSchedule of files with the schedule
 * @property {((records: Calendar, changes: Json, options: object) => Made<CalendarWrites>) | undefined} planChanges of files with the schedule
 * @property {((question: object, signal: AbortSignal) => Promise<any>) | undefined} research of files with the content agent or the stepper
 * @property {number} generation
 * @property {() => void} renew
 *
 * Result of an event.
 * @typedef {{ changes: Changes, trace: string[], effect: Effect | undefined, view: View }} Moved
 */

/** A session and the instance it lives in. @param {Core} core @param {string} agent */
export function liveSession(core, agent) {
  /** @type {WasmSession | undefined} */
  let session;
  let generation = core.generation;

  const current = () => {
    if (!session) throw new SessionError('closed');
    return session;
  };
  const dismiss = () => {
    if (generation === core.generation) session?.free();
    session = undefined;
  };
  return {
    get exists() { return session !== undefined; },
    /** @param {Start} start */
    begin(start) {
      const begun = handOver('/start', start, given => new core.Session(agent, given));
      dismiss();
      session = begun;
      generation = core.generation;
    },
    /** Undefined where the event came too late to change anything. @param {Event} event @param {number} saved @param {number} shown */
    handle: (event, saved, shown) =>
      (handOver('/event', event, given => current().handle(given)) ? moved(current(), saved, shown) : undefined),
    /** @param {number} saved @param {number} shown */
    moved: (saved, shown) => moved(current(), saved, shown),
    /** Asks what changes nothing. @template T @param {(session: WasmSession) => T} question */
    ask: question => question(current()),
    /** Leaves an instance that broke down; every session that was in it must `begin` again. */
    leaveInstance() {
      if (generation === core.generation) core.renew();
    },
    dismiss,
  };
}

/** Reads off all that is needed before anything is saved. @param {WasmSession} session @param {number} saved @param {number} shown @returns {Moved} */
const moved = (session, saved, shown) => ({
  changes: session.changes(saved),
  trace: session.takeTrace(),
  effect: session.effect(),
  view: session.view(shown),
});

/** Whatever a session throws that is neither a refusal nor the caller's mistake comes from a broken instance. @param {any} error */
export const isTrap = error => !['Refusal', 'StepgateError', 'SessionError'].includes(error?.name);
