/** A page without a bundler, with the import map of the README, over the files of the repository. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';
import { CHROMIUM, watch } from './stage.mjs';

const ROOT = new URL('../../../', import.meta.url);
const [MAP] = /<script type="importmap">.*?<\/script>/s.exec(await readFile(new URL('www/README.md', ROOT), 'utf8'));
const PAGE = `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">${MAP.replaceAll('/node_modules/stepgate/', '/www/').replaceAll('"/node_modules/', '"/www/node_modules/')}</head></html>`;

/** Serves the repository; its `url` ends with a slash. */
export const servePlain = () => serve(fileURLToPath(ROOT));

/** Plays on the page in a browser of its own, in which nothing may go wrong. @param {{ url: string }} server @param {(page: import('playwright-core').Page) => Promise<void>} play */
export async function onPlainPage({ url }, play) {
  const browser = await chromium.launch(CHROMIUM);
  const troubles = [];
  try {
    const context = await browser.newContext();
    await watch(context, troubles);
    await context.route('**/home.html', route => route.fulfill({ contentType: 'text/html', body: PAGE }));
    const page = await context.newPage();
    await page.goto(`${url}home.html`);
    await play(page);
  } finally {
    await browser.close();
  }
  assert.deepEqual(troubles, []);
}
