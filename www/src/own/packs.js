// @ts-check
import { assertKnown, assertOption, faultIn, must } from '../checks/assert-option.js';
import { assertText, byTag } from '../checks/text.js';

/** Names of the tools with which the engine opens and closes packs. */
const OWN = ['open_tools', 'close_tools'];

/** @type {import('../checks/assert-option.js').Form} */
const LIMITS = { 'tools?': 'count', 'characters?': 'count' };

/** Up to these all tools are shown to the model, whatever packs they are in. */
const DEFAULTS = { tools: 12, characters: 4_000 };

/**
 * The packs of a stage's tools, as the engine takes them; none if no tool is in a pack.
 * @param {Record<string, any>} tools @param {unknown} packs @param {unknown} limits @param {string} place of the definition in errors
 */
export function packsOf(tools, packs, limits, place) {
  assertOption(packs, `${place}: packs`, 'object');
  assertOption(limits, `${place}: packLimits`, 'object');
  const [limit, allowed] = faultIn(limits, LIMITS, true) ?? [];
  must(!limit, `${place}: packLimits.${limit}`, allowed ?? '');
  const names = [...new Set(Object.values(tools).flatMap(({ pack }) => pack ?? []))];
  const [first] = Object.keys(/** @type {any} */ (packs));
  must(names.length > 0 || first === undefined, `${place}: packs.${first}`, `left out, since no tool is in a pack: tool({ pack: '${first}', … }) puts one there`);
  assertKnown(packs, names, `${place}: packs.`);
  for (const [name, about] of Object.entries(/** @type {any} */ (packs))) assertText(about, `${place}: packs.${name}`);
  if (names.length === 0) return undefined;
  for (const name of OWN) must(!Object.hasOwn(tools, name), `${place}: tools.${name}`, 'called otherwise: by this name the engine opens and closes packs');
  const about = Object.fromEntries(Object.entries(/** @type {any} */ (packs)).map(([name, text]) => [name, typeof text === 'string' ? text : byTag(text)]));
  return { tools: Object.keys(tools), about, limits: { ...DEFAULTS, .../** @type {any} */ (limits) } };
}

/**
 * The tools that a request shows: those that the engine offers, with its own that open and close packs.
 * @param {Record<string, any>} tools all of the stage @param {{ tools: string[], own: { name: string, about: string, packs: string[] }[] }} offer
 */
export function shownTools(tools, { tools: names, own }) {
  const shown = Object.fromEntries(names.map(name => [name, tools[name]]));
  const opening = Object.fromEntries(own.map(({ name, about, packs }) => [name, { description: about, shape: { json: argsOf(packs), parses: false } }]));
  return { shown: { ...shown, ...opening }, all: { ...tools, ...opening } };
}

/** Arguments of a tool that opens or closes packs. @param {string[]} packs */
const argsOf = packs => ({ type: 'object', properties: { packs: { type: 'array', items: { enum: packs }, minItems: 1 } }, required: ['packs'], additionalProperties: false });
