// @ts-check
/** @import { Json, Tool, ToolContext, ToolResult, HostCall } from './index.js' */
import { told } from './errors.js';

/**
 * Runs the tools of one effect. Neighbouring reads run together, a write alone; the results come in the order of the calls.
 * `begun`: a session before this one has started them. Then a write is not simply run again: its own `status` is asked, or it is
 * declared `idempotent`; where neither helps, the answer is `undefined` and nothing was run: the user must decide.
 * @param {HostCall[]} calls @param {Record<string, Tool>} tools @param {{ call: number, signal: AbortSignal, begun: boolean }} context
 * @returns {Promise<ToolResult[] | undefined>}
 */
export async function runTools(calls, tools, { call, signal, begun }) {
  const planned = await Promise.all(calls.map(async wanted => {
    const tool = Object.hasOwn(tools, wanted.name) ? tools[wanted.name] : missing(wanted.name);
    const context = { key: wanted.key, signal, call };
    const run = () => runTool(tool, wanted, context);
    return { write: wanted.access === 'write', run: begun ? await afterDoubt(tool, wanted, context, run) : run };
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
 * @param {Tool} tool @param {HostCall} wanted @param {ToolContext} context @param {() => Promise<ToolResult>} run
 */
async function afterDoubt(tool, { args, access }, context, run) {
  if (access === 'read') return run;
  const status = await askStatus(tool, args, context);
  if (status?.done) return async () => ({ ok: status.result });
  return status || tool.idempotent ? run : undefined;
}

/** @param {Tool} tool @param {Json} args @param {ToolContext} context */
async function askStatus(tool, args, context) {
  try {
    const status = await tool.status?.(args, context);
    return status?.done ? { done: true, result: toJson(status.result) } : status;
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
