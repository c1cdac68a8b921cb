// @ts-check
import { partAt } from './embedded.js';

/** Deepest part of an example that is filled. */
const DEEP = 4;

/** Longest text of dots. */
const MOST_DOTS = 20;

/** Texts of the formats that a schema can demand. */
const OF_FORMAT = {
  date: '2030-01-31', 'date-time': '2030-01-31T09:30:00Z', time: '09:30:00Z', duration: 'PT30M', email: 'name@example.com', hostname: 'example.com',
  ipv4: '192.0.2.1', ipv6: '2001:db8::1', uri: 'https://example.com/', uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/**
 * An example of a value, with what the schema requires; dots stand for a text. A text that a pattern or a length rules out is described.
 * @param {any} schema @param {number} [depth] @param {any} [root] the document, into which references point @returns {any}
 */
export function sampleOf(schema, depth = 0, root = schema) {
  if (typeof schema !== 'object' || schema === null || depth > DEEP) return '…';
  if (typeof schema.$ref === 'string') return sampleOf(partAt(root, schema.$ref), depth + 1, root);
  const given = [schema.examples?.[0], schema.const, schema.enum?.[0], schema.default].find(value => value !== undefined);
  if (given !== undefined) return given;
  const branch = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (branch) return sampleOf(branch, depth + 1, root);
  return SAMPLES[[schema.type].flat()[0]]?.(schema, depth, root) ?? '…';
}

/** @type {Record<string, (schema: any, depth: number, root: any) => any>} */
const SAMPLES = {
  object: ({ properties = {}, required = [] }, depth, root) => Object.fromEntries(required.map((/** @type {string} */ key) => [key, sampleOf(properties[key], depth + 1, root)])),
  array: ({ items, minItems = 0 }, depth, root) => Array.from({ length: Math.min(minItems, DEEP) }, () => sampleOf(items, depth + 1, root)),
  integer: numberIn,
  number: numberIn,
  string: textLike,
  boolean: () => true,
  null: () => null,
};

/** A text that the schema accepts: of its format, or dots; else the pattern or length that it must have. @param {any} schema */
function textLike({ format, pattern, minLength = 0, maxLength = Infinity }) {
  const formatted = Object.hasOwn(OF_FORMAT, format) ? OF_FORMAT[/** @type {keyof typeof OF_FORMAT} */ (format)] : undefined;
  const text = formatted ?? '…'.repeat(Math.max(1, Math.min(minLength, MOST_DOTS)));
  if (!fits(text, pattern)) return `string /${pattern}/`;
  if (text.length < minLength) return `string, >= ${minLength} characters`;
  return text.length > maxLength ? `string, <= ${maxLength} characters` : text;
}

/** Whether a text has a pattern of a schema. @param {string} text @param {string} [pattern] */
function fits(text, pattern) {
  if (pattern === undefined) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** A number in a range: 1, or the bound that is nearest to it. @param {any} range */
function numberIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }) {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf);
  if (least !== undefined && least > 1) return least;
  return most !== undefined && most < 1 ? most : multipleOf;
}
