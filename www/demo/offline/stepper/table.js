/** A cell, quoted or plain, and the character that ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n)/g;

/** Rows of a comma-separated text. Quoted cells may contain commas and line breaks. @param {string} text @returns {string[][]} */
function rowsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of `${text.trim()}\n`.replace(/\r\n?/g, '\n').matchAll(CELL)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** A cell in its normal form. */
function tidy(cell) {
  const text = cell.trim().replace(/\s+/g, ' ');
  const date = DATE.exec(text)?.slice(1).map(number => number.padStart(2, '0')).join('-');
  return date ?? (text.includes('@') ? text.toLowerCase() : text);
}

/** A cleaned table and its problems. Rows with empty cells stay, because nothing is invented. @param {string} text */
export function cleaned(text) {
  const [head, ...rows] = rowsOf(text);
  const tidied = rows.map(row => row.map(tidy));
  const kept = [...new Map(tidied.map(row => [row.join('\n'), row])).values()];
  return {
    head, rows: kept, twice: rows.length - kept.length,
    changed: rows.filter((row, at) => row.join('\n') !== tidied[at].join('\n')).length, empty: kept.filter(row => row.includes('')).length,
  };
}

/** @typedef {ReturnType<typeof cleaned>} Table */

/** Problems of a table in words; empty if there are none. @param {Table} table @param {any} words */
export const foundIn = (table, { found, and }) => Object.entries(found).filter(([name]) => table[name] > 0).map(([name, say]) => say(table[name])).join(and);

const cellText = cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param {Table} table */
export const textOf = ({ head, rows }) => [head, ...rows].map(row => `${row.map(cellText).join(',')}\n`).join('');

const typed = cell => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);

/** @param {Table} table */
export const jsonOf = ({ head, rows }) => `${JSON.stringify(rows.map(row => Object.fromEntries(head.map((name, at) => [name, typed(row[at] ?? '')]))), null, 2)}\n`;
