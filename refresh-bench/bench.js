/** Builds the page, runs the cells that have no result yet, and writes the tables. `run.js` installs what this needs, and calls it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPage } from './build.js';
import { watchSleep } from './harness/awake.js';
import { start } from './harness/browsers.js';
import { runCell } from './harness/cell.js';
import { cellsOf, nameOf } from './harness/cells.js';
import { commit, fingerprintOf, machine, versionsOf } from './harness/fingerprint.js';
import { hasResult, readResults, writeResult } from './harness/results.js';
import { startServer } from './harness/server.js';
import { play } from './harness/trial.js';
import { tablesOf, writeTables } from './report.js';

const OPTIONS = {
  library: { type: 'string', default: 'all' },
  setup: { type: 'string', default: 'docs/plain,best/keyed' },
  kind: { type: 'string', default: 'all' },
  browser: { type: 'string', default: 'chrome' },
  trials: { type: 'string', default: '50' },
  width: { type: 'string', default: '3' },
  minutes: { type: 'string', default: 'Infinity' },
  results: { type: 'string', default: fileURLToPath(new URL('results', import.meta.url)) },
};

/** A cell in which the browser ended or the machine slept is broken off, and started again so often. */
const TRIES = 3;

/** Runs what is missing. @param {Record<string, string>} options */
export async function bench(options) {
  const [trials, width] = [count(options, 'trials'), count(options, 'width')];
  const until = Date.now() + Number(options.minutes) * 60_000;
  const dist = await mkdtemp(join(tmpdir(), 'refresh-bench-page-')); // a folder of its own: another run may be under way
  await buildPage(dist);
  const server = await startServer(pathToFileURL(`${dist}/`));
  for (const [browser, cells] of byBrowser(cellsOf(options))) {
    await inBrowser(browser, { cells, server, trials, width, until, folder: options.results });
  }
  server.close();
  await rm(dist, { recursive: true, force: true });
}

/** Runs the cells of one browser. No cell begins after `until`. */
async function inBrowser(name, { cells, server, trials, width, until, folder }) {
  let browser = await start(name);
  const version = await browser.version();
  const results = await readResults(folder);
  for (const cell of cells) {
    const fingerprint = fingerprintOf(cell.library, version);
    if (hasResult(results, { cell, fingerprint, trials }) || Date.now() > until) continue;
    const [began, load] = [Date.now(), loadavg()[0]];
    let rows;
    for (let tries = 1; !rows && tries <= TRIES; tries += 1) {
      if (!browser.connected) browser = await start(name);
      const sleep = watchSleep();
      const made = await runCell(n => play(cell, n, { server, browser }), { trials, width });
      sleep.end();
      if (browser.connected && !sleep.slept()) rows = made;
    }
    if (!rows) throw new Error(`${nameOf(cell)}: the browser ended or the machine slept before the cell was complete, ${TRIES} times.`);
    const when = { date: new Date(began).toISOString().slice(0, 10), load: [load, loadavg()[0]] };
    await writeResult(folder, { cell, fingerprint, trials, width, versions: { ...versionsOf(cell.library), browser: version }, commit: commit(), machine: machine(), ...when }, rows);
    console.log(`${nameOf(cell)}: ${summaryOf(rows)}; ${Math.round((Date.now() - began) / 1000)} s`);
  }
  await browser.close();
}

/** @param {import('./harness/trial.js').Cell[]} cells @returns {Map<string, import('./harness/trial.js').Cell[]>} */
function byBrowser(cells) {
  const groups = new Map();
  for (const cell of cells) groups.set(cell.browser, [...groups.get(cell.browser) ?? [], cell]);
  return groups;
}

/** The outcomes of a cell, in one line. */
function summaryOf(rows) {
  const counts = new Map();
  for (const { counted, outcome, trouble } of rows) {
    const name = trouble ? 'trouble' : counted ? outcome : 'not counted';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, number]) => `${number} ${name}`).join(', ');
}

/** @param {Record<string, string>} options @param {string} name */
function count(options, name) {
  const number = Number(options[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name}: \`${options[name]}\` is not a whole number above 0.`);
  return number;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('SIGTERM', () => process.exit(143));
  const { values } = parseArgs({ options: OPTIONS });
  await bench(values);
  if (values.results === OPTIONS.results.default) await writeTables(values.results);
  else console.log(await tablesOf(values.results, 'en'));
}
