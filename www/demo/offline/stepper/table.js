/** Tables as text: parsing, problems, and cleaning. */

/** A cell, quoted or plain, and the character that ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n)/g;

/** Rows of a comma-separated text. Quoted cells may contain commas and line breaks. @param {string} text @returns {string[][]} */
export function rowsOf(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of `${text.replace(/\r\n?/g, '\n').replace(/\n*$/, '')}\n`.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows.filter(row => row.some(cell => cell.trim()));
}

const cellText = cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param {string[][]} rows */
export const textOf = rows => `${rows.map(row => row.map(cellText).join(',')).join('\n')}\n`;

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const two = number => number.padStart(2, '0');

/** A cell in its normal form. */
function tidy(cell) {
  const text = cell.trim().replace(/\s+/g, ' ');
  const date = DATE.exec(text);
  if (date) return `${date[1]}-${two(date[2])}-${two(date[3])}`;
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text.toLowerCase() : text;
}

/**
 * A cleaned table and its problems: cells with stray blanks or unusual forms, repeated rows, rows with empty cells.
 * Rows with empty cells stay, because nothing is invented.
 * @param {string} text
 */
export function cleaned(text) {
  const [head = [], ...rows] = rowsOf(text);
  const tidied = rows.map(row => head.map((_, at) => tidy(row[at] ?? '')));
  const kept = tidied.filter((row, at) => tidied.findIndex(other => same(other, row)) === at);
  const changed = rows.filter((row, at) => !same(head.map((_, cell) => row[cell] ?? ''), tidied[at])).length;
  const empty = kept.filter(row => row.some(cell => !cell));
  return { head: head.map(cell => cell.trim()), rows: kept, all: rows.length, twice: rows.length - kept.length, changed, empty: empty.length };
}

const same = (one, other) => one.length === other.length && one.every((cell, at) => cell === other[at]);

/** Columns that contain only numbers, with their sums. @param {{ head: string[], rows: string[][] }} table */
export function sumsOf({ head, rows }) {
  return head.flatMap((name, at) => {
    const cells = rows.map(row => row[at]).filter(Boolean);
    const numbers = cells.map(Number);
    const isMeasure = cells.length > 0 && numbers.every(Number.isFinite) && !/(^|_)(id|no|year)$|编号|年份|电话|phone/i.test(name);
    return isMeasure ? [{ name, sum: Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100 }] : [];
  });
}

/** A table in another file format. @param {{ head: string[], rows: string[][] }} table @param {string} extension */
export function tableAs({ head, rows }, extension) {
  if (extension === 'json') return `${JSON.stringify(rows.map(row => Object.fromEntries(head.map((name, at) => [name, typed(row[at])]))), null, 2)}\n`;
  if (extension === 'md') return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |\n`).join('');
  return textOf([head, ...rows]);
}

const typed = cell => (cell !== '' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) ? Number(cell) : cell);
