// @ts-check
/** @import { Effect, Happened } from '../index.js' */
/** @import { clock } from './clock.js' */
/** @import { Host } from './effects.js' */
/** @import { Leave, handover } from '../tabs/handover.js' */
/** @import { saving } from './saving.js' */
import { perform } from './effects.js';
import { told } from '../errors.js';
import { badResult } from './tools.js';
import { hasWrites } from './writes.js';

/**
 * An effect that is being carried out. `writes`: its write tools have started. `isDone`: its outcome is there, so that nothing is left to
 * abort. `ended` resolves when it has settled.
 * @typedef {{ call: number, abort: AbortController, writes: boolean, isDone?: boolean, ended?: Promise<void> }} Work
 *
 * The owners that a runner works with. `clock` ticks while an effect is being carried out; agents without time limits have none.
 * @typedef {object} Owners
 * @property {Omit<Host, 'begun' | 'alone' | 'recorded'>} surroundings
 * @property {ReturnType<typeof saving>} saved
 * @property {ReturnType<typeof handover>} tabs
 * @property {ReturnType<typeof clock> | undefined} time
 *
 * The driver's part: what a runner asks of it.
 * @typedef {object} Orders
 * @property {(happened: Happened) => Promise<void>} submit hands an event to the session; rejects where this tab does not drive
 * @property {<T>(task: () => Promise<T>) => Promise<T>} enqueue runs a task between two events
 * @property {() => Promise<void>} reload loads the session again and carries out its request
 * @property {(waits: boolean) => void} elsewhere shows or removes the warning that another tab still runs the tools
 * @property {(reason: unknown) => void} abandon fails the callers that wait for the session
 */

/**
 * Carries out the session's requests, one at a time. Write tools that still run when another tab takes over are handed over to it: they end
 * here, and that tab receives their results.
 * @param {Owners} owners @param {Orders} driver
 */
export function effectRunner({ surroundings, saved, tabs, time }, driver) {
  /** The work on the session's present request. @type {Work | undefined} */
  let current;
  /** Work with write tools that have not settled since this tab stopped driving. @type {Set<Work>} */
  const left = new Set();

  const abort = () => {
    time?.stop();
    driver.elsewhere(false);
    if (!current?.isDone) current?.abort.abort();
    current = undefined;
  };

  /** Loads the session again if another tab has moved it on while this one waited. @param {Work} work */
  const catchUp = async work => {
    if (current !== work) return;
    driver.elsewhere(false);
    if (!await saved.isBehind()) return;
    abort();
    await driver.reload();
  };

  /** Waits until no other tab runs these write tools, as far as that can be known. @param {string} run @param {Work} work */
  const leaveFor = async (run, work) => {
    const waits = () => { if (current === work) driver.elsewhere(true); };
    const leave = await tabs.leave(run, saved.inDoubt(work.call), work.abort.signal, waits);
    if (!leave.begun) return leave;
    await driver.enqueue(() => catchUp(work));
    if (leave.results || saved.isHere || current !== work) return leave;
    waits(); // on another device, of which no lock tells
    await saved.moves(work.abort.signal);
    await driver.enqueue(() => catchUp(work));
    return { ...leave, alone: false };
  };

  /** Carries out an effect unless another tab has done so. @param {Effect} effect @param {Work} work @param {Leave} leave @returns {Promise<Happened>} */
  const outcome = async (effect, { call, abort: { signal } }, { results, begun, alone }) => {
    if (results) return { type: 'returned', call, results };
    return perform(effect, { ...surroundings, begun, alone, recorded: saved.hasStarted(call) }, signal);
  };

  /** Hands the outcome to the session. Results that it cannot take are those of tools that have run; another outcome fails the turn. @param {Happened} happened @param {Work} work */
  const report = async (happened, work) => {
    try {
      await driver.submit(happened);
    } catch (error) {
      if (current !== work) throw error;
      const why = told(error, surroundings.lang);
      await driver.submit(happened.type === 'returned' && happened.results.some(result => 'ok' in result) ? withoutValues(happened, why.text) : { type: 'failed', call: work.call, ...why });
    }
  };

  /** Tells the tab that drives now how write tools ended here. @param {string | undefined} run @param {Happened} happened @param {Work} work */
  const handOn = (run, happened, { abort: { signal } }) => {
    if (run !== undefined && happened.type === 'returned' && !signal.aborted) tabs.settled(run, happened.results);
  };

  /** Carries out an effect and reports its outcome, to the tab that drives by then. @param {Effect} effect @param {Work} work */
  const carryOut = async (effect, work) => {
    const run = runName(effect);
    const leave = run === undefined ? FREE : await leaveFor(run, work);
    try {
      if (current !== work) return;
      work.writes = run !== undefined && !leave.results;
      const happened = await outcome(effect, work, leave);
      work.isDone = true;
      if (current !== work) return handOn(run, happened, work);
      await report(happened, work).catch(error => {
        handOn(run, happened, work);
        throw error;
      });
    } finally {
      leave.free();
    }
  };

  return {
    abort,
    /** Carries out the session's present request; ends the work on an earlier one. @param {Effect | undefined} wanted */
    pursue(wanted) {
      if (current && current.call !== wanted?.call) abort();
      if (!wanted || current) return;
      time?.start();
      /** @type {Work} */
      const work = [...left].find(({ call }) => call === wanted.call) ?? { call: wanted.call, abort: new AbortController(), writes: false };
      current = work;
      if (left.delete(work)) return; // this tab started it earlier and drives again
      work.ended = carryOut(wanted, work).catch(driver.abandon).finally(() => left.delete(work));
    },
    /** Stops driving. Running write tools end here, and the tab that drives waits for them; any other work is aborted. */
    letGo() {
      if (!current?.writes) return abort();
      time?.stop();
      left.add(current);
      current = undefined;
    },
    /** Resolves when all write tools have settled. */
    async settled() {
      await Promise.all([...left].map(({ ended }) => ended));
    },
  };
}

/** The same results with errors in the place of the values. @param {Happened & { type: 'returned' }} happened @param {string} why @returns {Happened} */
const withoutValues = (happened, why) => ({ ...happened, results: happened.results.map(result => ('ok' in result ? badResult(`cannot be kept: ${why}`) : result)) });

/** Leave to carry out an effect that writes nothing. @type {Leave} */
const FREE = { begun: false, alone: true, free() {} };

/** Name of the write tools of an effect, the same in every tab; `undefined` if it has none. @param {Effect} effect */
const runName = effect => (hasWrites(effect) ? `:${effect.call}:${effect.tools[0].key}` : undefined);
