/** The cost of a conversation, as the user finds it: prices and limits in the settings, the line below the chat, the card at a limit, the inspector. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { AXE, passes } from './axe.mjs';
import { scene } from './stage.mjs';
import { at, counts, reads, send, until } from './user.mjs';

const DESK = '?agent=desk&model-delay=120&tool-delay=0';
const WORDS = {
  en: { ask: 'What can you do?', prices: /Fill in those of this model/, half: /needed, too/, sum: /In all: 2 model calls · [\d,]+ tokens · [\d.]+ sec · \$[\d.]+/, turn: /This turn: 1 model call · [\d,]+ tokens/, card: /1 of 1 calls of the model/, about: /about [\d,]+ tokens · .*about \$/, cost: /cost \$/, kept: /cannot be kept/ },
  zh: { ask: '你能做什么？', prices: /请先填写/, half: /也要填/, sum: /合计：调用模型 2 次 · [\d,]+ 个 token · [\d.]+秒 · \$[\d.]+/, turn: /本轮：调用模型 1 次 · [\d,]+ 个 token/, card: /1.*1.*2/, about: /约 [\d,]+ 个 token · .*约 \$/, cost: /费用 \$/, kept: /无法执行/ },
};

const started = page => until(async () => assert.equal(await at(page, 'input').isEnabled(), true));

/** Sets fields of the settings, and closes them. @param {Record<string, string>} given */
async function sets(page, given, check = async () => {}) {
  await at(page, 'settings').click();
  for (const [name, text] of Object.entries(given)) await at(page, `costs-${name}`).fill(text);
  await check();
  await at(page, 'dialog-close').click();
}

scene('a user fills in prices and a limit, sees what a turn and the session cost, and is asked at the limit', async ({ lang, context, open }) => {
  const words = WORDS[lang];
  await context.addInitScript({ path: AXE });
  const page = await open(DESK);
  await started(page);
  await sets(page, { usd: '0.5' }, async () => {
    await reads(page, 'costs-usd-problem', words.prices);
    await at(page, 'costs-input').fill('2');
    await reads(page, 'costs-output-problem', words.half);
    await at(page, 'costs-output').fill('ten');
    await counts(page, 'costs-output-problem', 1);
    await passes(page, 'prices with mistakes');
    await at(page, 'costs-output').fill('10');
    assert.match(await at(page, 'costs-date').inputValue(), /^\d{4}-\d\d-\d\d$/);
    for (const name of ['usd', 'input', 'output', 'date']) await counts(page, `costs-${name}-problem`, 0);
    await at(page, 'costs-usd').fill('');
    await at(page, 'costs-calls').fill('1');
  });
  await send(page, words.ask);
  await counts(page, 'block-said', 1);
  await send(page, words.ask);
  await counts(page, 'card', 1);
  await reads(page, 'card', words.card);
  await passes(page, 'the card at a limit');
  await page.reload();
  await counts(page, 'card', 1);
  await at(page, 'card-accept').click();
  await counts(page, 'card', 0);
  await reads(page, 'usage-all', words.sum);
  await reads(page, 'usage-turn', words.turn);
  await at(page, 'inspect').click();
  await until(async () => assert.match(await page.locator('stepgate-inspector [data-part=sum]').innerText(), words.cost));
  await page.locator('stepgate-inspector .row:has(.type.replied)').last().click();
  await until(async () => assert.match(await page.locator('stepgate-inspector section').first().innerText(), /\$0\.0\d+/));
});

const servers = [];
after(() => { for (const server of servers) { server.closeAllConnections(); server.close(); } });

/** A server that does not count its tokens. */
async function uncounted() {
  const server = createServer((request, response) => {
    for (const name of ['origin', 'headers']) response.setHeader(`access-control-allow-${name}`, name === 'origin' ? '*' : '*, authorization, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ say: 'Hello' }) }, finish_reason: 'stop' }] })));
  });
  servers.push(server);
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${server.address().port}/v1`;
}

scene('what a server does not count is marked as an estimate, and a limit that cannot be kept asks no model', async ({ lang, open }) => {
  const words = WORDS[lang];
  const page = await open(DESK);
  await started(page);
  await at(page, 'settings').click();
  await at(page, 'settings-provider').selectOption('openai');
  await at(page, 'settings-baseUrl').fill(await uncounted());
  await at(page, 'settings-model').fill('silent');
  await at(page, 'costs-usd').fill('5');
  await reads(page, 'costs-usd-problem', words.prices);
  await at(page, 'dialog-close').click();
  await send(page, words.ask);
  await reads(page, 'turn-error', words.kept);
  await sets(page, { input: '0', output: '500000' });
  await at(page, 'retry').click();
  await counts(page, 'block-said', 1);
  await reads(page, 'usage-all', words.about);
});
