// @ts-check
/** @import { Json, Tool, ToolContext, ToolResult, ToolStatus, HostCall } from './index.js' */
import { told } from './errors.js';

/** How often a `status` that says `pending` is asked again, and for how long, in milliseconds. */
const ASKS_EVERY_MS = 1000;
const ASKS_FOR_MS = 30_000;

/**
 * Runs the tools of one effect. Neighbouring reads run together, a write alone; the results come in the order of the calls.
 * `begun`: they were started before. Then a write is not simply run again: its own `status` is asked, or it is declared `idempotent`;
 * where neither helps, the answer is `undefined` and nothing was run: the user must decide. That a write was not done is believed only
 * where this tab is `alone`: another one could still be doing it.
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
 * How to come to the result of a call that may have been made already; `undefined`: there is no safe way.
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @param {() => Promise<ToolResult>} run @param {boolean} alone
 */
async function afterDoubt(tool, { args, access }, context, run, alone) {
  if (access === 'read') return run;
  const status = await lastStatus(tool, args, context);
  if (status?.done === true) return async () => ({ ok: status.result });
  return tool.idempotent || (status?.done === false && alone) ? run : undefined;
}

/** The status once it is no longer pending; `null`: it cannot tell, or stays pending. @param {Tool} tool @param {Json} args @param {ToolContext} context */
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
    return null; // it cannot tell
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

/** What it did is done, whatever it says of it. @param {unknown} result @returns {ToolResult} */
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
  idempotent: true, // there is nothing that could be done twice
  run() {
    throw Object.assign(new Error(`the page has no tool "${name}"`), { code: 'unknown_tool' });
  },
});

/** What JSON makes of a tool's result. @param {unknown} value @returns {Json} */
const toJson = value => JSON.parse(JSON.stringify(value) ?? 'null');
