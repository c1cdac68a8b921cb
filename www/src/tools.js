// @ts-check
/** @import { Json, Tool, ToolContext, ToolResult, ToolStatus, HostCall } from './index.js' */
import { told } from './errors.js';

/** Interval and longest duration of asking a `status` that says `pending`, in milliseconds. */
const ASKS_EVERY_MS = 1000;
const ASKS_FOR_MS = 30_000;

/**
 * Runs the tools of one effect and gives their results in the order of the calls. Adjacent reads run together, a write runs alone.
 * `begun`: the tools were started before. A write then runs again only if it is `idempotent`, or if its `status` says that it was not done
 * and this
 * tab is `alone`: another tab could still be doing it. If there is no safe way for one of the writes, the result is `undefined` and nothing
 * has run:
 * the user must decide.
 * @param {HostCall[]} calls @param {Record<string, Tool>} tools @param {{ call: number, signal: AbortSignal, begun: boolean, alone: boolean }} context
 * @returns {Promise<ToolResult[] | undefined>}
 */
export async function runTools(calls, tools, { call, signal, begun, alone }) {
  const planned = await Promise.all(calls.map(async wanted => {
    const tool = Object.hasOwn(tools, wanted.name) ? tools[wanted.name] : missing(wanted.name);
    const context = { key: wanted.key, signal, call };
    const run = () => runTool(tool, wanted, context);
    return { write: wanted.access === 'write', run: begun ? await afterDoubt(tool, wanted, context, run, alone) : run };
  }));
  if (planned.some(({ run }) => !run)) return undefined;
  /** @type {Promise<ToolResult>[]} */
  const results = [];
  for (const { write, run } of planned) {
    if (write) await Promise.all(results);
    if (signal.aborted) break; // nobody waits for the results any more
    const result = /** @type {() => Promise<ToolResult>} */ (run)();
    results.push(result);
    if (write) await result;
  }
  return Promise.all(results);
}

/**
 * Function that gives the result of a call which may have been made before; `undefined` if there is no safe way.
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @param {() => Promise<ToolResult>} run @param {boolean} alone
 */
async function afterDoubt(tool, { args, access }, context, run, alone) {
  if (access === 'read') return run;
  const status = await lastStatus(tool, args, context);
  if (status?.done === true) return async () => ({ ok: status.result });
  return tool.idempotent || (status?.done === false && alone) ? run : undefined;
}

/**
 * The status once it is no longer pending; `null` if the tool cannot tell, or stays pending.
 * @param {Tool} tool @param {Json} args @param {ToolContext} context
 */
async function lastStatus(tool, args, context) {
  for (let left = ASKS_FOR_MS; left >= 0; left -= ASKS_EVERY_MS) {
    const status = await askStatus(tool, args, context);
    if (status?.done !== 'pending') return status;
    if (context.signal.aborted) break;
    await new Promise(resolve => setTimeout(resolve, ASKS_EVERY_MS));
  }
  return null;
}

/** @param {Tool} tool @param {Json} args @param {ToolContext} context @returns {Promise<ToolStatus | null>} */
async function askStatus(tool, args, context) {
  try {
    const status = await tool.status?.(args, context);
    return status?.done === true ? { done: true, result: toJson(status.result) } : status ?? null;
  } catch {
    return null; // the tool cannot tell
  }
}

/** @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @returns {Promise<ToolResult>} */
async function runTool(tool, { args }, context) {
  try {
    return resultOf(await tool.run(args, context));
  } catch (error) {
    return { error: toolError(error) };
  }
}

/**
 * Result of a tool that has run. A value that is no JSON is an error, but does not undo what the tool did.
 * @param {unknown} result @returns {ToolResult}
 */
function resultOf(result) {
  try {
    return { ok: toJson(result) };
  } catch (error) {
    return { error: { code: 'bad_result', text: `it has run, but what it gave is no JSON: ${/** @type {Error} */ (error).message}` } };
  }
}

/** @param {any} error */
function toolError(error) {
  const { code, text } = told(error, 'en');
  return { code, text: typeof error?.message === 'string' ? error.message : text, ...(error?.fatal === true ? { fatal: true } : {}) };
}

/** @param {string} name @returns {Tool} */
const missing = name => ({
  idempotent: true, // nothing happens, so nothing can happen twice
  run() {
    throw Object.assign(new Error(`the page has no tool "${name}"`), { code: 'unknown_tool' });
  },
});

/** A tool's result, converted to JSON. @param {unknown} value @returns {Json} */
const toJson = value => JSON.parse(JSON.stringify(value) ?? 'null');
