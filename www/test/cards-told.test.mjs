// What a card tells about its own texts, and that what stands on it is what the model wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';

/** A session of an agent that writes any arguments, after a model said these lines. */
async function proposed(inputSchema, ...lines) {
  const asked = [];
  const ran = [];
  const model = async request => {
    asked.push(request.messages.at(-1).content);
    return { text: lines.shift() };
  };
  const agent = toolAgent({ name: 'writer', instructions: 'Write.', tools: { put: tool({ description: 'Puts', access: 'write', inputSchema, execute: args => { ran.push(args); return null; } }) } });
  const session = await openSession({ agent, id: 'a', lang: 'en', lock: false, store: memoryStore(), model });
  return { session, view: await session.say('go'), asked, ran };
}
const ANY = { type: 'object', additionalProperties: true };
const call = args => JSON.stringify({ say: 'Look.', tool: { name: 'put', args } });
const unusual = async args => (await proposed(ANY, call(args))).view.card.unusual;

test('a card without tricks tells none', async () => {
  assert.equal(await unusual({ text: 'plain\ntext, 中文, العربية, é, 👩‍👩‍👧, a\ttab', lines: '\n'.repeat(199) }), undefined);
});

test('characters that turn or hide text are told with their places', async () => {
  assert.deepEqual(await unusual({ file: 'invoice\u202Efdp.exe' }), [{ place: '/calls/0/args/file', characters: ['U+202E'] }]);
  assert.deepEqual(await unusual({ a: { to: ['good', 'DE12\u200B34'] } }), [{ place: '/calls/0/args/a/to/1', characters: ['U+200B'] }]);
  assert.deepEqual(await unusual({ 'am\u2066ount': 1 }), [{ place: '/calls/0/args/am\u2066ount', characters: ['U+2066'] }], 'also in a name');
  const all = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200B';
  const [{ characters }] = await unusual({ text: all });
  assert.equal(characters.length, 8, 'of each text at most eight');
});

test('words of the model on the card are looked at, too', async () => {
  const { view } = await proposed(ANY, JSON.stringify({ say: 'Pay \u202Eten\u202C euros', tool: { name: 'put', args: {} } }));
  assert.deepEqual(view.card.unusual, [{ place: '/text', characters: ['U+202E', 'U+202C'] }]);
});

test('line breaks that push the rest of a card out of sight are counted', async () => {
  assert.deepEqual(await unusual({ note: `ok${'\n'.repeat(200)}transfer all` }), [{ place: '/calls/0/args/note', characters: [], line_breaks: 200 }]);
});

test('at most twenty places are named', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, 'a\u200Bb']));
  const places = (await unusual(many)).map(({ place }) => place);
  assert.deepEqual(places, Array.from({ length: 20 }, (_, at) => `/calls/0/args/n${at}`));
});

const BIG = '9007199254740993';
const number = text => `{"say":"Look.","tool":{"name":"put","args":{"order":{"id":${text}}}}}`;

test('an integer that JavaScript would change goes back to the model, with its place', async () => {
  for (const written of [BIG, `-${BIG}`, '12345678901234567890123']) {
    const { view, asked } = await proposed(ANY, number(written), number(`"${written}"`));
    assert.ok(asked[1].includes(`/tool/args/order/id: found integer ${written}, must be -9007199254740991..9007199254740991, or a string of the digits`), asked[1]);
    assert.deepEqual(view.card.calls[0].args, { order: { id: written } });
  }
});

test('numbers that JavaScript holds pass as they are', async () => {
  for (const written of ['9007199254740991', '-9007199254740991', '6.02e23', '0.1', '1e-7']) {
    const { session, view, asked, ran } = await proposed(ANY, number(written), '{"say":"Done.","tool":null}');
    assert.deepEqual([asked.length, view.card.calls[0].args], [1, { order: { id: Number(written) } }]);
    await session.answer(view.card.id, { accept: true });
    assert.deepEqual(ran, [{ order: { id: Number(written) } }]);
  }
});

test('a tool that wants an integer gets none that JavaScript would change', async () => {
  const { session, asked, ran, view } = await proposed({ type: 'object', properties: { id: { type: 'integer' } } }, ...Array(3).fill(`{"say":"","tool":{"name":"put","args":{"id":"${BIG}"}}}`));
  assert.equal(asked.length, 3);
  assert.deepEqual([view.card, view.error.code, ran], [undefined, 'llm_bad_output', []]);
  await session.close();
});
