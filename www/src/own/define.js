// @ts-check
/** @import { Tool } from '../index.js' */
/** @import { Core } from '../session.js' */
import { faultIn, must } from '../must.js';
import { ownAgent } from './agent.js';
import { shapeOf } from './schema.js';
import { caller } from './script.js';

/** Functions of `on`, by the engine's names. */
const EVENTS = ['said', 'answered', 'edited', 'returned', 'doubted', 'failed', 'gave_up', 'stopped', 'ticked'];

/** Characters of a result that the model sees: a third of the window of `toolAgent`, so that a long one leaves room for the talk. */
const RESULT_LIMIT = 8_000;

/** @type {import('../must.js').Form} */
const FORM = {
  name: 'name', 'version?': 'count', 'memory?': 'function', stages: 'object', 'tools?': 'object', 'on?': 'object', 'start?': 'function',
  'view?': 'function', 'card?': 'function', 'progress?': 'function', 'opens?': 'function', 'read?': 'function', 'migrate?': 'object',
  'copied?': 'function', 'opening?': 'name', 'ticks?': 'boolean', 'longestInput?': 'count',
};

/** @type {import('../index.js').tool} */
export function tool(given) {
  must(typeof given?.about === 'string' || (given?.about && 'en' in given.about), 'tool: about', 'a text, or { en, zh }');
  must(typeof given.run === 'function', 'tool: run', 'a function');
  must([undefined, 'read', 'write'].includes(given.access), 'tool: access', '"read" or "write"');
  must(given.limit === undefined || (Number.isSafeInteger(given.limit) && given.limit > 0), 'tool: limit', 'a whole number of characters above 0');
  return Object.freeze({ ...given, shape: shapeOf(given.args ?? { type: 'object', properties: {} }, 'tool: args') });
}

/** @type {typeof import('../index.js').defineAgent} */
export function defineAgent(given) {
  /** @type {any} */
  const def = { version: 1, tools: {}, on: {}, ...given };
  const place = `defineAgent(${JSON.stringify(def.name)})`;
  const fault = faultIn(def, FORM, true);
  must(!fault, `${place}: ${fault?.[0]}`, fault?.[1] ?? '');
  const stages = Object.entries(def.stages);
  must(stages.length > 0, `${place}: stages`, 'at least one stage');
  for (const [name, stage] of stages) {
    for (const part of ['prompt', 'decide']) must(typeof stage?.[part] === 'function', `${place}: stages.${name}.${part}`, 'a function');
  }
  for (const event of Object.keys(def.on)) must(EVENTS.includes(event), `${place}: on.${event}`, `one of ${EVENTS.join(', ')}`);
  for (const [name, own] of Object.entries(def.tools)) must(own?.shape, `${place}: tools.${name}`, 'made by tool(…)');
  const replies = mapped(def.stages, (/** @type {any} */ stage, name) => withCalls(shapeOf(stage.reply, `${place}: stages.${name}.reply`), stage.calls));
  const args = mapped(def.tools, (/** @type {any} */ own) => own.shape);
  return ownAgent(def.name, definitionOf(def, replies, args), caller({ def, replies, args }, isDevelopment()), hostTools(def.tools));
}

/** A shape whose member `calls` holds calls of tools, in whatever form a model writes them. @param {any} shape @param {string} [calls] */
const withCalls = (shape, calls) => (calls === undefined ? shape : { ...shape, json: { ...shape.json, 'x-calls': calls } });

/** The data of an agent, for the engine. @param {any} def @param {Record<string, any>} replies @param {Record<string, any>} args */
function definitionOf(def, replies, args) {
  const optional = ['start', 'read', 'migrate', 'copied'].filter(name => def[name]);
  const shows = ['view', 'card', 'progress', 'opens'].some(name => def[name]);
  return {
    name: def.name,
    version: def.version,
    stages: Object.entries(def.stages).map(([name, { live }]) => ({ name, reply: replies[name].json, ...(live && { live }) })),
    tools: Object.entries(def.tools).map(([name, { about, access = 'read', limit = RESULT_LIMIT }]) => ({ name, about, access, limit, args: args[name].json })),
    functions: [...optional, ...(shows ? ['view'] : []), ...Object.keys(def.on).map(event => `on.${event}`), ...Object.keys(def.tools).map(name => `tools.${name}.check`)],
    ...(def.opening && { opening: def.opening }),
    ...(def.ticks && { ticks: true }),
    ...(def.longestInput && { longest_input: def.longestInput }),
  };
}

/** The tools as a host runs them: with arguments as the author's library reads them. @param {Record<string, any>} tools @returns {Record<string, Tool>} */
function hostTools(tools) {
  return mapped(tools, ({ shape, run, status, idempotent, beforeCard }) => ({
    run: (/** @type {any} */ args, /** @type {any} */ context) => {
      const { value, issues } = shape.check(args);
      if (issues.length) throw Object.assign(new Error(issues.map((/** @type {any} */ issue) => `${issue.path}: ${issue.message}`).join('\n')), { code: 'invalid_args' });
      return run(value, context);
    },
    ...(status && { status }),
    ...(idempotent !== undefined && { idempotent }),
    ...(beforeCard && { beforeCard }),
  }));
}

/** @template T, R @param {Record<string, T>} record @param {(value: T, name: string) => R} change @returns {Record<string, R>} */
const mapped = (record, change) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** Whether a bundler or Node says that this is no production. A plain page counts as production. */
function isDevelopment() {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}
