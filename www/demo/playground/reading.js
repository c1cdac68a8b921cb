import { computed } from '@preact/signals-core';
import { compileSchema, readReply, repairJson } from 'stepgate/json/full';
import { lang } from '../i18n.js';
import { CONTRACTS, written } from './contracts.js';
import { rowsOf } from './rows.js';
import { inOrder } from './segments.js';
import * as state from './state.js';

/** The contract's JSON Schema as text; empty where there is none. */
export const schemaText = computed(() => {
  const name = state.contract.value;
  if (name === 'none') return '';
  return name === 'own' ? state.own.value : written(CONTRACTS[name]);
});

/** Where in a text an offset is, both counted from 1. @param {string} text @param {number} offset */
function placeIn(text, offset) {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * The JSON of a schema's text. Strict reading, so that the place of a slip can be named.
 * @param {string} text
 */
function parsed(text) {
  try {
    return { json: repairJson(text, { preset: 'strict' }).value };
  } catch (error) {
    return { problem: { place: placeIn(text, error.offset ?? 0), why: null } };
  }
}

/** The compiled contract, or what is wrong with it. Neither where there is no contract. */
export const compiled = computed(() => {
  if (!schemaText.value) return state.contract.value === 'own' ? { problem: { place: null, why: null } } : {};
  const { json, problem } = parsed(schemaText.value);
  if (problem) return { problem };
  try {
    return { schema: compileSchema(json) };
  } catch (error) {
    return { problem: { place: null, why: error.message } };
  }
});

function readWith(schema, text) {
  if (schema) return readReply(text, schema, { lang: state.complaintLang.value ?? lang.value });
  return repairJson(text, { preset: state.contract.value === 'none' ? state.preset.value : 'stepgate' });
}

/** What was made of the reply, how long that took in milliseconds, and the means to do it again; `{ error }` where the policy refuses it; null where there is no text. */
export const reading = computed(() => {
  const text = state.text.value;
  if (!text.trim()) return null;
  const { schema } = compiled.value;
  try {
    const began = performance.now();
    const result = readWith(schema, text);
    return { result, ms: performance.now() - began, again: () => readWith(schema, text) };
  } catch (error) {
    return { error };
  }
});

const result = computed(() => reading.value?.result);

/** What was mended. */
export const repairs = computed(() => result.value?.repairs ?? []);

/** What was converted to fit the contract. What JSON writes the same on both sides (`2.0` and `2`) is no conversion to a reader. */
export const coercions = computed(() => (result.value?.coercions ?? []).filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)));

/** What does not fit the contract. */
export const problems = computed(() => result.value?.problems ?? []);

/** The repairs, or the place of a refusal, in the order of the text. */
export const marks = computed(() => {
  const { error } = reading.value ?? {};
  return inOrder(error ? [{ offset: error.offset ?? 0, length: 0 }] : repairs.value);
});

/** Kinds of refusals that mean: there is nothing in the text. */
const NOTHING = ['empty', 'no_json_object', 'not_object'];

/** How many places are marked in a text that can be edited. */
export const MARKED = 400;

/**
 * The repairs by what they are, those that lost something first, else in the order of the text.
 * @type {import('@preact/signals-core').ReadonlySignal<{ kind: string, lossless: boolean, indices: number[] }[]>}
 */
export const groups = computed(() => {
  const groups = new Map();
  for (const { index } of marks.value) {
    const { kind, lossless } = repairs.value[index] ?? {};
    if (!kind) continue;
    const name = `${kind} ${lossless}`;
    if (!groups.has(name)) groups.set(name, { kind, lossless, indices: [] });
    groups.get(name).indices.push(index);
  }
  return [...groups.values()].sort((a, b) => Number(a.lossless) - Number(b.lossless));
});

/** What there is to say about the reply in a word. */
export const verdict = computed(() => {
  if (!reading.value) return 'empty';
  const { error } = reading.value;
  if (error) return NOTHING.includes(error.kind) ? 'none' : 'refused';
  if (compiled.value.problem) return 'contract';
  const { value, lossless } = result.value;
  if (value === undefined) return 'none';
  if (!lossless) return 'lossy';
  if (problems.value.length) return 'problems';
  return repairs.value.length || coercions.value.length ? 'mended' : 'clean';
});

/** The value, a line each. */
export const rows = computed(() => {
  if (!result.value || verdict.value === 'none') return { rows: [], cut: false };
  return rowsOf(result.value.value, { missing: problems.value.filter(one => one.found === 'missing').map(one => one.path) });
});

/** What is said beside a line of the value, by its path. */
export const notes = computed(() => {
  const notes = new Map();
  for (const coercion of coercions.value) notes.set(coercion.path, { coercion });
  for (const problem of problems.value) notes.set(problem.path, { ...notes.get(problem.path), problem });
  return notes;
});
