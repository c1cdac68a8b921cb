/**
 * Kills a Chromium in which several sessions approve transfers, repeatedly on the same profile, and whose user now and then goes back. The bank is this process and knows what was
 * really made. Nothing may be made twice or against the user's answer, and every wish must have its outcome in the end. A control database is
 * written beside the sessions: a loss that it shares is the browser's own, and the session must tell of it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bankOf } from './bank.js';
import { booksOf } from './books.js';
import { startChromium } from './browser.js';
import { originOf } from './origin.js';

/** The pages, their sessions and the WebAssembly that they load: one write a card, or several. */
const PAGES = {
  single: { page: './ledger-page.js', sessions: 5, name: 'stepgate_bg.wasm', file: '../wasm/stepgate_bg.wasm' },
  cards: { page: './cards-page.js', sessions: 3, name: 'wasm-engine/stepgate_engine_bg.wasm', file: '../../wasm-engine/stepgate_engine_bg.wasm' },
};
/** Number of kills for each profile. */
const KILLS_A_PROFILE = 25;
/** Longest run of the sessions before the kill, in milliseconds. */
const LIVES_MS = 700;
/** Time that a transfer takes to reach the bank, in milliseconds. */
const LATE_MS = 40;
/** Share of the transfers that fail at first. */
const FAULTY = 0.2;
const PATIENCE_MS = 90_000;

const NOTHING = { rounds: 0, back: 0, named: 0, halfWay: 0, discarded: 0, cards: 0, writes: 0, once: 0, declined: 0, declinedMade: 0, failed: 0, notRun: 0, replaced: 0, twice: 0, doubts: 0 };

/** @param {{ rounds: number, say?: (line: string) => void }} options */
export const killCards = options => killPayers({ ...options, page: 'cards' });

/** @param {{ rounds: number, say?: (line: string) => void, page?: keyof typeof PAGES }} options */
export async function killPayers({ rounds, say = () => {}, page = 'single' }) {
  const sum = { ...NOTHING, lost: /** @type {string[]} */ ([]) };
  while (sum.rounds < rounds) {
    const profile = await mkdtemp(join(tmpdir(), 'stepgate-kill-'));
    await wearOut(profile, Math.min(KILLS_A_PROFILE, rounds - sum.rounds), sum, PAGES[page]);
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    const { lost, ...counts } = sum;
    say(`${JSON.stringify(counts)}, ${lost.length} troubles`);
  }
  return sum;
}

/** Plays this many kills on one profile, and a last start in which all sessions finish. */
async function wearOut(profile, kills, sum, { page, sessions, name, file }) {
  const bank = bankOf(LATE_MS, FAULTY);
  const books = booksOf(bank, trouble => { sum.lost.push(`kill ${sum.rounds}: ${trouble}`); });
  const start = startsOf(books, sum, sessions);
  const origin = await originOf(page, { ...bank.hear, ...books.hear, ...start.hear }, { [name]: () => readFile(new URL(file, import.meta.url)) });

  for (; kills >= 0; kills -= 1) {
    const isLast = kills === 0;
    const { run, started, rested } = start.next(isLast);
    const chromium = startChromium(profile, `${origin.url}?run=${run}`);
    if (!await Promise.race([isLast ? rested : started, pause(PATIENCE_MS, false, { ref: false })])) sum.lost.push(`kill ${sum.rounds}: no answer`);
    if (!isLast) await pause(Math.random() * LIVES_MS);
    start.end();
    await chromium.kill(sum.rounds % 2 === 0);
    if (isLast) chromium.clear();
    else [sum.rounds, sum.halfWay] = [sum.rounds + 1, sum.halfWay + books.halfWay()];
    setTimeout(chromium.clear, 3000).unref();
  }
  origin.close();
  for (const [what, count] of Object.entries(books.close())) sum[what] += count;
}

/** The starts of a browser on one profile, and what their pages report. */
function startsOf(books, sum, sessions) {
  let starts = 0;
  let isLast = false;
  /** Number of the start whose browser lives. A page outlives its browser for a moment, without storage and locks: its troubles are its own. @type {number | undefined} */
  let living;
  let [resting, begun, rested] = [0, () => {}, () => {}];
  /** Writes of the control database that were reported, and whether the living page has found fewer. */
  let controls = 0;
  let isSetBack = false;

  const discarded = () => {
    sum.discarded += 1;
    books.forget();
  };
  const trouble = ({ run }, text) => { if (run === living) sum.lost.push(`kill ${sum.rounds}: ${text}`); };
  const isTold = code => isSetBack && code === 'set_back';
  return {
    /** Another start of the browser: its number, and promises of its beginning and of all its sessions at rest. @param {boolean} last */
    next(last) {
      living = starts += 1;
      [isLast, resting] = [last, 0];
      const promise = put => new Promise(resolve => put(() => resolve(true)));
      return { run: living, started: promise(done => { begun = done; }), rested: promise(done => { rested = done; }) };
    },
    end() { living = undefined; },
    hear: {
      hello() { begun(); return { last: isLast }; },
      said(report) {
        if (!report.warning || isTold(report.warning)) books.hear.said(report);
        else trouble(report, `${report.id}: said with ${report.warning}`);
      },
      rests(report) {
        books.rests(report);
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
      warned(report) {
        if (report.code === 'erased') discarded();
        else if (!isTold(report.code)) trouble(report, `${report.id} opened with ${report.code}`);
      },
      back() { sum.back += 1; },
      named() { sum.named += 1; },
      failed: report => trouble(report, `${report.id}: ${report.error}`),
    },
  };
}
