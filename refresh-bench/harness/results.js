/**
 * The results: a file for each cell, whose first line tells what was measured and with which versions, and each further line one trial. A file is written when
 * its cell is complete, so a cell that was broken off has none, and is run again from its first seed.
 */
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf } from './cells.js';

/** @typedef {{ cell: import('./trial.js').Cell, fingerprint: string, versions: Record<string, string>, trials: number, rows: any[] }} Result */

/** @param {string} folder @param {Omit<Result, 'rows'> & Record<string, unknown>} head @param {any[]} rows */
export async function writeResult(folder, head, rows) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${nameOf(head.cell)}.jsonl`);
  await writeFile(`${file}.new`, [head, ...rows].map(line => `${JSON.stringify(line)}\n`).join(''));
  await rename(`${file}.new`, file);
}

/** @param {string} folder @returns {Promise<Result[]>} */
export async function readResults(folder) {
  const files = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl')).sort();
  return Promise.all(files.map(async name => {
    const [head, ...rows] = (await readFile(join(folder, name), 'utf8')).trim().split('\n').map(line => JSON.parse(line));
    return { ...head, rows };
  }));
}

/** Whether a cell has been run as it would be run now. @param {Result[]} results @param {{ cell: object, fingerprint: string, trials: number }} wanted */
export const hasResult = (results, { cell, fingerprint, trials }) => results.some(result => (
  nameOf(result.cell) === nameOf(cell) && result.fingerprint === fingerprint && result.trials >= trials));
