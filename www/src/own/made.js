// @ts-check
/** @import { Own } from './script.js' */
import { shapeOf, withoutPatterns } from './schema.js';
import { caller, FOR_TOOLS, frozen } from './script.js';
import { ToolStage } from './stage.js';
import { accessOf, Loop, loopOf } from './tool-agent.js';

/** Events that are heard for handoffs and sub-agents. */
const HEARD = ['said', 'answered', 'chosen', 'edited', 'returned', 'failed', 'gave_up', 'stopped'];

/** Characters of a result that the model sees: a third of the window of `toolAgent`, so that a long one leaves room for the talk. */
const RESULT_LIMIT = 8_000;

/** The data of an agent, and its functions, as the engine takes them. @param {Own} own valid ones */
export function made({ def: given, replies: plain, args, callable }) {
  const stages = Object.fromEntries(Object.entries(given.stages).map(([name, stage]) => [name, stage instanceof ToolStage ? loopOf(stage) : stage]));
  const loops = Object.entries(stages).filter(([, stage]) => stage instanceof Loop);
  const replies = { ...plain, ...Object.fromEntries(loops.map(([name, { reply }]) => [name, shapeOf(reply, name)])) };
  const def = { ...given, stages };
  return { definition: definitionOf(def, replies, args, callable), call: caller({ def, replies, args, callable }, isDevelopment()) };
}

/** The context of the tools of a session. @param {import('../session/session.js').WasmSession} session @returns {any} */
export const factsOf = session => frozen(session.read({ [FOR_TOOLS]: true }));

/** The data of an agent, for the engine. A stage that can be asked is known to it as a call of the agent's own, by which its outcome is recorded. @param {any} def @param {Record<string, any>} replies @param {Record<string, any>} args @param {string[]} callable */
function definitionOf(def, replies, args, callable) {
  const stages = Object.entries(def.stages);
  const hasTools = Object.keys(def.tools).length > 0;
  const optional = ['start', 'read', 'migrate', 'copied'].filter(name => def[name] || (name === 'read' && hasTools));
  const shows = ['view', 'card', 'progress', 'opens'].some(name => def[name]);
  const listens = callable.length > 0 || stages.some(([, stage]) => stage instanceof Loop);
  const events = [...new Set([...Object.keys(def.on), ...(listens ? HEARD : [])])];
  return {
    name: def.name,
    version: def.version,
    stages: stages.map(([name, { live, packs }]) => ({ name, reply: replies[name].json, ...(live && { live }), ...(packs && { packs }) })),
    tools: [
      ...Object.entries(def.tools).map(([name, tool]) => ({ name, about: tool.description, access: accessOf(tool), limit: tool.limit ?? RESULT_LIMIT, ...(tool.yes && { yes: tool.yes }), ...(tool.pack && { pack: tool.pack }), ...recovery(tool), args: withoutPatterns(args[name]), parses: true })),
      ...callable.map(name => ({ name, about: '', access: 'read', internal: true, limit: RESULT_LIMIT, args: {} })),
    ],
    functions: [...optional, ...(shows ? ['view'] : []), ...events.map(event => `on.${event}`), ...Object.keys(def.tools).map(name => `tools.${name}.check`), ...Object.keys(def.tools).filter(name => typeof def.tools[name].access === 'function').map(name => `tools.${name}.access`), ...callable.map(name => `tools.${name}.run`)],
    ...(def.opening && { opening: def.opening }),
    ...(def.ticks && { ticks: true }),
    ...(def.longestInput && { longest_input: def.longestInput }),
  };
}

/** How the page finds out about a lost answer, and that the user must be there: a grant depends on both. @param {any} tool */
function recovery({ status, idempotent, presence }) {
  const ways = [...(status ? ['status'] : []), ...(idempotent ? ['idempotent'] : []), ...(presence ? ['presence'] : [])];
  return ways.length > 0 && { recovery: ways };
}

/** Whether a bundler or Node says that this is no production. A plain page counts as production. */
function isDevelopment() {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
