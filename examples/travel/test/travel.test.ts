import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from 'stepgate';
import { explore, story } from 'stepgate/test';
import { planner } from '../src/agent';
import { script, wordsOf } from '../src/script';
import { CODES, openServer, priceOf, type Booking, type Flight, type Hotel } from '../src/server';

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const none = new AbortController().signal;

function memory() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => { kept.set(key, value); } };
}
const openQuick = (storage = memory(), failing = 0) => openServer({ storage, latency: 0, failing });

/** A trip that is on offer: two go from Berlin to Lisbon and stay for three nights. */
async function offer(server = openQuick()) {
  const flight = (await server.flights('BER', 'LIS', day, none)).find(({ seats }) => seats >= 2)!;
  const [hotel] = await server.hotels('LIS', day, none);
  const order = { flight: flight.id, travellers: 2, hotel: { id: hotel!.id, nights: 3 }, total: priceOf(2, flight, hotel, 3) };
  return { flight, hotel: hotel!, order, book: { say: 'Look at the card.', tool: { name: 'book', args: order } } };
}

/** A story whose flights and hotels were found. */
async function searched(server = openQuick()) {
  const s = await story(planner(server));
  await s.say('Berlin to Lisbon');
  await s.reply({ say: 'I am looking.', tool: [{ name: 'flights', args: { from: 'BER', to: 'LIS', day } }, { name: 'hotels', args: { city: 'LIS', day } }] });
  return s;
}
const said = (s: { view: { blocks: any[] } }) => s.view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);

test('searches run side by side, a booking asks with its exact arguments, and the result reaches the model', async () => {
  const server = openQuick();
  const s = await searched(server);
  const { order, book, flight } = await offer(server);
  await s.reply(book);
  assert.equal(s.card.title, `Book this trip for 2, ${order.total} euros in all?`);
  assert.deepEqual(s.card.calls![0]!.args, order);
  assert.deepEqual(server.booked(), []);
  await s.answer({ accept: true });
  assert.match(wordsOf(s.request!.messages.at(-1)!), new RegExp(`"number":"T\\d{6}".*"total":${order.total}`));
  await s.reply({ say: 'Booked.' });
  assert.equal(server.booked()[0]!.flight.id, flight.id);
});

test('an order that was changed on the card is booked as it was changed', async () => {
  const server = openQuick();
  const s = await searched(server);
  const { order, book, flight } = await offer(server);
  await s.reply(book);
  await assert.rejects(s.answer({ accept: true, args: { ...order, travellers: 9 } }), { name: 'Refusal' });
  await s.answer({ accept: true, args: { flight: flight.id, travellers: 1, hotel: null, total: flight.euros } });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /"travellers":1/);
  assert.deepEqual(server.booked().map(({ travellers, hotel }) => [travellers, hotel]), [[1, undefined]]);
});

test('a booking is made once, with a reload between any two steps', async () => {
  for (let at = 0; at < 6; at += 1) {
    const server = openQuick();
    const s = await story(planner(server));
    const { order } = await offer(server);
    const steps = [
      () => s.say('Berlin to Lisbon'),
      () => s.reply({ say: '', tool: { name: 'flights', args: { from: 'BER', to: 'LIS', day } } }),
      () => s.reply({ say: '', tool: { name: 'book', args: order } }),
      () => s.answer({ accept: true }),
      () => s.reply({ say: 'Booked.' }),
    ];
    for (const [step, act] of steps.entries()) {
      if (step === at) await s.reload();
      await act();
    }
    if (at === steps.length) await s.reload();
    assert.equal(server.booked().length, 1, `a reload before step ${at}`);
    assert.equal(said(s).at(-1), 'Booked.');
  }
});

test('a page that is killed while it books asks the server what became of it', async () => {
  for (const arrived of [true, false]) {
    const server = openQuick();
    const slow = { ...server, book: async (...given: Parameters<typeof server.book>) => { if (arrived) await server.book(...given); return new Promise<Booking>(() => {}); } };
    const store = memoryStore();
    const { book } = await offer(server);
    const s = await story(planner(slow), { store });
    await s.say('Book it');
    await s.reply(book);
    void s.session.answer(s.card.id, { accept: true }).catch(() => {});
    while (arrived && server.booked().length === 0) await new Promise(setImmediate);
    // Another page over what is saved so far; the first one never answers again.
    const again = await story(planner(server), { store: { ...store, name: 'after the crash' } });
    while (!again.request) await new Promise(setImmediate);
    assert.match(wordsOf(again.request.messages.at(-1)!), /"number":"T\d{6}"/);
    assert.equal(server.booked().length, 1, `the request had arrived: ${arrived}`);
    await again.close();
  }
});

test('what models get wrong: broken JSON, other names, a price of their own, an unknown flight, a booking twice, a claim', async () => {
  const server = openQuick();
  const s = await searched(server);
  const { order, flight, hotel } = await offer(server);
  await s.reply(`Sure!\n\`\`\`json\n{"say": "Look.", "tool": {"name": "Book", "args": {"flight": "${flight.id}", "travellers": "2", "hotel": {"id": "${hotel.id}", "nights": 3,}, "total": ${order.total}}}}\n\`\`\``);
  assert.deepEqual(s.card.calls![0]!.args, order);
  await s.say('No, without a hotel');
  await s.reply({ say: '', tool: { name: 'book', args: { flight: flight.id, travellers: 2, total: 1 } }, about_card: 'replace' });
  await s.answer({ accept: true });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /wrong_total.*not 1\./);
  await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1', travellers: 2, total: 1 } } });
  await s.answer({ accept: true });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /unknown_flight/);
  await s.reply({ say: 'Booked!', tool: null });
  assert.deepEqual(server.booked(), []);
});

test('the script says that a search failed', async () => {
  const s = await searched(openQuick(memory(), 1));
  await s.reply((await script(s.request!, {})).text);
  assert.deepEqual([said(s).at(-1), s.view.waiting], ['That did not work: The server did not answer. Shall I try again?', 'user']);
});

test('the script books a trip in both languages', async () => {
  for (const [lang, words, done] of [['en', `From Berlin to Lisbon, ${day}, 1 person, 2 nights`, /^Booked for 1: T\d{6}/], ['zh', `从柏林到里斯本，${day}，1 人，2 晚`, /^已预订，1 人：T\d{6}/]] as const) {
    const server = openQuick();
    const s = await story(planner(server), { lang });
    const answers = async () => { while (s.request) await s.reply((await script(s.request, {})).text); };
    await s.say(words);
    await answers();
    await s.answer({ accept: true });
    await answers();
    assert.match(said(s).at(-1), done);
    assert.equal(server.booked()[0]!.nights, 2);
  }
});

test('the timetable: the same every time, seats get fewer, past days and wrong orders are refused', async () => {
  const server = openQuick();
  assert.deepEqual(await server.flights('BER', 'LIS', day, none), await openQuick().flights('BER', 'LIS', day, none));
  for (const from of CODES) for (const to of CODES) if (from !== to) assert.equal((await server.flights(from, to, day, none)).length, 4);
  const { flight, order } = await offer(server);
  await server.book(order, 'a', none);
  await server.book(order, 'a', none);
  const [after] = (await server.flights('BER', 'LIS', day, none)).filter(({ id }) => id === flight.id);
  assert.equal(after!.seats, flight.seats - 2);
  await assert.rejects(server.flights('BER', 'LIS', '2020-01-01', none), { code: 'past' });
  await assert.rejects(server.book({ ...order, hotel: { id: 'BER-0', nights: 1 } }, 'b', none), { code: 'unknown_hotel' });
  await assert.rejects(openQuick(memory(), 1).hotels('LIS', day, none), { code: 'unavailable' });
});

test('holds under anything', () => explore(planner(openQuick()), {
  events: 2_000,
  result: ({ name }, roll) => (roll(4) ? { ok: name === 'book' ? { number: 'T1' } : [] } : { error: { code: 'unavailable', text: 'no answer' } }),
}));
