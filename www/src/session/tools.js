// @ts-check
/** @import { FilePart, Json, Tool, ToolContext, ToolResult, HostCall } from '../index.js' */
import { NotDone, told } from '../errors.js';
import { lossIn } from '../checks/lossless.js';
import { partsOf } from '../files/with-parts.js';
import { afterWork } from './worktime.js';

/** Interval and longest duration of asking a `status` that says `pending`, in milliseconds. */
const ASKS_EVERY_MS = 1000;
const ASKS_FOR_MS = 30_000;

/** Pauses before an idempotent write whose answer was lost runs again, in milliseconds. */
const AGAIN_AFTER_MS = [0, 1000];

/** A result with the files that the tool gave beside its value. @typedef {ToolResult & { files?: readonly (Blob | FilePart)[], otherwise?: Json }} RanResult `otherwise`: the value where the files cannot be taken */

/**
 * Outcome of a call: its result, or `lost`, the error after which nobody knows whether it was done; `undefined` if there was no error.
 * @typedef {RanResult | { lost: unknown }} Outcome
 *
 * The answer of a `status`; without `done` it cannot tell.
 * @typedef {{ done?: boolean | 'pending', result?: unknown }} Status
 *
 * Facts about a write before it runs. `begun`: it was started before. `alone`: certainly no other tab still runs it.
 * @typedef {{ begun: boolean, alone: boolean }} Known
 */

/**
 * Runs the tools of one effect and gives their results in the order of the calls. Adjacent reads run together, a write runs alone. If nobody
 * knows whether a write was done, gives the doubt in the place of the results: the user must decide.
 * @param {HostCall[]} calls @param {Record<string, Tool>} tools @param {{ call: number, signal: AbortSignal, facts: import('./effects.js').Facts } & Known} context
 * @returns {Promise<{ results: RanResult[] } | { doubt: string | undefined }>}
 */
export async function runTools(calls, tools, { call, signal, facts, begun, alone }) {
  /** @type {Promise<Outcome>[]} */
  const outcomes = [];
  for (const wanted of calls) {
    const tool = Object.hasOwn(tools, wanted.name) ? tools[wanted.name] : missing(wanted.name);
    const isWrite = wanted.access === 'write';
    if (isWrite) await Promise.all(outcomes);
    if (signal.aborted) break; // nobody waits for the results any more
    const context = { idempotencyKey: wanted.key, signal, call, ...facts };
    const outcome = isWrite ? write(tool, wanted, context, { begun, alone }) : read(tool, wanted, context);
    outcomes.push(outcome);
    if (isWrite && 'lost' in await outcome) break;
  }
  const ended = await Promise.all(outcomes);
  const doubt = ended.find(outcome => 'lost' in outcome);
  return doubt ? { doubt: doubt.lost === undefined ? undefined : toolError(doubt.lost).text } : { results: /** @type {RanResult[]} */ (ended) };
}

/** @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @returns {Promise<RanResult>} */
async function read(tool, wanted, context) {
  const outcome = await run(tool, wanted, context);
  return 'lost' in outcome ? { error: toolError(outcome.lost) } : outcome;
}

/**
 * Makes a write. One that may have been made before is looked up first. It then runs if it is `idempotent`, if its `status` says that it was
 * not done and no other tab can still be doing it, or if the user said so (`again`).
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @param {Known} known @returns {Promise<Outcome>}
 */
async function write(tool, wanted, context, { begun, alone }) {
  if (!begun && !wanted.again) return attempt(tool, wanted, context);
  const status = await lastStatus(tool, wanted.args, context);
  if (status.done === true) return resultOf(status.result);
  if (context.signal.aborted) return { lost: undefined };
  const mayRun = tool.idempotent || (begun ? status.done === false && alone : status.done !== 'pending');
  return mayRun ? attempt(tool, wanted, context) : { lost: undefined };
}

/**
 * Runs a write. If its answer is lost, asks its `status`, or runs it again under its key if it is `idempotent`; else nobody knows.
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @returns {Promise<Outcome>}
 */
async function attempt(tool, wanted, context) {
  const outcome = await run(tool, wanted, context);
  if (!('lost' in outcome) || context.signal.aborted) return outcome;
  const status = await lastStatus(tool, wanted.args, context);
  if (status.done === true) return resultOf(status.result);
  if (status.done === false) return { error: toolError(outcome.lost) };
  return tool.idempotent ? repeat(tool, wanted, context, outcome) : outcome;
}

/**
 * Runs a write again under its key until an answer comes. That a repetition did nothing says nothing about the first time.
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @param {{ lost: unknown }} first @returns {Promise<Outcome>}
 */
async function repeat(tool, wanted, context, first) {
  for (const pause of AGAIN_AFTER_MS) {
    await passed(pause);
    if (context.signal.aborted) break;
    const outcome = await run(tool, wanted, context);
    if (hasRun(outcome)) return outcome;
  }
  return first;
}

/** @param {Outcome} outcome */
const hasRun = outcome => 'ok' in outcome || ('error' in outcome && outcome.error.code === 'bad_result');

/** @param {number} ms @returns {Promise<void>} */
const passed = ms => new Promise(resolve => setTimeout(resolve, ms));

/**
 * The status once it is no longer pending, or the last one after the longest time of asking. What still asks then is called off.
 * @param {Tool} tool @param {Json} args @param {ToolContext} context @returns {Promise<Status>}
 */
async function lastStatus(tool, args, context) {
  const { signal, over, end } = limited(context.signal, ASKS_FOR_MS);
  /** @type {Status} */
  let status = {};
  try {
    do {
      status = await Promise.race([askStatus(tool, args, { ...context, signal }), over.then(() => status)]);
      if (status.done === 'pending') await Promise.race([passed(ASKS_EVERY_MS), over]);
    } while (status.done === 'pending' && !signal.aborted);
    return status;
  } finally {
    end();
  }
}

/** A signal that is aborted with another one, or after `ms` of work; `over` resolves then. @param {AbortSignal} wanted @param {number} ms */
function limited(wanted, ms) {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const callOff = afterWork(ms, stop);
  wanted.addEventListener('abort', stop);
  return {
    signal: abort.signal,
    over: new Promise(resolve => abort.signal.addEventListener('abort', resolve)),
    end() {
      callOff();
      wanted.removeEventListener('abort', stop);
    },
  };
}

/** Asks a tool once; without `done` if it cannot tell. @param {Tool} tool @param {Json} args @param {ToolContext} context @returns {Promise<Status>} */
async function askStatus(tool, args, context) {
  try {
    const { done, result } = /** @type {any} */ (await tool.status?.(structuredClone(args), context) ?? {});
    return { done, result };
  } catch {
    return {};
  }
}

/** Runs a tool once, with arguments of its own to change. @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @returns {Promise<Outcome>} */
async function run(tool, { args }, context) {
  try {
    return resultOf(await tool.execute(structuredClone(args), context));
  } catch (error) {
    return saysNotDone(error) ? { error: toolError(error) } : { lost: error };
  }
}

/**
 * Result of a tool that has run. A value that is no JSON is an error, but does not undo what the tool did.
 * @param {unknown} result @returns {RanResult}
 */
function resultOf(result) {
  try {
    const { value, files, ...instead } = partsOf(result);
    return { ok: toJson(value), ...(files.length && { files, ...('otherwise' in instead && { otherwise: toJson(instead.otherwise) }) }) };
  } catch (error) {
    return badResult(`is no JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/** Result of a tool that has run and whose value cannot be used. @param {string} why @returns {ToolResult} */
export const badResult = why => ({ error: { code: 'bad_result', text: `it has run, but what it gave ${why}` } });

/** Whether an error tells that nothing was done; one that cannot be read does not. @param {any} error */
function saysNotDone(error) {
  try {
    return error?.notDone === true;
  } catch {
    return false;
  }
}

/** @param {any} error */
function toolError(error) {
  try {
    const { code, text } = told(error, 'en');
    return { code, text: typeof error?.message === 'string' ? error.message : text, ...(error?.fatal === true ? { fatal: true } : {}) };
  } catch {
    return { code: 'failed', text: 'failed' };
  }
}

/** A tool that the page does not have. Under that name it may have been started by an older version of the page. @param {string} name @returns {Tool} */
const missing = name => ({
  execute() {
    throw new NotDone(`the page has no tool "${name}"`, { code: 'unknown_tool' });
  },
});

/** A tool's result, converted to JSON. @param {unknown} value @returns {Json} */
function toJson(value) {
  const loss = value === undefined ? undefined : lossIn(value, false);
  if (loss && !loss.half) throw new TypeError(`${loss.place && `${loss.place.slice(0, 200)} is `}${loss.why}`); // half a character becomes U+FFFD
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
