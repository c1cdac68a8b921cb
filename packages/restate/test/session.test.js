// Sessions on Restate, which really runs, as pages see them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { openRemoteSession } from 'stepgate/remote';
import { openBank } from './bank.js';
import { deskOf, model } from './desk.js';
import { world } from './restate.js';

/** @type {Awaited<ReturnType<typeof openBank>>} */
let bank;
/** @type {Awaited<ReturnType<typeof world>>} */
let there;
before(async () => {
  bank = await openBank();
  there = await world({ bank: bank.url });
});
after(async () => {
  await there.close();
  bank.close();
});

/** @param {string} id @param {object} [more] */
const open = (id, more) => openRemoteSession({ base: there.base, agent: 'desk', id, headers: () => ({ authorization: 'ada' }), ...more });

/** The first view of which this holds. @param {any} page @param {(view: any) => unknown} holds @returns {Promise<any>} */
const once = (page, holds) => new Promise(resolve => {
  const end = page.subscribe((/** @type {any} */ view) => { if (holds(view)) queueMicrotask(() => { end(); resolve(view); }); });
});
const textsOf = (/** @type {any} */ view, kind = 'assistant') => view.blocks.filter((/** @type {any} */ block) => block.kind === kind).map((/** @type {any} */ block) => block.text);
const paid = (/** @type {number} */ bill) => [...bank.booked.values()].filter(booking => booking.bill === bill).map(({ count }) => count);

test('a write runs once after its card, answered on another device', async () => {
  const phone = await open('devices');
  const asked = await phone.say('pay_idempotent 17');
  assert.equal(asked.card?.kind, 'approval');
  const laptop = await open('devices');
  assert.deepEqual(laptop.view, asked);
  await phone.close();
  const view = await laptop.answer(laptop.view.card.id, { accept: true });
  assert.equal(view.waiting, 'user');
  assert.deepEqual(paid(17), [1]);
  await laptop.close();
});

test('a page that closes at once after its yes finds the write done', async () => {
  const phone = await open('closes');
  const { card } = await phone.say('pay_plain 18');
  const answered = phone.answer(card.id, { accept: true });
  await once(phone, view => !view.card);
  await phone.close();
  await assert.rejects(answered, { code: 'closed' });
  const laptop = await open('closes');
  await once(laptop, view => view.waiting === 'user');
  assert.deepEqual(paid(18), [1]);
  await laptop.close();
});

test('words whose answer is lost are heard once', async () => {
  const page = await open('lost');
  const own = globalThis.fetch;
  let losses = 0;
  const warnings = [];
  const end = page.subscribe((_, session) => { if (session.warning) warnings.push(session.warning.code); });
  globalThis.fetch = async (...given) => {
    const answer = await own(...given);
    if (!String(given[0]).includes('/tell?') || losses === 3) return answer;
    losses += 1;
    throw new TypeError('the network is cut');
  };
  try {
    const view = await page.say('look 4');
    assert.equal(losses, 3);
    assert.deepEqual(textsOf(view, 'user'), ['look 4']);
    assert.deepEqual([...new Set(warnings)], ['lost']);
    assert.equal(page.warning, undefined);
  } finally {
    end();
    globalThis.fetch = own;
  }
  await page.close();
});

test('the words of a reply come in', async () => {
  const pieces = [];
  const page = await open('aloud', { onStream: piece => pieces.push(piece.say) });
  const view = await page.say('aloud');
  assert.deepEqual(textsOf(view), ['one two three']);
  assert.ok(pieces.includes('one two three') && pieces.every(said => 'one two three'.startsWith(said.trim())), JSON.stringify(pieces));
  await page.close();
});

test('a stop ends a call of the model', async () => {
  const page = await open('stops');
  const said = page.say('slow');
  await once(page, view => view.waiting === 'model');
  await assert.rejects(page.say('and this?'), { name: 'Refusal', code: 'busy' });
  const view = await page.stop();
  assert.equal(view.waiting, 'user');
  assert.equal((await said).waiting, 'user');
  assert.equal((await page.say('look 5')).waiting, 'user');
  await page.close();
});

test('an answer to a card that is gone changes nothing', async () => {
  const page = await open('gone');
  const { card } = await page.say('pay_idempotent 19');
  await page.answer(card.id, { accept: false });
  const before = page.view;
  const view = await page.answer(card.id, { accept: true });
  assert.deepEqual(view, before);
  assert.deepEqual(paid(19), []);
  await page.close();
});

test('a tool of the page runs on the page that has it', async () => {
  const screen = await open('photo');
  const said = screen.say('photo 6');
  await once(screen, view => view.waiting === 'tool');
  const phone = await open('photo', { tools: { photo: ({ bill }) => ({ photo: `of ${bill}` }) } });
  const view = await said;
  assert.deepEqual(view.blocks.find(({ kind }) => kind === 'tool')?.result, { ok: { photo: 'of 6' } });
  await Promise.all([screen.close(), phone.close()]);
});

for (const [how, tool, ending] of /** @type {const} */ ([
  ['idempotent runs again under its key', { idempotent: true }, 'user'],
  ['has a status is asked for it', { status: () => ({ done: true, result: { stamped: true } }) }, 'user'],
  ['has neither asks the user', {}, 'doubt'],
])) {
  test(`a write of a page that is lost, which ${how}`, async () => {
    const id = `stamp ${how}`;
    const keys = [];
    let hold = true;
    const stamp = { ...tool, execute: (_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return hold ? new Promise(() => {}) : { stamped: true };
    } };
    const own = globalThis.fetch;
    const phone = await open(id, { tools: { stamp } });
    const { card } = await phone.say('stamp 7');
    phone.answer(card.id, { accept: true }).catch(() => {});
    while (keys.length === 0) await new Promise(done => setTimeout(done, 20));
    globalThis.fetch = (...given) => (/\/beat\?/.test(String(given[0])) ? new Promise(() => {}) : own(...given)); // the phone is gone
    await phone.close();
    hold = false;
    const laptop = await open(id, { tools: { stamp } });
    const view = await once(laptop, ({ waiting, card }) => card?.kind === 'doubt' || (waiting === 'user' && !card));
    globalThis.fetch = own;
    assert.equal(view.card?.kind ?? 'user', ending);
    assert.deepEqual(new Set(keys).size, 1);
    assert.equal(keys.length, how.startsWith('idempotent') ? 2 : 1);
    await laptop.close();
  });
}

for (const [tool, asks] of /** @type {const} */ ([['pay_idempotent', false], ['pay_status', false], ['pay_plain', true]])) {
  test(`a bank that answers nothing for a while: ${tool} ${asks ? 'asks' : 'goes on by itself'}`, async () => {
    const page = await open(`mute ${tool}`);
    const bill = 30 + bank.booked.size;
    const { card } = await page.say(`${tool} ${bill}`);
    bank.mute.requests = asks ? 1 : 5;
    const view = await page.answer(card.id, { accept: true });
    assert.equal(view.card?.kind === 'doubt', asks);
    assert.equal(bank.mute.requests, 0);
    assert.deepEqual(paid(bill), [1]);
    await page.close();
  });
}

test('a session can be taken along', async () => {
  const page = await open('export');
  await page.say('pay_idempotent 20');
  const exported = await page.export();
  await page.close();
  const store = memoryStore();
  await store.import(exported);
  const own = await openSession({ agent: deskOf(bank.url), id: 'export', model, store, tools: {} });
  assert.deepEqual(textsOf(own.view, 'user'), ['pay_idempotent 20']);
  assert.equal(own.view.card?.kind, 'approval');
  await own.close();
});

test('users have sessions of their own', async () => {
  const ada = await open('same');
  await ada.say('look 1');
  const bob = await open('same', { headers: () => ({ authorization: 'bob' }) });
  assert.deepEqual(bob.view.blocks, []);
  await assert.rejects(open('same', { headers: () => ({}) }), { name: 'StoreError', code: 'signed_out' });
  await assert.rejects(open('other', { agent: 'clerk' }), { name: 'SessionError', code: 'bad_option' });
  for (const id of ['..', 'ada/same', '%2e%2e', '🙂', 'a?id=b']) {
    const odd = await open(id, { headers: () => ({ authorization: 'bob' }) });
    assert.deepEqual(odd.view.blocks, [], id);
    await odd.close();
  }
  await Promise.all([ada.close(), bob.close()]);
});

test('what no page may say is refused by name', async () => {
  const page = await open('forged');
  const { card } = await page.say('pay_plain 21');
  const ask = async (what, body, more = {}) => {
    const response = await fetch(`${there.base}/${what}?id=forged`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': 'application/json', authorization: 'ada', ...more } });
    return [response.status, (await response.json()).code];
  };
  const call = card.id;
  for (const event of [{ type: 'returned', call, results: [] }, { type: 'replied', call, text: '{}' }, { type: 'ticked' }, { type: 'doubted', call }, { type: 'failed', call, code: 'x', text: 'y' }, 7, null]) {
    assert.deepEqual(await ask('tell', { event }), [422, 'malformed'], JSON.stringify(event));
  }
  assert.deepEqual(await ask('tell', { event: { type: 'answered', call: 'all', accept: true } }), [422, 'malformed']);
  assert.deepEqual(await ask('tell', { event: { type: 'stopped' }, at_ms: 1 }), [400, 'malformed']);
  assert.deepEqual(await ask('tell', '{'), [400, 'malformed']);
  assert.deepEqual(await ask('tell', '[]'), [400, 'malformed']);
  assert.deepEqual(await ask('tell', { event: { type: 'said', text: 'x'.repeat(1_000_001) } }), [413, 'too_large']);
  assert.deepEqual(await ask('tell', {}, { 'content-type': 'text/plain' }), [415, 'malformed']);
  assert.deepEqual(await ask('tell', { ticket: '../../x', event: { type: 'stopped' } }), [400, 'malformed']);
  for (const what of ['perform', 'outcome', 'lapse', 'askPage', 'constructor', '__proto__', 'events']) assert.deepEqual(await ask(what, {}), [405, 'not_allowed'], what);
  assert.deepEqual(await ask('settle', { key: card.id, page: 'p', outcome: { result: { ok: 1 } } }), [200, undefined]);
  assert.equal(page.view.card?.id, card.id);
  assert.deepEqual(paid(21), []);
  await page.close();
});
