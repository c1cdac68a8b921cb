// @ts-check

/** Deepest part of an example that is filled. */
const DEEP = 4;

/**
 * An example of a value, with what the schema requires; dots stand for a text. None where the schema says too little about it.
 * @param {any} schema @param {number} [depth] @returns {any}
 */
export function sampleOf(schema, depth = 0) {
  if (typeof schema !== 'object' || schema === null || depth > DEEP) return '…';
  const given = [schema.examples?.[0], schema.const, schema.enum?.[0], schema.default].find(value => value !== undefined);
  if (given !== undefined) return given;
  const branch = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (branch) return sampleOf(branch, depth + 1);
  return SAMPLES[[schema.type].flat()[0]]?.(schema, depth) ?? '…';
}

/** @type {Record<string, (schema: any, depth: number) => any>} */
const SAMPLES = {
  object: ({ properties = {}, required = [] }, depth) => Object.fromEntries(required.map((/** @type {string} */ key) => [key, sampleOf(properties[key], depth + 1)])),
  array: ({ items, minItems = 0 }, depth) => Array.from({ length: Math.min(minItems, DEEP) }, () => sampleOf(items, depth + 1)),
  integer: numberIn,
  number: numberIn,
  boolean: () => true,
  null: () => null,
};

/** A number in a range: 1, or the bound that is nearest to it. @param {any} range */
function numberIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }) {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + multipleOf);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - multipleOf);
  if (least !== undefined && least > 1) return least;
  return most !== undefined && most < 1 ? most : multipleOf;
}
