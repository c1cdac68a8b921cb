/** An agent that a page without a bundler defines by `toolAgent`: its engine is loaded, its write asks, and a reload goes on. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onPlainPage, servePlain } from './plain-page.mjs';
import { SCENE } from './stage.mjs';

const server = await servePlain();
after(() => server.close());

/** What the page does: the model answers with the lines in turn, and bookings are noted. */
async function openTrip({ lines, lang }) {
  const [{ indexedDbStore, openSession, tool, toolAgent }, { z }] = await Promise.all([import('stepgate'), import('/www/node_modules/zod/index.js')]);
  globalThis.booked = [];
  globalThis.asked = [];
  const planner = toolAgent({
    name: 'travel',
    instructions: 'Help the user plan a trip.',
    tools: {
      flights: tool({ description: 'Searches flights', inputSchema: z.object({ to: z.string(), day: z.iso.date() }), execute: ({ to }) => [{ flight: 'TP1', to }] }),
      book: tool({ description: { en: 'Books a flight', zh: '预订航班' }, inputSchema: z.object({ flight: z.string() }), access: 'write', execute: (args, { idempotencyKey: key }) => { globalThis.booked.push([args, key]); } }),
    },
  });
  globalThis.trip = await openSession({
    agent: planner, id: 'trip', lang, store: indexedDbStore('home'),
    model: async request => { globalThis.asked.push(request.messages[0].content); return { text: lines.shift() }; },
  });
}

for (const [lang, prompt, about] of [['en', /Books a flight \(asks the user first\)/, 'Books a flight'], ['zh', /预订航班（会先征求用户同意）/, '预订航班']]) {
  test(`a page defines its agent, is asked before it books, and goes on after a reload (${lang})`, SCENE, async () => {
    await onPlainPage(server, async page => {
      const lines = ['{"say": "I look.", "tool": {"name": "flights", "args": {"to": "Lisbon", "day": "2026-05-12"}}}', '{"say": "", "tool": {"name": "book", "args": {"flight": "TP1",}}}'];
      await page.evaluate(openTrip, { lines, lang });
      await page.evaluate(() => globalThis.trip.say('Lisbon'));
      const card = () => page.evaluate(() => globalThis.trip.view.card);
      assert.deepEqual((await card()).calls[0].args, { flight: 'TP1' });
      assert.equal((await card()).calls[0].about, about);
      assert.match((await page.evaluate(() => globalThis.asked))[0], prompt);

      await page.reload();
      await page.evaluate(openTrip, { lines: ['{"say": "Booked."}'], lang });
      assert.deepEqual((await card()).calls[0].args, { flight: 'TP1' });
      await page.evaluate(() => globalThis.trip.answer(globalThis.trip.view.card.id, { accept: true }));
      assert.deepEqual((await page.evaluate(() => globalThis.booked)).map(([args]) => args), [{ flight: 'TP1' }]);
      assert.equal(await page.evaluate(() => globalThis.trip.view.blocks.at(-1).text), 'Booked.');
    });
  });
}
