// @ts-check
/** @import { Json, ToolResult } from '../index.js' */

/** Longest summary in characters. */
const SUMMARY = 48;
/** Most arguments in a preview. */
const PAIRS = 2;

/** A text in at most 48 characters. @param {string} text */
export function brief(text) {
  const characters = [...text.slice(0, 4 * SUMMARY)];
  return characters.length > SUMMARY ? `${characters.slice(0, SUMMARY - 1).join('')}…` : characters.join('');
}

/** The first line of a tool's result, or of its error. @param {ToolResult} result */
export function summaryOf(result) {
  const text = 'ok' in result ? inLang(result.ok) : result.error.text;
  return brief(text.split('\n', 1)[0]);
}

/** Words of a result: the result itself if it is text, or its `text`. @param {Json} result */
function inLang(result) {
  const inner = result !== null && typeof result === 'object' && !Array.isArray(result) ? result.text : result;
  return typeof inner === 'string' ? inner : plain(result);
}

/** The first two arguments of a call. @param {Json} args */
export function pairs(args) {
  if (args === null || typeof args !== 'object') return brief(plain(args));
  return Object.entries(args).slice(0, PAIRS).map(([name, value]) => `${name}=${brief(plain(value))}`).join(', ');
}

/** One line about a tool, for pages that show only text. @param {string} name @param {string} status @param {string} summary */
export const readable = (name, status, summary) => [name, status, summary].filter(Boolean).join(' · ');

/** @param {Json} value */
const plain = value => (typeof value === 'string' ? value : JSON.stringify(value));
