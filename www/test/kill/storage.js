/**
 * Kills a Chromium that writes sessions, repeatedly on the same profile, and checks after each restart that every reported write is there.
 * A control database without the package's code is written beside the sessions: a loss that it shares is the browser's own. So is a loss
 * before which the browser reported discarded databases (`discarded`).
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChromium } from './browser.js';
import { originOf } from './origin.js';

/** Number of kills for each profile. */
const KILLS_A_PROFILE = 12;
/** Longest time that a page writes before it is killed, in milliseconds. */
const WRITES_MS = 900;
/** Approximate duration of a start in milliseconds: every fifth kill comes at a random moment of it. */
const STARTS_MS = 1500;
/** Time after which a page that has not looked at its databases is reported, in milliseconds. */
const PATIENCE_MS = 120_000;

/**
 * Writes that were reported and are missing, by database.
 * @typedef {{ kill: number, discarded?: string, sessions: string[], control: string[] }} Loss
 */

/**
 * @param {{ rounds: number, keep?: string, say?: (line: string) => void }} options `keep`: folder for profiles with a loss
 * @returns {Promise<{ rounds: number, written: { sessions: number, control: number }, lost: Loss[], failures: string[], silent: number }>}
 */
export async function killWriters({ rounds, keep, say = () => {} }) {
  const sum = { rounds: 0, written: { sessions: 0, control: 0 }, lost: /** @type {Loss[]} */ ([]), failures: /** @type {string[]} */ ([]), silent: 0 };
  while (sum.rounds < rounds) {
    const profile = await mkdtemp(join(tmpdir(), 'stepgate-kill-'));
    await wearOut(profile, Math.min(KILLS_A_PROFILE, rounds - sum.rounds), sum, keep, say);
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    say(`${sum.rounds} kills, ${sum.written.sessions} + ${sum.written.control} writes, ${sum.lost.length} losses, ${sum.failures.length} failures, ${sum.silent} silent`);
  }
  return sum;
}

/** Plays this many kills on one profile, and a last look. */
async function wearOut(profile, kills, sum, keep, say) {
  /** Last reported revision by id. @type {Record<'sessions' | 'control', Record<string, number>>} */
  const written = { sessions: {}, control: {} };
  /** The browser's report of discarded databases before this look. @type {string | undefined} */
  let discarded;
  let found = () => {};
  let round = 0;
  const note = async loss => {
    sum.lost.push(loss);
    say(`LOST ${JSON.stringify(loss)}`);
    if (keep) await cp(profile, join(keep, `lost-${sum.lost.length}`), { recursive: true });
  };
  const origin = await originOf('./storage-page.js', {
    hello: () => ({ ids: Object.keys(written.sessions), round }),
    async found(there) {
      const loss = lossOf(written, there);
      if (loss) await note({ kill: sum.rounds, discarded, ...loss });
      forget(written, there);
      found();
    },
    wrote({ kind, id, revision }) {
      written[kind][id] = Math.max(written[kind][id] ?? 0, revision);
      sum.written[kind] += 1;
    },
    discarded: ({ message }) => { discarded = message; },
    failed({ what, error, at }) {
      sum.failures.push(`kill ${sum.rounds}: ${what} at ${at} ms: ${error}`);
      say(`FAILED ${sum.failures.at(-1)}`);
    },
  });
  for (round = sum.rounds; kills >= 0; kills -= 1, round += 1) {
    discarded = undefined;
    const looked = new Promise(resolve => { found = () => resolve('found'); });
    const chromium = startChromium(profile, origin.url);
    const isLast = kills === 0;
    const any = !isLast && round % 5 === 4;
    const seen = any ? pause(Math.random() * STARTS_MS) : Promise.race([looked, pause(PATIENCE_MS, 'silent', { ref: false })]);
    if (await seen === 'silent') {
      sum.silent += 1;
      say(`SILENT kill ${sum.rounds}`);
    }
    if (!any && !isLast) await pause(Math.random() * WRITES_MS);
    await chromium.kill(round % 2 === 0);
    if (round % 4 === 1) await pause(200); // otherwise the next one starts while parts of this one still end
    if (isLast) chromium.clear();
    else sum.rounds += 1;
    setTimeout(chromium.clear, 3000).unref();
  }
  origin.close();
}

/** Reported writes that are missing; `undefined` if there are none. A database that could not be read is reported as such. */
function lossOf(written, there) {
  const missing = kind => (there[kind] === null ? ['all: cannot be read'] : Object.entries(written[kind])
    .filter(([id, revision]) => (there[kind][id] ?? 0) < revision)
    .map(([id, revision]) => `${id}: ${there[kind][id] ?? 0} of ${revision}`));
  const [sessions, control] = [missing('sessions'), missing('control')];
  return sessions.length + control.length ? { sessions, control } : undefined;
}

/** Expects only what was found from now on, so that a loss is reported once. */
function forget(written, there) {
  for (const kind of ['sessions', 'control']) {
    if (there[kind]) for (const id of Object.keys(written[kind])) written[kind][id] = Math.max(there[kind][id] ?? 0, 0);
  }
}
