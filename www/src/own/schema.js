// @ts-check
import { must, assertKnown } from '../checks/assert-option.js';
import { ownLang } from '../checks/lang.js';
import { partAt } from './embedded.js';
import { assertKeywords, assertSays } from './keywords.js';

/**
 * A shape that an author gave: as JSON Schema for the engine, and what the author's library says about a value beyond that. `parses`: a
 * library reads the value, and may make another one of it.
 * @typedef {{ json: any, parses: boolean, check: (value: any) => { value: any, issues: { path: string, message: string }[] } }} Shape
 */

/** Reads JSON Schema, a Standard Schema, or both. @param {any} given @param {string} place @returns {Shape} */
export function shapeOf(given, place) {
  must(isSchema(given), place, 'JSON Schema, or a schema of a library that knows the Standard Schema');
  const library = given['~standard'] ? given : given.schema?.['~standard'] ? given.schema : undefined;
  if (library && given !== library) {
    assertKnown(given, ['schema', 'json'], `${place}.`);
    must(isSchema(given.json), place, '{ schema, json } with JSON Schema as json');
  }
  if (library !== given) assertKeywords(library ? given.json : given, place);
  if (!library) assertSays(given, place);
  if (!library) return { json: given, parses: false, check: value => ({ value, issues: [] }) };
  return { json: given === library ? converted(library, place) : given.json, parses: true, check: value => checked(library, value, place) };
}

/** The converter of each library to JSON Schema. @type {Record<string, string>} */
const MAKERS = {
  valibot: '; toJsonSchema of @valibot/to-json-schema does: { schema, json: toJsonSchema(schema) }',
  zod: '; toJSONSchema does: { schema, json: z.toJSONSchema(schema, { io: \'input\' }) }',
};

/** @param {any} value */
const isSchema = value => (typeof value === 'object' || typeof value === 'function') && value !== null && !Array.isArray(value);

/** JSON Schema of a library's schema: for the input, which is what the model writes. @param {any} library @param {string} place */
function converted(library, place) {
  const standard = library['~standard'];
  const json = standard.jsonSchema?.input({ target: 'draft-2020-12' }) ?? library.toJSONSchema?.({ io: 'input' }) ?? library.toJsonSchema?.();
  must(isSchema(json), place, `JSON Schema, or { schema, json }: this schema of ${standard.vendor} gives none by itself${MAKERS[standard.vendor] ?? ''}`);
  const { $schema, '~standard': own, ...rest } = json;
  return withoutAdditions(rest);
}

/**
 * Leaves out what a library adds and checks anyway, so that the model need not read it: a pattern beside a format (zod's for a date has 226
 * characters), and the bounds of whole numbers in JavaScript.
 * @param {any} json
 */
const withoutAdditions = json => without(json, (key, part, of) => (key === 'pattern' && typeof of.format === 'string')
  || (['minimum', 'maximum'].includes(key) && Math.abs(part) === Number.MAX_SAFE_INTEGER));

/** A schema without some of its keywords, at any depth. @param {any} value @param {(key: string, part: any, of: any) => boolean} drops @returns {any} */
function without(value, drops) {
  if (Array.isArray(value)) return value.map(part => without(part, drops));
  if (typeof value !== 'object' || value === null) return value;
  const isDropped = (/** @type {string} */ key, /** @type {any} */ part) => typeof part !== 'object' && drops(key, part, value);
  return Object.fromEntries(Object.entries(value).filter(([key, part]) => !isDropped(key, part)).map(([key, part]) => [key, without(part, drops)]));
}

/** @param {any} library @param {any} value @param {string} place */
function checked(library, value, place) {
  const result = library['~standard'].validate(value);
  if (typeof result?.then === 'function') throw new Error(`${place}: the schema checks in the background; only a tool can wait`);
  const issues = (result.issues ?? []).map(told);
  return { value: issues.length ? value : result.value, issues };
}

/** @param {{ message: string, path?: (PropertyKey | { key: PropertyKey })[] }} issue */
function told({ message, path = [] }) {
  const steps = path.map(step => String(typeof step === 'object' ? step.key : step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { path: steps.map(step => `/${step}`).join(''), message };
}

/** JSON Schema without the patterns of texts: the library that gave it checks them, and says what is wrong in its author's words. @param {Shape} shape */
export const withoutPatterns = ({ json, parses }) => (parses ? without(json, key => key === 'pattern') : json);

/** Keywords beside `properties` that may allow further members. */
const OPENING = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'dependentSchemas'];

/**
 * The first member of arguments that their schema does not name, as an issue: a library would drop it. None where the schema says
 * something about further members.
 * @param {any} json @param {any} value @param {string} lang
 */
export function unnamedMember(json, value, lang) {
  if (!isSchema(value) || !isSchema(json.properties) || OPENING.some(key => key in json)) return undefined;
  const names = Object.keys(json.properties);
  const [member] = Object.keys(value).filter(key => !names.includes(key));
  return member === undefined ? undefined : unnamed([member], names, lang);
}

/** @type {Record<'en' | 'zh', (names: string[]) => string>} */
const NO_SUCH = {
  en: names => `no such argument; there are: ${names.join(', ') || 'none'}`,
  zh: names => (names.length ? `没有这个参数；可用的参数：${names.join('、')}` : '没有这个参数；这个工具不需要参数'),
};

/** @param {string[]} path @param {string[]} names @param {string} lang */
const unnamed = (path, names, lang) => told({ message: NO_SUCH[ownLang(lang)](names), path });

/**
 * The first member, however deep, that a library has dropped and that no branch of the schema names there, as an issue.
 * @param {any} root the schema @param {any} value @param {any} read what the library made of it @param {string} lang @param {any[]} [schemas] @param {string[]} [path]
 * @returns {{ path: string, message: string } | undefined}
 */
export function droppedMember(root, value, read, lang, schemas = [root], path = []) {
  const branches = branchesOf(schemas, root);
  const within = (/** @type {string} */ key, /** @type {(branch: any) => any[]} */ parts) =>
    droppedMember(root, value[key], read[key], lang, branches.flatMap(parts).filter(isSchema), [...path, key]);
  if (Array.isArray(value) && Array.isArray(read) && value.length === read.length) {
    return first(Object.keys(value), key => within(key, branch => [branch.prefixItems?.[key], branch.items]));
  }
  if (!isSchema(value) || !isSchema(read)) return undefined;
  const names = [...new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const isOpen = branches.length === 0 || branches.some(branch => branch.patternProperties || (branch.additionalProperties ?? false) !== false);
  return first(Object.keys(value), key => {
    if (!Object.hasOwn(read, key)) return isOpen || names.length === 0 || names.includes(key) ? undefined : unnamed([...path, key], names, lang);
    return within(key, branch => [branch.properties?.[key] ?? branch.additionalProperties]);
  });
}

/** @template T, R @param {T[]} of @param {(one: T) => R | undefined} find @returns {R | undefined} */
function first(of, find) {
  for (const one of of) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Schemas with those that they name and choose among. @param {any[]} schemas @param {any} root @param {Set<any>} [seen] @returns {any[]} */
function branchesOf(schemas, root, seen = new Set()) {
  return schemas.filter(schema => isSchema(schema) && !seen.has(schema) && seen.add(schema)).flatMap(schema => {
    const named = typeof schema.$ref === 'string' ? [partAt(root, schema.$ref)] : [];
    return [schema, ...branchesOf([...named, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])], root, seen)];
  });
}
