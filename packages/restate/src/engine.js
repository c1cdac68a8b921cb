// @ts-check
/** @import { Changed, Saved } from './types.js' */
import { core, hasWrites } from 'stepgate/host';

/** The errors that a session's user or page has made, beside those of a broken WebAssembly. */
const OF_THE_CALLER = ['Refusal', 'StepgateError', 'SessionError'];

/**
 * Works on a session of an agent and frees it. Nothing waits in between, so an instance that breaks down takes no other session with it; the work
 * is then done once more in a new one.
 * @template T @param {any} agent @param {object} start @param {(session: any) => T} work @returns {T}
 */
export function within(agent, start, work) {
  try {
    return worked(agent, start, work);
  } catch (/** @type {any} */ error) {
    if (OF_THE_CALLER.includes(error?.name)) throw error;
    core(agent).renew();
    return worked(agent, start, work);
  }
}

/** @template T @param {any} agent @param {object} start @param {(session: any) => T} work @returns {T} */
function worked(agent, start, work) {
  const session = new (core(agent).Session)(agent.name, /** @type {any} */ (start));
  const answer = work(session);
  session.free();
  return answer;
}

/**
 * A session after an event, and after the edit by which its agent opens itself; undefined where the event came too late to change anything.
 * @param {any} agent @param {{ snapshot: any, opens: boolean }} saved @param {any} event @returns {Changed | undefined}
 */
export function moved(agent, { snapshot, opens }, event) {
  return within(agent, { resume: snapshot }, session => (session.handle(event) ? changed(session, event.at_ms, opens) : undefined));
}

/** A new session, opened by its agent where that speaks first. @param {any} agent @param {{ open: { at_ms: number } }} start @param {boolean} opens @returns {Changed} */
export const begun = (agent, start, opens) => within(agent, start, session => changed(session, start.open.at_ms, opens));

/** A step after an edit; as it was where the agent refuses that. @param {any} agent @param {Changed} step @param {any} change @param {number} at_ms @param {boolean} opens @returns {Changed} */
export function edited(agent, step, change, at_ms, opens) {
  try {
    return moved(agent, { snapshot: step.snapshot, opens }, { type: 'edited', at_ms, change }) ?? step;
  } catch (/** @type {any} */ error) {
    if (error?.name !== 'Refusal') throw error;
    return step;
  }
}

/** @param {any} session @param {number} at_ms @param {boolean} opens @returns {Changed} */
function changed(session, at_ms, opens) {
  const { opening } = viewAlone(session);
  if (opens && opening !== undefined) session.handle({ type: 'edited', at_ms, change: opening });
  const effect = session.effect();
  const { card } = viewAlone(session);
  return { snapshot: session.snapshot(), ...(effect && { effect: { call: effect.call, writes: hasWrites(effect) } }), ...(card && { card }) };
}

/** The view without its blocks. @param {any} session */
const viewAlone = session => session.view(Number.MAX_SAFE_INTEGER);

/** A session as a page shows it: of the blocks those since a revision. @param {any} agent @param {Saved} saved @param {number} since */
export function shownOf(agent, { snapshot, version, errands }, since) {
  return within(agent, { resume: snapshot }, session => ({
    version,
    view: session.view(since),
    isSettled: session.effect() === undefined,
    errands: Object.values(errands).map(({ call, tool, begun, by }) => ({ call, tool, begun, ...(by && { by }) })),
  }));
}

/** The random parts of a new session: a seed for its ids, and 96 bits that no other session has. */
export const drawSeedAndNonce = () => {
  const [seed, ...nonce] = crypto.getRandomValues(new Uint32Array(4));
  return { seed, nonce: nonce.map(part => part.toString(16).padStart(8, '0')).join('') };
};
