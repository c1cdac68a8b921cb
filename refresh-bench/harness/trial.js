/** One trial: the user wishes and approves, something happens to the page, the user goes on. The account says what was paid. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kill, start } from './browsers.js';
import { KINDS } from './kinds.js';
import { outcomeOf, triesAgain } from './outcome.js';
import { numbers } from './random.js';
import { PATIENCE, User, WISH, WISH_AGAIN } from './user.js';

/**
 * @typedef {{ browser: 'chrome' | 'firefox', library: string, profile: 'docs' | 'best', bank: import('./account.js').Bank, kind: string }} Cell
 * @param {Cell} cell @param {number} n the seed
 * @param {{ server: Awaited<ReturnType<typeof import('./server.js').startServer>>, browser: import('puppeteer-core').Browser, patience?: typeof PATIENCE }} world
 */
export async function play(cell, n, { server, browser, patience = PATIENCE }) {
  const random = numbers(`${cell.kind}-${n}`); // the same moments for every library, profile and bank
  const delay = Math.round(200 + 600 * random());
  const u = random();
  const id = `${cell.library}-${cell.profile}-${cell.bank}-${cell.kind}-${n}-${Math.random()}`;
  const account = server.open(id, { bank: cell.bank, delay, lose: KINDS[cell.kind].loses ?? 0 });
  const address = new URLSearchParams({ library: cell.library, profile: cell.profile, bank: cell.bank, account: id });
  const tab = cell.kind === 'kill' ? await ownBrowser(cell.browser) : await sharedBrowser(browser);
  const row = { n, delay, counted: true };
  try {
    const open = async (file = '') => {
      const page = await tab.newPage();
      await page.goto(`${server.url}/${file}?${address}`);
      return page;
    };
    const user = new User(await open(), account, patience);
    const reopen = async () => {
      const moment = await tab.restart();
      user.page = await open();
      return moment;
    };
    await wish(user, KINDS[cell.kind].isEarly);
    const { end } = await KINDS[cell.kind].play({ user, account, row, delay, u, open, reopen });
    await account.settled();
    Object.assign(row, { end, made: account.made.length, clicks: user.clicks, asks: user.asks, doubts: user.doubts });
    row.outcome = outcomeOf(row);
    if (triesAgain(row)) row.again = await tryAgain(user, account);
    row.total = account.made.length;
    const errors = await errorsOf(user);
    if (errors) row.errors = errors;
    return row;
  } finally {
    await tab.close();
  }
}

/** The user says the wish, and reads the card. @param {User} user @param {boolean | undefined} isEarly without waiting for the card */
async function wish(user, isEarly) {
  if (!await user.until(({ busy }) => !busy, 20_000)) throw new Error(`The page does not start: ${await errorsOf(user)}`);
  await user.say(WISH);
  if (isEarly) return;
  if (!await user.until(({ cards }) => cards.length > 0, 20_000)) throw new Error(`The page shows no card: ${await errorsOf(user)}`);
  await pause(500);
}

/** What went wrong in the page. @param {User} user */
const errorsOf = user => user.page.evaluate(() => window.errors.join('; ').slice(0, 300)).catch(error => String(error));

/** The second attempt. @returns {Promise<{ end: string, clicks: number }>} */
async function tryAgain(user, account) {
  const before = user.clicks;
  await user.say(WISH_AGAIN);
  await pause(100);
  const { end } = await user.goOn();
  await account.settled();
  return { end, clicks: user.clicks - before + 1 };
}

/** A context of the browser that all trials share. */
async function sharedBrowser(browser) {
  const context = await browser.createBrowserContext();
  return { newPage: () => context.newPage(), close: () => context.close().catch(() => {}) };
}

/** A browser of its own, with a profile that outlives its death. */
async function ownBrowser(name) {
  const folder = await mkdtemp(join(tmpdir(), 'refresh-bench-'));
  let browser = await start(name, folder);
  return {
    newPage: () => browser.newPage(),
    async restart() {
      const moment = await kill(browser);
      await rm(join(folder, 'SingletonLock'), { force: true }); // what a killed Chromium leaves behind
      browser = await start(name, folder);
      return moment;
    },
    async close() {
      await kill(browser);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => {});
    },
  };
}
