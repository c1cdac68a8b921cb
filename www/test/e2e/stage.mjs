/** What the end-to-end tests stand on: the demo page in a Chromium of its own, driven the way a user drives it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

/** How long a step, and how long a whole scene may take, in milliseconds. */
const PATIENCE = 15_000;
const SCENE = { timeout: 90_000 };
const www = fileURLToPath(new URL('../../', import.meta.url));

/** The page as it is published, and the page with the test agent `ledger`. */
const FOLDERS = { demo: join(www, 'dist'), test: join(www, 'test/dist') };

const CHROMIUM = {
  executablePath: process.env.CHROME ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

export const LANGS = /** @type {const} */ (['en', 'zh']);
const LOCALES = { en: 'en-US', zh: 'zh-CN' };
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const servers = new Map();
let browser;

async function addressOf(name) {
  if (!servers.has(name)) servers.set(name, await serve(FOLDERS[name]));
  return servers.get(name).url;
}

after(async () => {
  await browser?.close();
  for (const server of servers.values()) server.close();
});

/** What users of each language say here. */
export const LINES = {
  en: {
    wish: 'Front-end developer',
    answers: [
      'I built the login module with OAuth 2.0 and JWT on my own',
      'The hardest problem was session expiry, I solved it with refresh tokens',
      'Login errors fell by 35 %, 2000 users',
    ],
    agrees: 'Yes, I can answer these',
    confirms: 'Confirm',
    reason: 'Too long',
    byHand: 'Sign-in for 2000 users',
    thanks: 'Thank you very much!',
    deposit: 'deposit 5 to main',
  },
  zh: {
    wish: '前端开发工程师',
    answers: ['登录模块是我自己从头做的，用的是 OAuth 2.0 和 JWT', '最难的是登录态过期，我用刷新令牌解决的', '登录错误减少了 35%，服务 2000 名用户'],
    agrees: '可以，都能回答',
    confirms: '确认',
    reason: '太长了',
    byHand: '两千名用户的登录',
    thanks: '谢谢！',
    deposit: '存 5 到 main',
  },
};

/** A JSON Resume with one weak place, and with fields that no agent knows. @param {'zh' | 'en'} lang */
export const resumeOf = lang => ({
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  basics: { name: lang === 'zh' ? '陈思远' : 'Ada Byron', email: 'ada@example.com', 'x-pronouns': 'they', location: { city: 'Bath', region: 'Somerset' } },
  work: [{
    name: 'Norrsken',
    position: lang === 'zh' ? '前端开发工程师' : 'Front-end developer',
    startDate: '2024-08',
    highlights: lang === 'zh' ? ['负责登录模块', '修复问题并优化性能'] : ['Responsible for the login module', 'Fixed bugs and improved performance'],
    'x-badge': { number: 42, tags: ['a', null] },
  }],
  awards: [{ title: 'First prize', date: '2022-05-01', awarder: 'School' }],
  meta: { version: 'v1.0.0', 'x-theme': 'even' },
});

/** Everything that may not happen on a page: script errors, errors on the console, breaches of the CSP, native dialogs. */
function watch(context, troubles) {
  context.on('console', message => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
  context.on('weberror', ({ error }) => troubles.push(`script: ${error()}`));
  context.on('dialog', dialog => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  return context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
}

/** Settings the page finds kept from before. */
const keptSettings = (origin, settings) => ({ cookies: [], origins: [{ origin, localStorage: [{ name: 'stepgate-demo', value: JSON.stringify(settings) }] }] });

/**
 * @typedef {object} Options
 * @property {'demo' | 'test'} [build]  which page
 * @property {object} [settings]        as the settings dialog keeps them
 * @property {object} [context]         options of the browser context
 * @property {readonly ('zh' | 'en')[]} [langs]
 */

/**
 * A test in each language, in a fresh profile. `act` gets `{ lang, lines, context, open }`; `open(query)` opens one more tab.
 * @param {string} name
 * @param {(scene: { lang: 'zh' | 'en', lines: typeof LINES['en'], context: import('playwright-core').BrowserContext, open: (query?: string) => Promise<import('playwright-core').Page> }) => Promise<void>} act
 * @param {Options} [options]
 */
export function scene(name, act, { build = 'demo', settings, context: wanted, langs = LANGS } = {}) {
  for (const lang of langs) {
    test(`${name} (${lang})`, SCENE, async () => {
      browser ??= await chromium.launch(CHROMIUM);
      const url = await addressOf(build);
      const context = await browser.newContext({
        locale: LOCALES[lang], viewport: DESKTOP, ...(settings && { storageState: keptSettings(new URL(url).origin, settings) }), ...wanted,
      });
      await played(context, url, lang, act);
    });
  }
}

async function played(context, url, lang, act) {
  const troubles = [];
  try {
    context.setDefaultTimeout(PATIENCE);
    await watch(context, troubles);
    await act({ lang, lines: LINES[lang], context, open: query => open(context, url, query) });
  } finally {
    await context.close().catch(() => {}); // the browser may have been killed
  }
  assert.deepEqual(troubles, []);
}

/**
 * The same in a Chromium whose process `restart(page)` kills and starts again on the same profile; gives the page at the same address.
 * @param {string} name @param {(scene: any) => Promise<void>} act @param {Pick<Options, 'build' | 'langs'>} [options]
 */
export function mortalScene(name, act, { build = 'demo', langs = LANGS } = {}) {
  for (const lang of langs) {
    test(`${name} (${lang})`, SCENE, async () => {
      const profile = await mkdtemp(join(tmpdir(), 'stepgate-'));
      const url = await addressOf(build);
      let running = await startChromium(profile, lang);
      const troubles = [];
      const begun = async () => {
        running.context.setDefaultTimeout(PATIENCE);
        await watch(running.context, troubles);
      };
      const restart = async page => {
        const query = page.url().slice(url.length);
        await running.kill();
        running = await startChromium(profile, lang);
        await begun();
        return open(running.context, url, query);
      };
      try {
        await begun();
        await act({ lang, lines: LINES[lang], open: query => open(running.context, url, query), restart });
      } finally {
        await running.kill();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
      assert.deepEqual(troubles, []);
    });
  }
}

/** @param {string} profile @param {'zh' | 'en'} lang */
async function startChromium(profile, lang) {
  const { executablePath, args } = CHROMIUM;
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, `--accept-lang=${LOCALES[lang]}`, '--window-size=1280,900'];
  const process = spawn(executablePath, [...args, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(process, 'exit');
  const address = await debuggingAddress(process);
  const connected = await chromium.connectOverCDP(address);
  return {
    context: connected.contexts()[0],
    async kill() {
      process.kill('SIGKILL');
      await ended;
    },
  };
}

async function debuggingAddress({ stderr }) {
  for await (const line of createInterface(stderr)) {
    const found = /DevTools listening on (ws:\S+)/.exec(line);
    if (found) return found[1];
  }
  throw new Error('Chromium ended before it listened');
}

/**
 * Stops the script of a page for good right before or right after it writes to a database for the nth time from now.
 * @param {import('playwright-core').Page} page @param {{ database: string, nth: number, when: 'before' | 'after' }} moment
 * @returns {Promise<{ reached: Promise<unknown> }>}
 */
export async function haltAt(page, moment) {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Debugger.enable');
  const reached = once(inspector, 'Debugger.paused');
  await page.evaluate(({ database, nth, when }) => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
      const isMoment = this.name === database && mode === 'readwrite' && --nth === 0;
      if (isMoment && when === 'before') debugger;
      const made = transaction.call(this, stores, mode, ...rest);
      if (isMoment) made.addEventListener('complete', () => { debugger; });
      return made;
    };
  }, moment);
  return { reached };
}

/** Opens the page in a new tab. @param {string} [query] by default a model that answers at once */
async function open(context, url, query = '?model-delay=0') {
  const page = await context.newPage();
  await page.goto(url + query);
  return page;
}

/** Loads the session of a page anew, with another query. @param {import('playwright-core').Page} page @param {string} query */
export async function reopen(page, query) {
  const { origin, pathname, hash } = new URL(page.url());
  await page.goto(origin + pathname + query + hash);
}

/** Waits until `check` no longer throws. @param {() => unknown} check */
export async function until(check) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}

/** The element with a test id. @param {import('playwright-core').Page} page @param {string} id */
export const at = (page, id) => page.getByTestId(id);

/** Waits until the text of an element fits. @param {import('playwright-core').Page} page @param {string} id @param {RegExp} pattern */
export const reads = (page, id, pattern) => until(async () => assert.match(await at(page, id).innerText(), pattern));

/** Waits until there are so many elements. @param {import('playwright-core').Page} page @param {string} id @param {number} count */
export const counts = (page, id, count) => until(async () => assert.equal(await at(page, id).count(), count, id));

/** Waits until a task has a status. @param {import('playwright-core').Page} page @param {number} id @param {string} status */
export const taskIs = (page, id, status) => until(async () => assert.equal(await at(page, `task-${id}`).getAttribute('data-status'), status));

/** Types a message and sends it; comes back when the agent waits for the user again. @param {import('playwright-core').Page} page @param {string} text */
export async function say(page, text) {
  const before = await at(page, 'block-user').count();
  await send(page, text);
  await counts(page, 'block-user', before + 1);
  await rests(page);
}

/** Types a message and sends it. @param {import('playwright-core').Page} page @param {string} text */
export async function send(page, text) {
  await at(page, 'input').fill(text);
  await at(page, 'send').click();
}

/** Waits until neither the model nor a tool is at work. @param {import('playwright-core').Page} page */
export const rests = page => until(async () => assert.ok(await at(page, 'stop').isDisabled(), 'still at work'));

/** From the start page to the first question: a resume by its text, or the sample; then the job wish. @param {import('playwright-core').Page} page @param {{ resume?: object, wish?: string }} given */
export async function begin(page, { resume, wish }) {
  if (resume) {
    await at(page, 'paste-open').click();
    await at(page, 'paste').fill(JSON.stringify(resume));
    await at(page, 'paste-use').click();
  } else {
    await at(page, 'sample').click();
  }
  if (wish) await at(page, 'wish').fill(wish);
  await at(page, 'begin').click();
  await at(page, 'task-1').waitFor({ state: 'attached' }); // a phone shows the tasks in another area
  await at(page, 'block-said').first().waitFor();
  await rests(page);
}

/** From the first question to the card that asks whether the draft goes into the resume. @param {import('playwright-core').Page} page @param {typeof LINES['en']} lines */
export async function toCard(page, { answers, agrees }) {
  for (const answer of answers) await say(page, answer);
  await at(page, 'draft').waitFor({ state: 'attached' });
  await say(page, agrees);
  await at(page, 'card-reason-open').waitFor(); // a card that must be answered, not only a draft
}

/** What a button lets the user keep as a file. @param {import('playwright-core').Page} page @param {() => Promise<void>} press */
export async function downloaded(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

/** Gives a file to a button that asks for one. @param {import('playwright-core').Page} page @param {string} id @param {string} text */
export async function chosen(page, id, text) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, id).click()]);
  await chooser.setFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}
