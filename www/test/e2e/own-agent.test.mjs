/** An agent of one's own in Rust, `examples/shopping`, with the wasm that wasm-pack made of it: a page opens it through the package. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onPlainPage, servePlain } from './plain-page.mjs';
import { SCENE } from './stage.mjs';

const server = await servePlain();
after(() => server.close());

/** What the page does: the model answers with the lines in turn, and the shop notes what is ordered. */
async function openList(lines) {
  const [{ indexedDbStore, openSession, wasmAgent }, glue] = await Promise.all([import('stepgate'), import('/examples/shopping/pkg/shopping.js')]);
  globalThis.orders = [];
  globalThis.list = await openSession({
    agent: wasmAgent('shopping', glue), id: 'list', lang: 'en', store: indexedDbStore('home'),
    model: async () => ({ text: lines.shift() }),
    tools: { order: ({ items }, { idempotencyKey: key }) => { globalThis.orders.push({ items, key }); return 'ordered'; } },
  });
}

/** The kinds of the blocks, the list, and the open card. @param {import('playwright-core').Page} page */
const shown = page => page.evaluate(() => {
  const { blocks, data, card } = globalThis.list.view;
  return { kinds: blocks.map(({ kind }) => kind), items: data.items, asks: card?.calls?.[0]?.name };
});

test('a page opens it, is asked before it orders, and goes on after a reload', SCENE, async () => {
  await onPlainPage(server, async page => {
    await page.evaluate(openList, ['Sure: {"say": "Tea is off.", "remove": ["tea"]}', '{"say": "Shall I order?", "add": ["tea", "milk",], "order": true}']);
    await page.evaluate(() => globalThis.list.say('Tea and milk, please'));
    const asked = { kinds: ['user', 'correction', 'assistant', 'card'], items: ['tea', 'milk'], asks: 'order' };
    assert.deepEqual(await shown(page), asked);

    await page.reload();
    await page.evaluate(openList, ['{"say": "It is on its way."}']);
    assert.deepEqual(await shown(page), asked);
    await page.evaluate(() => globalThis.list.answer(globalThis.list.view.card.id, { accept: true }));
    assert.deepEqual(await shown(page), { kinds: ['user', 'correction', 'assistant', 'card', 'tool', 'assistant'], items: ['tea', 'milk'], asks: undefined });
    const orders = await page.evaluate(() => globalThis.orders);
    assert.deepEqual(orders.map(({ items }) => items), [['tea', 'milk']]);

    await page.reload();
    await page.evaluate(openList, []);
    assert.deepEqual((await shown(page)).kinds.at(-1), 'assistant');
    assert.deepEqual(await page.evaluate(() => globalThis.orders), [], 'nothing is ordered twice');
  });
});
