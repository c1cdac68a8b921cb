/** The settings of the model: common servers, their models, a trial; and what the page says to whom. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { delta, events, json } from '../server.js';
import { PHONE, scene } from './stage.mjs';
import { at, begin, counts, reads, toCard, until } from './user.mjs';

const WORDS = {
  en: { works: /It works/, odd: /not as asked: “Sure, here you go”/, origins: /OLLAMA_ORIGINS=http:\/\/127\.0\.0\.1:\d+/, said: /CUDA out of memory/, script: /A script sorts this text/, model: /The model sorts this text/ },
  zh: { works: /可以使用/, odd: /没有照要求回答：“Sure, here you go”/, origins: /OLLAMA_ORIGINS=http:\/\/127\.0\.0\.1:\d+/, said: /CUDA out of memory/, script: /现在由脚本整理/, model: /模型会把这份文本/ },
};

const servers = [];
after(() => { for (const server of servers) { server.closeAllConnections(); server.close(); } });

/** A model server that allows calls from any page and has two models. @param {(response: import('node:http').ServerResponse) => void} answer */
async function serve(answer) {
  const server = createServer((request, response) => {
    for (const name of ['origin', 'headers']) response.setHeader(`access-control-allow-${name}`, name === 'origin' ? '*' : '*, authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/v1/models') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"small"},{"id":"large"}]}');
    request.resume().on('end', () => answer(response));
  });
  servers.push(server);
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${server.address().port}/v1`;
}

/** Answers with a text. @param {string} text */
const says = text => events([delta({ content: text }, 'stop'), '[DONE]']);

/** Opens the settings by the button that offers a model, and chooses a server. */
async function choosesServer(page) {
  await at(page, 'start-model').click();
  await page.locator('[data-testid="settings-provider"]:focus').waitFor();
  await at(page, 'settings-provider').selectOption('openai');
}

scene('a common server is one press, its models are a list, and a trial tells a good answer from an odd one', async ({ lang, context, open }) => {
  await context.route('http://localhost:11434/**', route => route.fulfill({ json: { data: [] }, headers: { 'access-control-allow-origin': '*' } }));
  const page = await open();
  await choosesServer(page);
  await at(page, 'settings-preset').filter({ hasText: 'Ollama' }).click();
  await until(async () => assert.equal(await at(page, 'settings-baseUrl').inputValue(), 'http://localhost:11434/v1'));
  await reads(page, 'dialog-settings', WORDS[lang].origins);
  for (const [answer, result] of [['{"ok": true}', WORDS[lang].works], ['Sure, here you go', WORDS[lang].odd]]) {
    await at(page, 'settings-baseUrl').fill(await serve(says(answer)));
    await at(page, 'settings-model').focus();
    await until(async () => assert.deepEqual(await page.locator('#settings-models option').evaluateAll(all => all.map(option => option.value)), ['small', 'large']));
    await at(page, 'settings-model').fill('small');
    await at(page, 'settings-test').click();
    await reads(page, 'settings-tested', result);
  }
});

/** Everything that the page's storage shows as text. @param {import('playwright-core').Page} page */
const stored = page => page.evaluate(async () => {
  const opened = request => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
  const texts = [JSON.stringify(localStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await opened(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      for (const value of await opened(database.transaction(store).objectStore(store).getAll())) {
        const parts = value?.bytes instanceof ArrayBuffer ? [new TextDecoder().decode(value.bytes), await crypto.subtle.exportKey('raw', value.key).catch(() => 'not extractable')] : [JSON.stringify(value)];
        texts.push(...parts);
      }
    }
    database.close();
  }
  return texts.join('\n');
});

scene('the API key is forgotten, kept for the tab, or kept encrypted, as the user chooses', async ({ open, context }) => {
  const page = await open();
  await choosesServer(page);
  const key = at(page, 'settings-key');
  const again = async other => {
    await other.reload();
    await other.locator('[data-testid="settings-provider"], [data-testid="start-model"]').first().waitFor({ state: 'attached' });
    if (!await at(other, 'settings-provider').isVisible()) await at(other, 'start-model').click();
    await at(other, 'settings-key').waitFor();
  };
  const has = text => until(async () => assert.equal(await at(page, 'settings-key').inputValue(), text));
  await key.fill('sk-secret');
  await again(page);
  await has('');

  await key.fill('sk-secret');
  await at(page, 'settings-remember-key').selectOption('session');
  await again(page);
  await has('sk-secret');

  await at(page, 'settings-remember-key').selectOption('encrypted');
  await until(async () => assert.match(await stored(page), /not extractable/));
  assert.doesNotMatch(await stored(page), /sk-secret/);
  assert.equal(await page.evaluate(() => JSON.stringify(sessionStorage).includes('sk-secret')), false);
  await again(page);
  await has('sk-secret');
  const other = await context.newPage();
  await other.goto(page.url());
  await again(other);
  await until(async () => assert.equal(await at(other, 'settings-key').inputValue(), 'sk-secret'));
  await other.close();

  await at(page, 'settings-remember-key').selectOption('no');
  await until(async () => assert.doesNotMatch(await stored(page), /not extractable/));
  await again(page);
  await has('');
});

scene('the browser’s Back closes an open dialog, and the session stays', async ({ open }) => {
  const page = await open('?agent=desk&model-delay=0&tool-delay=0');
  await at(page, 'desk-try').waitFor();
  const place = page.url();
  await at(page, 'settings').click();
  await counts(page, 'dialog-settings', 1);
  await page.goBack();
  await counts(page, 'dialog-settings', 0);
  assert.equal(page.url(), place);
  await counts(page, 'desk-try', 1);
  await page.goBack();
  await counts(page, 'desk-try', 0);
});

scene('a trial tells what the server said', async ({ lang, open }) => {
  const page = await open();
  await choosesServer(page);
  await at(page, 'settings-baseUrl').fill(await serve(json(200, { error: { message: 'CUDA out of memory' } })));
  await at(page, 'settings-model').fill('small');
  await at(page, 'settings-test').click();
  await reads(page, 'settings-tested', WORDS[lang].said);
});

scene('whoever brings a resume as text is told who reads it', async ({ lang, open }) => {
  const page = await open();
  const pastes = async () => {
    await at(page, 'paste-open').click();
    await at(page, 'paste').fill('Jane Roe\nBackend dev');
    await at(page, 'paste-use').click();
  };
  await pastes();
  await reads(page, 'start-reader', WORDS[lang].script);
  await at(page, 'settings').click();
  await at(page, 'settings-provider').selectOption('openai');
  await at(page, 'dialog-close').click();
  await reads(page, 'start-reader', WORDS[lang].model);
});

scene('a finger is not told of keys', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await toCard(page, lines);
  await counts(page, 'card', 1);
  assert.ok(!await page.locator('.card-keys').first().isVisible());
}, { context: { viewport: PHONE, hasTouch: true, isMobile: true } });
