/** Writes the tables of the results into the README of both languages, between the marks `<!-- tables -->` and `<!-- /tables -->`. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LIBRARIES } from './harness/cells.js';
import { linesOf } from './harness/lines.js';
import { readResults } from './harness/results.js';
import { tables } from './harness/table.js';

const READMES = { en: 'README.md', zh: 'README.zh.md' };
const MARKED = /(<!-- tables -->\n)[\s\S]*(<!-- \/tables -->)/;
const read = path => readFile(new URL(path, import.meta.url), 'utf8');

/** The tables of a folder of results, as Markdown. @param {string} folder @param {'en' | 'zh'} lang @returns {Promise<string>} empty without results */
export async function tablesOf(folder, lang) {
  const results = await readResults(folder);
  if (!results.length) return '';
  const lines = {};
  for (const library of Object.keys(LIBRARIES)) lines[library] = linesOf(await read(`adapters/${library}.js`));
  return tables(results, { lang, lines, careful: linesOf(await read('page/careful.js')).docs });
}

/** Writes the tables into both files. @param {string} folder the results */
export async function writeTables(folder) {
  for (const [lang, path] of Object.entries(READMES)) {
    const text = await read(path);
    if (!MARKED.test(text)) throw new Error(`${path} has no marks <!-- tables --> and <!-- /tables -->.`);
    const made = await tablesOf(folder, lang);
    await writeFile(new URL(path, import.meta.url), text.replace(MARKED, (all, begin, end) => `${begin}\n${made}\n${end}`));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTables(fileURLToPath(new URL('results', import.meta.url)));
