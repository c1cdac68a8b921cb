// @ts-check
/** @import { Tool } from '../index.js' */
/** @import { Core } from '../session/session.js' */
import { faultIn, must, assertOption, assertKnown } from '../checks/assert-option.js';
import { meant } from '../checks/meant.js';
import { assertText, byTag } from '../checks/text.js';
import { ownAgent } from './agent.js';
import { shapeOf } from './schema.js';
import { ToolStage } from './stage.js';

/** Functions of `on`, by the engine's names. */
const EVENTS = ['said', 'answered', 'chosen', 'edited', 'returned', 'doubted', 'failed', 'gave_up', 'stopped', 'ticked'];

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  name: 'name', 'version?': 'count', 'memory?': 'function', stages: 'object', 'tools?': 'object', 'on?': 'object', 'start?': 'function',
  'view?': 'function', 'card?': 'function', 'progress?': 'function', 'opens?': 'function', 'read?': 'function', 'migrate?': 'object',
  'copied?': 'function', 'opening?': 'name', 'ticks?': 'boolean', 'longestInput?': 'count',
};

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };

const TOOL = ['description', 'inputSchema', 'access', 'execute', 'limit', 'preview', 'status', 'idempotent', 'beforeCard', 'presence', 'yes', 'pack'];
const STAGE = ['prompt', 'reply', 'calls', 'live', 'decide'];

/** @type {import('../index.js').tool} */
export function tool(given) {
  assertOption(given, 'tool(…)', 'object');
  assertKnown(given, TOOL, 'tool: ');
  const description = described(given.description, 'tool: description');
  must(typeof given.execute === 'function', 'tool: execute', 'a function');
  must(typeof given.access === 'function' || [undefined, 'read', 'write'].includes(given.access), 'tool: access', '"read", "write", or a function (args, { memory, input, origins }) that gives "run", "ask" or { deny: text } for a call of a write');
  must(given.limit === undefined || (Number.isSafeInteger(given.limit) && given.limit > 0), 'tool: limit', 'a whole number of characters above 0');
  must(given.yes === undefined || (Array.isArray(given.yes) && given.yes.every(word => typeof word === 'string' && word.trim() !== '')), 'tool: yes', 'a list of words, such as ["place the order", "下单"]');
  must(given.pack === undefined || (typeof given.pack === 'string' && /^[\w-]{1,64}$/.test(given.pack)), 'tool: pack', 'the name of a pack: 1 to 64 letters, digits, _ and -');
  must(given.idempotent === undefined || typeof given.idempotent === 'boolean', 'tool: idempotent', 'true or false');
  for (const part of /** @type {const} */ (['preview', 'status', 'beforeCard', 'presence'])) must(given[part] === undefined || typeof given[part] === 'function', `tool: ${part}`, 'a function');
  must(given.presence === undefined || ![undefined, 'read'].includes(/** @type {any} */ (given.access)), 'tool: presence', "left out: a tool that reads has no card; say access: 'write'");
  const shape = shapeOf(given.inputSchema === undefined ? NO_ARGUMENTS : given.inputSchema, 'tool: inputSchema');
  must([shape.json.type ?? 'object'].flat().includes('object'), 'tool: inputSchema', 'a schema of an object: the arguments by their names');
  return Object.freeze({ ...given, description, shape });
}

/** A description as a text, or as texts by their tags as these are usually spelled. @param {any} given @param {string} place @returns {import('../index.js').Text} */
function described(given, place) {
  assertText(given, place);
  return typeof given === 'string' ? given : /** @type {any} */ (byTag(given));
}

/** @type {typeof import('../index.js').defineAgent} */
export const defineAgent = given => agentBy(given, `defineAgent(${JSON.stringify(given?.name)})`);

/** @param {any} given @param {string} place of the definition in errors @param {{ asksInput?: boolean }} [more] `asksInput`: whether the instructions of the stage `turn` may read the input @returns {any} */
export function agentBy(given, place, more) {
  /** @type {any} */
  const def = { version: 1, tools: {}, on: {}, ...given };
  for (const part of ['packs', 'packLimits']) must(def[part] === undefined, `${place}: ${part}`, 'left out: toolAgent and toolStage have it, whose prompt the engine writes');
  const fault = faultIn(def, FORM, true);
  must(!fault, `${place}: ${fault?.[0]}`, fault?.[1] ?? '');
  const stages = Object.entries(def.stages);
  must(stages.length > 0, `${place}: stages`, 'at least one stage');
  for (const [name, stage] of stages) {
    if (stage instanceof ToolStage) continue;
    assertKnown(stage, STAGE, `${place}: stages.${name}.`);
    assertKnown(stage.live, ['say', 'thought', 'draft'], `${place}: stages.${name}.live.`);
    for (const [part, pointer] of Object.entries(stage.live ?? {})) must(pointer === '' || /^\//.test(String(pointer)), `${place}: stages.${name}.live.${part}`, "a place in the reply as a JSON pointer, such as '/say' ('' is the reply itself)");
    for (const part of ['prompt', 'decide']) must(typeof stage?.[part] === 'function', `${place}: stages.${name}.${part}`, 'a function');
  }
  assertKnown(def.on, EVENTS, `${place}: on.`);
  for (const [event, hears] of Object.entries(def.on)) must(typeof hears === 'function', `${place}: on.${event}`, 'a function');
  mustBeTools(def.tools, place);
  for (const [name, { pack }] of Object.entries(def.tools)) must(pack === undefined, `${place}: tools.${name}.pack`, 'left out: packs are opened in stages of toolStage, whose prompt the engine writes');
  Object.assign(def, more);
  def.ownTools = Object.keys(def.tools);
  def.tools = allTools(def, place);
  const names = Object.keys(def.stages);
  const callable = names.length > 1 ? names.filter(name => !Object.hasOwn(def.tools, name)) : [];
  for (const [name, stage] of stages) mustHandOver(name, stage, names, callable, place);
  const isPlain = (/** @type {[string, any]} */ [, stage]) => !(stage instanceof ToolStage);
  const replies = mapped(Object.fromEntries(stages.filter(isPlain)), (/** @type {any} */ stage, name) => withCalls(shapeOf(stage.reply, `${place}: stages.${name}.reply`), stage.calls));
  const args = mapped(def.tools, (/** @type {any} */ own) => own.shape);
  return ownAgent({ def, replies, args, callable }, { tools: hostTools(def.tools), stages: names, handoffs: mapped(def.stages, (/** @type {any} */ stage) => (stage instanceof ToolStage ? stage.handoffs : {})) });
}

/** The agent's tools with those of its stages. @param {any} def @param {string} place @returns {Record<string, any>} */
function allTools({ tools, stages }, place) {
  const all = { ...tools };
  for (const [stage, { tools: own }] of Object.entries(stages).filter(([, stage]) => stage instanceof ToolStage)) {
    for (const [name, tool] of Object.entries(own)) {
      must(!Object.hasOwn(all, name) || all[name] === tool, `${place}: stages.${stage}.tools.${name}`, 'the same tool as elsewhere under this name, or called otherwise');
      all[name] = tool;
    }
  }
  return all;
}

/** Throws for a handoff to a stage that is not there. @param {string} name @param {any} stage @param {string[]} names @param {string[]} callable @param {string} place */
function mustHandOver(name, stage, names, callable, place) {
  for (const to of stage instanceof ToolStage ? Object.keys(stage.handoffs) : []) {
    const at = `${place}: stages.${name}.handoffs.${to}`;
    const others = names.filter(other => other !== name);
    const near = meant(to, others);
    const allowed = `another stage: ${others.join(', ') || 'there is none'}${near ? `; did you mean ${near}?` : ''}`;
    must(others.includes(to), at, allowed);
    must(callable.includes(to), at, 'called otherwise than a tool');
  }
}

/** @param {any} tools @param {string} place of the agent */
export function mustBeTools(tools, place) {
  for (const [name, own] of Object.entries(tools)) {
    must(/^[\w-]{1,64}$/.test(name), `${place}: tools.${name}`, 'called by a name of 1 to 64 letters (a to z), digits, _ and -: servers take no other');
    must(own?.shape && Object.isFrozen(own), `${place}: tools.${name}`, 'made by tool(…): tool({ description, inputSchema, execute })');
  }
}

/** A shape whose member `calls` holds calls of tools, in whatever form a model writes them. @param {any} shape @param {string} [calls] */
const withCalls = (shape, calls) => (calls === undefined ? shape : { ...shape, json: { ...shape.json, 'x-calls': calls } });

/** The tools as a host runs them. Their arguments come as the author's library has read them once, before the card. @param {Record<string, any>} tools @returns {Record<string, Tool>} */
function hostTools(tools) {
  return mapped(tools, ({ execute, status, idempotent, beforeCard, presence }) => ({
    execute,
    ...(status && { status }),
    ...(idempotent !== undefined && { idempotent }),
    ...(beforeCard && { beforeCard }),
    ...(presence && { presence }),
  }));
}

/** @template T, R @param {Record<string, T>} record @param {(value: T, name: string) => R} change @returns {Record<string, R>} */
const mapped = (record, change) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
