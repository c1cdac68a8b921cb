import { CHECKS } from './checks.js';

const NAMES = Object.keys(CHECKS);
const HEAD = ['agent', 'lang', 'people', 'good', ...NAMES, 'turns', 'calls', 'corrections', 'chars/turn', 'largest', 'chars/call', 'calls/action'];

/** The results as a table of agents and languages; a check has the number of cases that pass it. @param {any[]} results */
export function tableOf(results) {
  const groups = grouped(results);
  return aligned([HEAD, ...[...groups.values()].map(rowOf)]);
}

const keyOf = ({ agent, lang }) => `${agent} ${lang}`;

/** Results by agent and language. */
function grouped(results) {
  const groups = new Map();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result]);
  return groups;
}

/** Whether a case passed every check. */
export const isGood = ({ faults }) => NAMES.every(name => faults[name].length === 0);

function rowOf(group) {
  const [{ agent, lang }] = group;
  const total = member => group.reduce((sum, one) => sum + one[member], 0);
  const passed = NAMES.map(name => group.filter(({ faults }) => faults[name].length === 0).length);
  const calls = total('calls'), chars = group.flatMap(one => one.chars).sort((one, other) => one - other);
  const each = number => (number / group.length).toFixed(1);
  return [agent, lang, group.length, group.filter(isGood).length, ...passed, each(total('turns')), each(calls), each(total('corrections')),
    chars[Math.floor(chars.length / 2)] ?? 0, chars.at(-1) ?? 0, Math.round(chars.reduce((sum, one) => sum + one, 0) / Math.max(calls, 1)),
    group.every(one => one.actions > 0) ? (calls / total('actions')).toFixed(1) : '-'];
}

/** @param {(string | number)[][]} rows */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)));
  return rows.map(row => row.map((cell, column) => String(cell)[typeof cell === 'number' ? 'padStart' : 'padEnd'](widths[column])).join('  ').trimEnd()).join('\n');
}

/** What was wrong, one line a fault. @param {any[]} results */
export function faultsOf(results) {
  return results.flatMap(({ agent, lang, id, faults }) => NAMES.flatMap(name => faults[name].map(fault => `${agent} ${lang} ${id}: ${name}: ${fault}`)));
}
