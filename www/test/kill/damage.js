/**
 * Damages the LevelDB files of a real profile at random: flips bytes, cuts files. Afterwards each session, calendar and workspace must be
 * as it was, or its loss must be told.
 */
import { cp, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChromium } from './browser.js';
import { originOf } from './origin.js';

/** Origins of a profile: each has databases of its own, which are damaged by themselves. */
const ORIGINS = 20;
/** Time after which a page that has not reported is given up, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Files that hold data. */
const DATA = /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb))$/;

/**
 * @param {{ rounds: number, say?: (line: string) => void }} options `rounds`: databases to damage
 * @returns {Promise<{ rounds: number, kinds: Record<string, number>, whole: number, told: Record<string, number>, lost: { silent: string }[] }>}
 */
export async function damageDatabases({ rounds, say = () => {} }) {
  const sum = { rounds: 0, kinds: {}, whole: 0, told: {}, lost: /** @type {{ silent: string }[]} */ ([]) };
  const template = await mkdtemp(join(tmpdir(), 'stepgate-damage-'));
  const walk = await walker();
  for (const round of [0, 1]) await walk.through(template, { fills: true, round }); // the second start turns the first one's log into tables
  const expected = new Map(walk.found);
  while (sum.rounds < rounds) {
    const profile = await mkdtemp(join(tmpdir(), 'stepgate-damage-'));
    await cp(template, profile, { recursive: true, filter: path => !basename(path).startsWith('Singleton') }); // the lock of the browser that ended
    const done = new Map();
    for (const host of walk.hosts) done.set(host, await damage(join(profile, 'Default', 'IndexedDB', `http_${host}_${walk.port}.indexeddb.leveldb`)));
    await walk.through(profile, { fills: false, round: 0 });
    for (const host of walk.hosts) judge(sum, done.get(host), expected.get(host), walk.found.get(host));
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    say(`${sum.rounds} damaged: ${JSON.stringify(sum.kinds)}; ${sum.whole} whole, told ${JSON.stringify(sum.told)}, silent ${sum.lost.length}`);
  }
  walk.close();
  await rm(template, { recursive: true, force: true, maxRetries: 20 });
  return sum;
}

/** Walks through the origins of a profile, one page after the other, and keeps what each reports. */
async function walker() {
  /** @type {Map<string, any>} */
  const found = new Map();
  let order = { fills: false, round: 0 };
  let done = () => {};
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const origin = await originOf('./damage-page.js', {
    hello: () => order,
    found({ host, found: there }) {
      found.set(host, there);
      const next = hosts[hosts.indexOf(host) + 1];
      if (!next) done();
      return { next: next && `http://${next}:${port}/` };
    },
    failed: ({ host, error }) => fail(new Error(`${host}: ${error}`)),
    made: () => false,
  }, { 'stepgate_bg.wasm': () => readFile(new URL('../wasm/stepgate_bg.wasm', import.meta.url)) });
  const { port } = new URL(origin.url);
  const hosts = Array.from({ length: ORIGINS }, (_, n) => `o${n}.localhost`);
  return {
    found, hosts, port, close: origin.close,
    /** A page that does not report is noted as null, and the walk goes on with the next one. @param {string} profile @param {{ fills: boolean, round: number }} next */
    async through(profile, next) {
      order = next;
      found.clear();
      for (let from = 0; from < hosts.length; from = found.size) {
        const ended = new Promise((resolve, reject) => {
          done = () => resolve(true);
          fail = reject;
        });
        const chromium = startChromium(profile, `http://${hosts[from]}:${port}/`);
        if (await Promise.race([ended, standstill(found)])) return chromium.close();
        await chromium.kill(true);
        if (next.fills) throw new Error(`${hosts[found.size]} cannot be filled`);
        found.set(hosts[found.size], null);
      }
    },
  };
}

/** Resolves with false once no more page reports. @param {Map<string, any>} found */
async function standstill(found) {
  for (let size = -1; size < found.size;) {
    ({ size } = found);
    await pause(PATIENCE_MS, undefined, { ref: false });
  }
  return false;
}

/** Damages one file of a database. Gives the kind of damage and the file. @param {string} folder */
async function damage(folder) {
  const files = (await readdir(folder)).filter(file => DATA.test(file));
  const name = files[Math.floor(Math.random() * files.length)];
  const path = join(folder, name);
  const bytes = await readFile(path);
  const kind = Math.random() < 0.6 ? 'flipped' : 'cut';
  const any = () => Math.floor(Math.random() * bytes.length);
  if (kind === 'cut') await truncate(path, any());
  else {
    for (let flips = 1 + Math.floor(Math.random() * 8); flips > 0; flips -= 1) bytes[any()] ^= 1 << Math.floor(Math.random() * 8);
    await writeFile(path, bytes);
  }
  return `${kind} ${name.replace(/\d+/, '')}`;
}

function judge(sum, kind, expected, found) {
  sum.rounds += 1;
  sum.kinds[kind] = (sum.kinds[kind] ?? 0) + 1;
  if (!found) return void sum.lost.push({ silent: `${kind}: the page did not report` });
  for (const [what, { there, told }] of Object.entries(found)) {
    if (told) sum.told[told] = (sum.told[told] ?? 0) + 1;
    else if (there === expected[what].there) sum.whole += 1;
    else sum.lost.push({ silent: `${kind}: ${what} has ${String(there).slice(0, 80)}` });
  }
}
