import { computed } from '@preact/signals-core';
import { compileSchema, readReply, repairJson } from 'stepgate/json/full';
import { lang } from '../../words/i18n.js';
import { CONTRACTS, written } from '../contracts.js';
import { rowsOf } from '../rows.js';
import { inOrder } from '../segments.js';
import * as state from '../state.js';

/** JSON Schema of the contract as text; empty without a contract. */
export const schemaText = computed(() => {
  const name = state.contract.value;
  if (name === 'none') return '';
  return name === 'own' ? state.own.value : written(CONTRACTS[name]);
});

/** Line and column of an offset, both counted from 1. @param {string} text @param {number} offset */
function placeIn(text, offset) {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * Parses the text of a schema. The parser is strict, so that an error has its place.
 * @param {string} text
 */
function parsed(text) {
  try {
    return { json: repairJson(text, { preset: 'strict' }).value };
  } catch (error) {
    return { problem: { place: placeIn(text, error.offset ?? 0), why: null } };
  }
}

/** The compiled contract or its error; neither without a contract. */
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

/**
 * Result of reading the reply, its duration in milliseconds, and a function to repeat it; `{ error }` if the policy refuses the reply, null
 * without a text.
 */
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

/** Repairs of the reply. */
export const repairs = computed(() => result.value?.repairs ?? []);

/** Conversions to fit the contract, except those that a reader cannot see because JSON writes both sides the same way (`2.0` and `2`). */
export const coercions = computed(() => (result.value?.coercions ?? []).filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)));

/** Parts that do not fit the contract. */
export const problems = computed(() => result.value?.problems ?? []);

/** Places of the repairs, or of the refusal, in the order of the text. */
export const marks = computed(() => {
  const { error } = reading.value ?? {};
  return inOrder(error ? [{ offset: error.offset ?? 0, length: 0 }] : repairs.value);
});

/** Kinds of refusals that mean an empty text. */
const NOTHING = ['empty', 'no_json_object', 'not_object'];

/** Most marks in an editable text. */
export const MARKED = 400;

/**
 * Repairs by kind: first the kinds with a loss, then in the order of the text.
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

/** Verdict on the reply in one word. */
export const verdict = computed(() => {
  if (!reading.value) return 'empty';
  const { error } = reading.value;
  if (error) return NOTHING.includes(error.code) ? 'none' : 'refused';
  if (compiled.value.problem) return 'contract';
  const { value, lossless } = result.value;
  if (value === undefined) return 'none';
  if (!lossless) return 'lossy';
  if (problems.value.length) return 'problems';
  return repairs.value.length || coercions.value.length ? 'mended' : 'clean';
});

/** Lines of the value. */
export const rows = computed(() => {
  if (!result.value || verdict.value === 'none') return { rows: [], cut: false };
  return rowsOf(result.value.value, { missing: problems.value.filter(one => one.missing).map(one => one.path) });
});

/** Notes on the value's lines by path. */
export const notes = computed(() => {
  const notes = new Map();
  for (const coercion of coercions.value) notes.set(coercion.path, { coercion });
  for (const problem of problems.value) notes.set(problem.path, { ...notes.get(problem.path), problem });
  return notes;
});
