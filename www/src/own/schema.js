// @ts-check
import { must } from '../must.js';

/**
 * A shape that an author gave: as JSON Schema for the engine, and what the author's library says about a value beyond that.
 * @typedef {{ json: any, check: (value: any) => { value: any, issues: { path: string, message: string }[] } }} Shape
 */

/** Reads JSON Schema, a Standard Schema, or both. @param {any} given @param {string} place @returns {Shape} */
export function shapeOf(given, place) {
  must(isObject(given), place, 'JSON Schema, or a schema of a library that knows the Standard Schema');
  const library = given['~standard'] ? given : given.schema?.['~standard'] ? given.schema : undefined;
  if (!library) return { json: given, check: value => ({ value, issues: [] }) };
  return { json: given === library ? converted(library, place) : given.json, check: value => checked(library, value, place) };
}

/** @param {any} value */
const isObject = value => (typeof value === 'object' || typeof value === 'function') && value !== null && !Array.isArray(value);

/** JSON Schema of a library's schema: for the input, which is what the model writes. @param {any} library @param {string} place */
function converted(library, place) {
  const standard = library['~standard'];
  const json = standard.jsonSchema?.input({ target: 'draft-2020-12' }) ?? library.toJSONSchema?.({ io: 'input' }) ?? library.toJsonSchema?.();
  must(isObject(json), place, `JSON Schema, or { schema, json }: this schema of ${standard.vendor} gives none by itself`);
  const { $schema, '~standard': own, ...rest } = json;
  return withoutAdditions(rest);
}

/**
 * Leaves out what a library adds and checks anyway, so that the model need not read it: a pattern beside a format (zod's for a date has 226
 * characters), and the bounds of whole numbers in JavaScript.
 * @param {any} value @returns {any}
 */
function withoutAdditions(value) {
  if (Array.isArray(value)) return value.map(withoutAdditions);
  if (typeof value !== 'object' || value === null) return value;
  const added = (/** @type {string} */ key, /** @type {any} */ part) => (key === 'pattern' && typeof part === 'string' && typeof value.format === 'string')
    || (['minimum', 'maximum'].includes(key) && Math.abs(part) === Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(Object.entries(value).filter(([key, part]) => !added(key, part)).map(([key, part]) => [key, withoutAdditions(part)]));
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

/** Keywords beside `properties` that may allow further members. */
const OPENING = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'dependentSchemas'];

/**
 * The first member of arguments that their schema does not name, as an issue: a library would drop it, and what runs would not be what the
 * user has read on the card. None where the schema says something about further members.
 * @param {any} json @param {any} value @returns {{ path: string, message: string } | undefined}
 */
export function unnamedMember(json, value) {
  if (!isObject(value) || !isObject(json.properties) || OPENING.some(key => key in json)) return undefined;
  const names = Object.keys(json.properties);
  const [member] = Object.keys(value).filter(key => !names.includes(key));
  return member === undefined ? undefined : told({ message: `no such argument; there are: ${names.join(', ') || 'none'}`, path: [member] });
}
