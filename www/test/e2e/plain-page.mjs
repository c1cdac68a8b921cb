/** A page without a bundler, with the import map of the README, over the files of the repository. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const ROOT = new URL('../../../', import.meta.url);
const [MAP] = /<script type="importmap">.*?<\/script>/s.exec(await readFile(new URL('www/README.md', ROOT), 'utf8'));
const PAGE = `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">${MAP.replaceAll('/node_modules/stepgate/', '/www/').replaceAll('"/node_modules/', '"/www/node_modules/')}</head></html>`;

/** Serves the repository; its `url` ends with a slash. */
export const servePlain = () => serve(fileURLToPath(ROOT));

/** Answers `home.html` of a browser with the page. @param {import('playwright-core').BrowserContext} context */
export const routePlain = context => context.route('**/home.html', route => route.fulfill({ contentType: 'text/html', body: PAGE }));
