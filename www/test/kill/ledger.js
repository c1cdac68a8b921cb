/**
 * Kills a Chromium in which several sessions approve transfers, repeatedly on the same profile. The bank is this process and knows what was
 * really made. Nothing may be made twice, and every wish must be fulfilled in the end. A control database is written beside the sessions: a
 * loss that it shares is the browser's own, and the session must tell of it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bankOf } from './bank.js';
import { startChromium } from './browser.js';
import { originOf } from './origin.js';

/** The pages, their sessions, and the WebAssembly that they load: one transfer after the other, or two in one list. */
const PAGES = {
  single: { page: './ledger-page.js', sessions: 5, name: 'stepgate_bg.wasm', file: '../wasm/stepgate_bg.wasm' },
  pairs: { page: './pairs-page.js', sessions: 3, name: 'wasm-engine/stepgate_engine_bg.wasm', file: '../../wasm-engine/stepgate_engine_bg.wasm' },
};
/** Number of kills for each profile. */
const KILLS_A_PROFILE = 25;
/** Longest run of the sessions before the kill, in milliseconds. */
const LIVES_MS = 700;
/** Time that a transfer takes to reach the bank, in milliseconds. */
const LATE_MS = 40;
const PATIENCE_MS = 90_000;

/** @param {{ rounds: number, say?: (line: string) => void }} options */
export const killPairs = options => killPayers({ ...options, page: 'pairs' });

/** @param {{ rounds: number, say?: (line: string) => void, page?: keyof typeof PAGES }} options */
export async function killPayers({ rounds, say = () => {}, page = 'single' }) {
  const sum = { rounds: 0, approvals: 0, once: 0, doubts: 0, discarded: 0, lost: /** @type {string[]} */ ([]) };
  while (sum.rounds < rounds) {
    const profile = await mkdtemp(join(tmpdir(), 'stepgate-kill-'));
    await wearOut(profile, Math.min(KILLS_A_PROFILE, rounds - sum.rounds), sum, PAGES[page]);
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    say(`${sum.rounds} kills, ${sum.approvals} approvals: ${sum.once} made once, ${sum.doubts} doubts, ${sum.discarded} times thrown away by the browser, ${sum.lost.length} troubles`);
  }
  return sum;
}

/** Plays this many kills on one profile, and a last start in which all sessions finish. */
async function wearOut(profile, kills, sum, { page, sessions, name, file }) {
  const bank = bankOf(LATE_MS);
  /** Wishes that a session has saved. @type {Map<number, string>} */
  const said = new Map();
  let wishes = 0;
  let last = false;
  let resting = 0;
  let starts = 0;
  /** Number of the start whose browser lives. A page outlives its browser for a moment, without storage and locks: its troubles are its own. @type {number | undefined} */
  let living;
  const lives = ({ run }) => run === living;
  /** Number of wishes when the browser last lost data: nothing more is expected of them. */
  let uncounted = 0;
  const discarded = () => {
    sum.discarded += 1;
    uncounted = wishes;
    said.clear();
  };
  /** Writes of the control database that were reported, and whether the living page has found fewer. */
  let controls = 0;
  let isSetBack = false;
  const isTold = code => isSetBack && code === 'set_back';
  let begun = () => {};
  let rested = () => {};
  const origin = await originOf(page, {
    hello() { begun(); return { last }; },
    wish: () => (wishes += 1),
    said: ({ id, wish, warning, run }) => {
      if (wish <= uncounted) return;
      if (!warning || isTold(warning)) said.set(wish, id);
      else if (lives({ run })) sum.lost.push(`${id}: said with ${warning}`);
    },
    rests({ id, wishes: kept }) {
      const gone = [...said].filter(([wish, of]) => of === id && !kept.includes(wish)).map(([wish]) => wish);
      if (gone.length) sum.lost.push(`kill ${sum.rounds}: session ${id} has lost ${gone.join(', ')}`);
      gone.forEach(wish => said.delete(wish));
      resting += 1;
      if (resting === sessions) rested();
    },
    discarded,
    control_found({ count }) {
      isSetBack = count < controls;
      if (isSetBack) discarded();
      controls = count;
    },
    control_wrote({ count }) { controls = Math.max(controls, count); },
    warned: report => {
      if (report.code === 'erased') discarded();
      else if (!isTold(report.code) && lives(report)) sum.lost.push(`kill ${sum.rounds}: ${report.id} opened with ${report.code}`);
    },
    failed: report => { if (lives(report)) sum.lost.push(`kill ${sum.rounds}: ${report.kind}-${report.n}: ${report.error}`); },
    ...bank.hear,
  }, { [name]: () => readFile(new URL(file, import.meta.url)) });

  for (; kills >= 0; kills -= 1) {
    last = kills === 0;
    resting = 0;
    const started = new Promise(resolve => { begun = () => resolve(true); });
    const ended = new Promise(resolve => { rested = () => resolve(true); });
    living = starts += 1;
    const chromium = startChromium(profile, `${origin.url}?run=${living}`);
    if (!await Promise.race([last ? ended : started, pause(PATIENCE_MS, false, { ref: false })])) sum.lost.push(`kill ${sum.rounds}: no answer`);
    if (!last) await pause(Math.random() * LIVES_MS);
    living = undefined;
    await chromium.kill(sum.rounds % 2 === 0);
    if (last) chromium.clear();
    else sum.rounds += 1;
    setTimeout(chromium.clear, 3000).unref();
  }
  origin.close();
  const { made, doubts } = bank;
  sum.doubts += doubts;
  sum.approvals += said.size;
  for (const [wish, id] of said) {
    if (made.get(wish) === 1) sum.once += 1;
    else sum.lost.push(`${id}: ${wish} was made ${made.get(wish) ?? 0} times`);
  }
  for (const [wish, times] of made) if (wish > uncounted && !said.has(wish) && times !== 1) sum.lost.push(`unsaid ${wish} was made ${times} times`);
}
