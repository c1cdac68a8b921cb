/** Stage of the end-to-end tests: the demo page in a Chromium of its own, driven by user actions. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';
import { LINES, PATIENCE } from './user.mjs';

/** Longest duration of a scene in milliseconds. A slow machine takes several times as long as a fast one. */
export const SCENE = { timeout: 300_000 };
const www = fileURLToPath(new URL('../../', import.meta.url));

/** The published page, and the page with the test agent `ledger`. */
const FOLDERS = { demo: join(www, 'dist'), test: join(www, 'test/dist') };

/** Features that Playwright turns off. Chromium takes only the last list it is given, so ours begins with them. */
const OFF_IN_PLAYWRIGHT = ['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints',
  'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'];

/** Pages of Chromium's own address bar, which nobody sees: each window loads them, at the price of half a page of ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];

export const CHROMIUM = {
  executablePath: process.env.CHROME ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR]}`],
};

export const LANGS = /** @type {const} */ (['en', 'zh']);
export const LOCALES = { en: 'en-US', zh: 'zh-CN' };
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const servers = new Map();
let browser;

/** Address of a served build of the page. @param {'demo' | 'test'} name */
export async function addressOf(name) {
  if (!servers.has(name)) servers.set(name, await serve(FOLDERS[name]));
  return servers.get(name).url;
}

/** Closes everything that the scenes have opened. */
export async function clear() {
  await browser?.close();
  for (const server of servers.values()) server.close();
}

if (process.env.NODE_TEST_CONTEXT) after(clear); // not for scripts that only take pictures

/**
 * Records what must not happen on a page: script errors, console errors, violations of the CSP, native dialogs.
 * @param {import('playwright-core').BrowserContext} context @param {string[]} troubles
 */
export function watch(context, troubles) {
  context.setDefaultTimeout(PATIENCE);
  context.on('console', message => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
  context.on('weberror', trouble => troubles.push(`script: ${trouble.error()}`));
  context.on('dialog', dialog => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  return context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
}

/** Settings kept from an earlier visit. */
const keptSettings = (origin, settings) => ({ cookies: [], origins: [{ origin, localStorage: [{ name: 'stepgate-demo', value: JSON.stringify(settings) }] }] });

/**
 * @typedef {object} Options
 * @property {'demo' | 'test'} [build]  build of the page
 * @property {object} [settings]        in the form that the settings dialog keeps
 * @property {object} [context]         options of the browser context
 * @property {readonly ('zh' | 'en')[]} [langs]
 * @property {string} [now]             time that the page's clock shows, standing still
 * @property {boolean} [offline]        whether the service worker runs, for scenes without the network; in each profile it downloads the whole page anew
 */

/**
 * A test in each language, in a fresh profile. `act` gets `{ lang, lines, context, open }`; `open(query)` opens another tab.
 * A scene that fails is played once more, and the test command prints why the first try failed (`docs/decisions/044-a-scene-may-fail-once.md`).
 * @param {string} name
 * @param {(scene: { lang: 'zh' | 'en', lines: typeof LINES['en'], context: import('playwright-core').BrowserContext, open: (query?: string) => Promise<import('playwright-core').Page> }) => Promise<void>} act
 * @param {Options} [options]
 */
export function scene(name, act, { langs = LANGS, ...options } = {}) {
  for (const lang of langs) {
    test(`${name} (${lang})`, SCENE, t => twice(t, `${name} (${lang})`, () => onPage(lang, options, act)));
  }
}

/** Plays a scene, and once more if it fails. @param {import('node:test').TestContext} t @param {string} name @param {() => Promise<void>} play */
export async function twice(t, name, play) {
  try {
    await play();
  } catch (error) {
    t.diagnostic(`second try: ${name}: ${error.message.split('\n', 1)[0]}`);
    await play();
  }
}

/** One scene in one language. @param {'zh' | 'en'} lang @param {Options} options @param {(scene: any) => Promise<void>} act */
export async function onPage(lang, { build = 'demo', settings, now, offline = false, context: wanted }, act) {
  browser ??= await chromium.launch(CHROMIUM);
  const url = await addressOf(build);
  const context = await browser.newContext({
    locale: LOCALES[lang], viewport: DESKTOP, serviceWorkers: offline ? 'allow' : 'block', ...(settings && { storageState: keptSettings(new URL(url).origin, settings) }), ...wanted,
  });
  if (now) await context.clock.setFixedTime(now);
  await played(context, url, lang, act);
}

async function played(context, url, lang, act) {
  const troubles = [];
  try {
    await watch(context, troubles);
    await act({ lang, lines: LINES[lang], context, open: query => open(context, url, query) });
  } finally {
    await context.close();
  }
  assert.deepEqual(troubles, []);
}

/**
 * Opens the page in a new tab.
 * @param {import('playwright-core').BrowserContext} context @param {string} url @param {string} [query] default: a model that answers at once
 */
export async function open(context, url, query = '?model-delay=0') {
  const page = await context.newPage();
  await page.goto(url + query);
  return page;
}
