// @ts-check
import { must } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { misspelt } from '../checks/meant.js';

/** Keywords whose value is a schema. */
export const SCHEMAS = ['items', 'contains', 'additionalItems', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'not', 'if', 'then', 'else', 'contentSchema'];

/** Keywords whose value is a list of schemas. */
export const LISTS = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];

/** Keywords whose value has schemas by names. */
export const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

const KEYWORDS = [
  ...SCHEMAS, ...LISTS, ...NAMED, 'type', 'enum', 'const', 'required', 'minProperties', 'maxProperties', 'dependentRequired', 'minItems', 'maxItems',
  'uniqueItems', 'minContains', 'maxContains', 'minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum',
  'exclusiveMaximum', 'multipleOf', 'contentEncoding', 'contentMediaType', 'title', 'description', 'default', 'examples', 'readOnly', 'writeOnly',
  'deprecated',
];

/** Keywords that only describe a value. */
const ABOUT = ['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'];

/**
 * Throws a `TypeError` for a schema that has members and none that says what fits: mostly names with their types, `{ title: 'string' }`.
 * @param {any} schema @param {string} place
 */
export function assertSays(schema, place) {
  const names = Object.keys(schema);
  const says = (/** @type {string} */ name) => /^(\$|x-)/.test(name) || (KEYWORDS.includes(name) && !ABOUT.includes(name));
  must(names.length === 0 || names.some(says), place, `JSON Schema that says what fits, such as { type: 'object', properties: { ${names[0]}: { type: 'string' } } }; found only ${names.join(', ')}`);
}

/** Words of other dialects of JSON Schema that only look like a misspelt keyword. */
const OTHERS = ['example', 'dependencies'];

/**
 * Throws a `TypeError` for a keyword that is certainly misspelt: JSON Schema would allow it, and it would do nothing.
 * @param {any} schema @param {string} place
 */
export function assertKeywords(schema, place) {
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    const at = `${place}/${stepOf(key)}`;
    const near = [...KEYWORDS, ...OTHERS].includes(key) ? undefined : misspelt(key, KEYWORDS);
    must(near === undefined, at, `left out; did you mean ${near}?`);
    if (SCHEMAS.includes(key)) assertKeywords(value, at);
    if ([...LISTS, ...NAMED].includes(key)) for (const [name, part] of Object.entries(value ?? {})) assertKeywords(part, `${at}/${stepOf(name)}`);
  }
}

/** A name as a step of a JSON pointer. @param {string} name */
export const stepOf = name => name.replaceAll('~', '~0').replaceAll('/', '~1');
