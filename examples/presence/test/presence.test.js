// The agent and the bank, without a browser: nothing is sent that no passkey has confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from 'stepgate';
import { bank } from '../agent.js';
import { bankServer } from '../bank-server.js';
import { script } from '../script.js';

const ORIGIN = 'http://localhost:8090';
const PRESS = { type: 'click', isTrusted: true };

/** Lets the bank answer the page's `fetch`. @param {import('node:test').TestContext} t */
function withBank(t) {
  const server = bankServer(ORIGIN);
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ path, /** @type {any} */ { body, headers }) => {
    const [status, answer] = await server.answer(path, JSON.parse(body), headers['idempotency-key']);
    return new Response(JSON.stringify(answer), { status });
  });
  return server;
}

test('without a passkey the card stays open, and the bank sends nothing', async t => {
  const server = withBank(t);
  const session = await openSession({ agent: bank, id: 'a', lang: 'en', model: script });
  await session.say('40 euros to Ann');
  const { card } = session.view;
  assert.equal(card?.title, 'Send 40 € to Ann?');
  await assert.rejects(session.answer(card?.id ?? 0, { accept: true, event: PRESS }), { code: 'not_present' });
  assert.deepEqual([session.view.card, server.transfers()], [card, []]);
  await session.close();
});

test('the bank refuses a transfer that was not confirmed, and a signature for a challenge that it did not make', async t => {
  const server = withBank(t);
  assert.equal((await server.answer('/transfers', { to: 'Eve', euros: 900 }, 'key'))[0], 403);
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'own', origin: ORIGIN })).toString('base64url');
  assert.deepEqual(await server.answer('/presence/end', { credential: { id: 'x', response: { clientDataJSON } } }, ''), [200, { confirmed: false }]);
  assert.deepEqual(server.transfers(), []);
});
