// The agent over the server of tools, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { connectMcp, mcpTools } from 'stepgate/mcp';
import { desk } from '../agent.js';
import { script } from '../script.js';
import { startTools } from '../tool-server.js';

/** Waits until a check holds. @param {() => void} check */
async function until(check) {
  for (let left = 100; ; left -= 1) {
    try {
      return check();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise(resolve => { setTimeout(resolve, 20); });
    }
  }
}

test('a room is looked up without a question, and booked once, after a yes', async t => {
  const server = await startTools({ page: 'http://127.0.0.1' });
  t.after(server.close);
  const client = await connectMcp(`${server.origin}/mcp`);
  t.after(() => client.close());
  const session = await openSession({ agent: desk(await mcpTools(client)), id: 'a', lang: 'en', model: script });
  const { card } = await session.say('A room for Friday');
  assert.deepEqual([card?.calls?.[0].title, card?.calls?.[0].args, server.booked], ['Book a room', { room: 'Birch', day: 'Friday' }, []]);
  await session.answer(card?.id ?? 0, { accept: true });
  assert.deepEqual(server.booked, ['Birch, Friday']);
  await session.close();
});

test('after the server has raised the price, a grant for the old tool is no grant for the new one', async t => {
  const server = await startTools({ page: 'http://127.0.0.1' });
  t.after(server.close);
  const client = await connectMcp(`${server.origin}/mcp`);
  t.after(() => client.close());
  const store = memoryStore();
  let tools = await mcpTools(client, { onChange: now => { tools = now; } });
  const before = tools;
  const open = () => openSession({ agent: desk(tools), id: 'a', lang: 'en', store, model: script });
  const session = await open();
  await session.say('A room for Friday');
  await session.answer(session.view.card?.id ?? 0, { accept: true, always: { until: 'session' } });
  await session.close();
  await fetch(`${server.origin}/price`, { method: 'POST' });
  await until(() => assert.notEqual(tools, before));
  const again = await open();
  const { card } = await again.say('A room for Friday');
  assert.equal(card?.calls?.[0].title, 'Book a room, for 20 euros');
  assert.deepEqual(server.booked, ['Birch, Friday']);
  await again.close();
});
