// The work for what a model, a user or a file gives grows with its size, and no faster: sizes from 1 KB to 4 MB, counted and not timed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { memoryCalendar } from 'stepgate/calendar';
import { split } from 'stepgate/chunks';
import { fromIcs } from 'stepgate/ics';
import { init, JsonStream, repairJson } from 'stepgate/json';
import { memoryWorkspace } from 'stepgate/workspace';
import { growth, meteredFile } from './growth.js';

const object = properties => ({ type: 'object', properties });
const desk = toolAgent({
  name: 'growth', instructions: 'Help.',
  tools: {
    look: tool({ description: 'Looks', inputSchema: object({ n: { type: 'number' }, list: { type: 'array', items: { type: 'number' } }, text: { type: 'string' } }), execute: () => 1 }),
  },
});
const text = { type: 'string' };
/** Tools whose names and arguments stand in replies that are no JSON. */
const trips = toolAgent({
  name: 'trips', instructions: 'Help.',
  tools: Object.fromEntries(Object.entries({
    weather: { city: text, days: { type: 'integer' } },
    write_file: { path: text, content: text },
    plan_trip: { stops: { type: 'array', items: object({ at: text, night: { type: 'boolean' } }) }, guide: { type: ['string', 'null'] } },
    search: { query: text },
    list_trips: {},
  }).map(([name, properties]) => [name, tool({ description: name, inputSchema: object(properties), execute: () => 1 })])),
});
for (const agent of [desk, trips]) await agent.load(meteredFile('wasm-engine/stepgate_engine_bg.wasm'));
await init(meteredFile('wasm-json/stepgate_json_bg.wasm'));

/** Pieces of text until it has about `size` characters. @param {number} size @param {(n: number) => string} piece @param {string} [between] */
function filled(size, piece, between = '') {
  const pieces = [];
  for (let [n, length] = [0, 0]; length < size; n += 1) {
    pieces.push(piece(n));
    length += pieces[n].length + between.length;
  }
  return pieces.join(between);
}

/** A turn in which the model replies with this text; later it says that it has ended. @param {string} text */
async function turn(text, agent = desk) {
  const replies = [text];
  const session = await openSession({ agent, id: 'a', lang: 'en', store: memoryStore(), model: async () => ({ text: replies.pop() ?? '{"say":"end"}' }) });
  return () => session.say('go').then(() => session.close(), () => session.close());
}

/** Replies of a size. @type {Record<string, (size: number) => string>} */
const REPLIES = {
  'a long text': size => JSON.stringify({ say: 'x'.repeat(size) }),
  'many escapes': size => `{"say":"${filled(size, () => '\\n\\"\\u4f60')}"}`,
  'many surrogate pairs': size => JSON.stringify({ say: '😀'.repeat(size / 4) }),
  'many comments': size => `{'say': 'x',${filled(size, () => '//x\n')}}`,
  'many missing commas in a list': size => `{"say":"x","tool":{"name":"look","args":{"list":[${filled(size, n => String(n), ' ')}]}}}`,
  'many numbers in quotes': size => `{"say":"x","tool":{"name":"look","args":{"list":[${filled(size, n => `"${n}"`, ',')}]}}}`,
  'many members nobody named': size => `{${filled(size, n => `"k${n}":${n}`, ',')},"say":"x"}`,
  'one member many times': size => `{${filled(size, () => '"say":"x"', ',')}}`,
  'single quotes': size => `{'say':'${filled(size, () => "it''s ")}'}`,
  'raw quotes in a text': size => `{"say":"${filled(size, () => 'a "b" c ')}"}`,
  'quotes and words by turns': size => `{${filled(size, () => '"a ')}`,
  'many trailing commas': size => `{"say":"x","tool":{"name":"look","args":{"list":[${filled(size, () => '1,,')}]}}}`,
  'many opening brackets': size => '['.repeat(size),
  'brackets that open and close': size => filled(size, () => '{}'),
  'many fences': size => `${filled(size, () => '```json\n{"a":1}\n```\n')}{"say":"x"}`,
  'much prose before': size => `${filled(size, () => 'I think that it is so. ')}\n{"say":"x"}`,
  'braces in prose': size => `${filled(size, () => 'a set {a} is ')}\n{"say":"x"}`,
  'thinking tags': size => `<think>${filled(size, () => 'well. ')}</think>{"say":"x"}`,
  'many thinking tags': size => `${filled(size, () => '<think>a</think>')}{"say":"x"}`,
  'a text cut off': size => `{"say":"${'x'.repeat(size)}`,
  'a list cut off': size => `{"say":"x","tool":{"name":"look","args":{"list":[${filled(size, n => `${n},`)}`,
  'many backslashes': size => `{"say":"${'\\'.repeat(size)}"}`,
  'many blanks': size => `{"say":${' '.repeat(size)}"x"}`,
  'many line breaks in a text': size => `{"say":"${'\n'.repeat(size)}"}`,
  'many calls': size => `{"say":"x","tool":[${filled(size, n => `{"name":"look","args":{"n":${n}}}`, ',')}]}`,
  'a long list of objects': size => `{"say":"x","tool":{"name":"look","args":{"rows":[${filled(size, n => `{"id":${n}}`, ',')}]}}}`,
  'unquoted words': size => `{say: ${filled(size, () => 'word ')}}`,
  'tags of a call': size => `<tool_call>${filled(size, () => '<a>b</a>')}</tool_call>`,
};

/** Parts of calls in the forms of models and servers; a reply repeats one of them. */
const PARTS_OF_CALLS = [
  'weather(',
  'weather(\n',
  "[weather(city='",
  '<weather>',
  '<weather><city>',
  'weather(city="x")\n',
  '<write_file><path></path></',
  'weather(((\n',
  'search([',
  '`weather("""\n',
  '<tool>\n',
  '```\n',
  'weather: {}\n',
  '{"name":"search","args":{}}\n',
  '<function=weather><parameter=city>x</parameter></function>',
  '<tool_call>weather<arg_key>city</arg_key><arg_value>x</arg_value></tool_call>',
  '<tool_response>',
  '<tool_response>x</tool_response>',
  'analysisassistantcommentary',
  '<|channel|>analysis<|channel|>final',
];

// ---- what else a model, a user or a file gives ----

/** A tool gives this value; then the model ends. @param {any} value */
async function result(value) {
  const looks = toolAgent({ name: 'growth', instructions: 'Help.', tools: { look: tool({ description: 'Looks', execute: () => value }) } });
  const replies = ['{"say":"ok"}', '{"say":"","tool":{"name":"look","args":{}}}'];
  const session = await openSession({ agent: looks, id: 'a', lang: 'en', store: memoryStore(), model: async () => ({ text: replies.pop() ?? '{"say":"end"}' }) });
  return () => session.say('go').then(() => session.close());
}

/** An agent with this memory, which one turn changes. @param {any} memory */
async function remembered(memory) {
  const keeper = defineAgent({
    name: 'keeper', memory: () => memory,
    stages: {
      talk: {
        prompt: () => 'Keep.', reply: object({ say: { type: 'string' } }),
        decide({ memory, reply, say, to }) {
          memory.last = reply.say;
          say(reply.say);
          return to.listen();
        },
      },
    },
  });
  const store = memoryStore();
  return async () => {
    const options = { agent: keeper, id: 'a', lang: 'en', store, model: async () => ({ text: '{"say":"ok"}' }) };
    const session = await openSession(options);
    await session.say('go');
    await session.close();
    await (await openSession(options)).close();
  };
}

/** A session of many turns, and its opening. @param {number} size @param {(n: number) => Promise<{ text: string }>} model */
async function turns(size, model) {
  const store = memoryStore();
  let n = 0;
  return async () => {
    const options = { agent: desk, id: 'a', lang: 'en', store, model: () => model(n) };
    const session = await openSession(options);
    for (let said = 0; said < size; said += 1024, n += 1) await session.say('go').catch(() => {});
    await session.close();
    await (await openSession(options)).close();
  };
}

/** Lines in a list, as records of a calendar. @param {number} size */
const events = size => Array.from({ length: Math.ceil(size / 100) }, (_, id) => ({ id, name: `Lecture ${id}`, type: 'course', location: '' }));
const calendarOf = size => ({ events: events(size), event_sections: events(size).map(({ id }) => ({ event_id: id, week: 1 + (id % 20), day_of_week: 1 + (id % 7), section: 1 + (Math.floor(id / 140) % 12), status: 'normal' })), task_classes: [], task_items: [] });
const clock = Array.from({ length: 12 }, (_, n) => ({ section: n + 1, start: `${String(8 + n).padStart(2, '0')}:00`, end: `${String(8 + n).padStart(2, '0')}:45` }));
const ics = lines => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${lines}END:VCALENDAR\r\n`;
const event = (n, more = '') => `BEGIN:VEVENT\r\nUID:${n}@x\r\nDTSTART:20260907T080000\r\nDTEND:20260907T084500\r\nSUMMARY:Lecture ${n}\r\n${more}END:VEVENT\r\n`;
const read = text => () => fromIcs(text, { clock, termStart: '2026-09-07', timeZone: 'Asia/Shanghai' });
/** A text in pieces of a few characters. @param {string} text @param {(piece: string) => void} push */
const inPieces = (text, push) => { for (let at = 0; at < text.length; at += 7) push(text.slice(at, at + 7)); };
function stream(text) {
  return () => {
    const reader = new JsonStream();
    inPieces(text, piece => {
      reader.push(piece);
      reader.value();
    });
    reader.end();
  };
}

/** Files of 500 bytes, of which one is written and the change undone. @param {number} size */
async function files(size) {
  const workspace = memoryWorkspace(Object.fromEntries(Array.from({ length: Math.ceil(size / 500) }, (_, n) => [`d${n % 50}/f${n}.txt`, 'x'.repeat(500)])));
  await workspace.files();
  return async () => {
    await workspace.write('new.txt', 'text');
    await workspace.list('d1');
    await workspace.undo();
  };
}

/** A zip is read into a workspace. @param {number} size */
async function zipped(size) {
  const bytes = await memoryWorkspace(Object.fromEntries(Array.from({ length: Math.ceil(size / 1000) }, (_, n) => [`f${n}.txt`, `${n} `.repeat(200)]))).exportZip();
  return () => memoryWorkspace().importZip(bytes);
}

/** @type {Record<string, [made: (size: number) => any, sizes?: { from?: number, to?: number }]>} */
const OTHERS = {
  'a long text as a result': [size => result('x'.repeat(size))],
  'a list of objects as a result': [size => result(Array.from({ length: Math.ceil(size / 10) }, (_, n) => ({ n })))],
  'a result of many members': [size => result(Object.fromEntries(Array.from({ length: Math.ceil(size / 10) }, (_, n) => [`k${n}`, n])))],
  'a memory of many members': [size => remembered(Object.fromEntries(Array.from({ length: Math.ceil(size / 10) }, (_, n) => [`k${n}`, n])))],
  'a memory with a long list': [size => remembered({ list: Array.from({ length: Math.ceil(size / 8) }, (_, n) => n) })],
  'a memory with a long text': [size => remembered({ text: '你好 '.repeat(size / 3) })],
  'a session of many turns': [size => turns(size, async () => ({ text: JSON.stringify({ say: 'x'.repeat(600) }) })), { to: 1 << 18 }],
  'a session of many failed turns': [size => turns(size, async () => { throw new Error('down'); }), { to: 1 << 18 }],
  'a stream of a long text': [size => stream(JSON.stringify({ say: 'word '.repeat(size / 5) })), { to: 1 << 20 }],
  'a stream of a long list': [size => stream(`[${filled(size, n => `{"n":${n}}`, ',')}]`), { to: 1 << 20 }],
  'a stream with many comments': [size => stream(`[${filled(size, n => `${n}, // one\n`)}]`), { to: 1 << 20 }],
  'a repaired text with many comments': [size => () => repairJson(`[${filled(size, n => `${n}, // one\n`)}]`)],
  'a repaired text of quotes and words': [size => () => repairJson(`{${filled(size, () => '"a ')}`)],
  'a calendar file of many events': [size => read(ics(filled(size, event))), { to: 1 << 19 }],
  'a calendar file with one long line': [size => read(ics(event(1, `DESCRIPTION:${filled(size, () => 'x'.repeat(70), '\r\n ')}\r\n`))), { to: 1 << 20 }],
  'a calendar file with many components that nobody knows': [size => read(ics(filled(size, n => `BEGIN:X-A\r\nX-B:${n}\r\nEND:X-A\r\n`))), { to: 1 << 20 }],
  'a calendar that is loaded and changed': [async size => {
    const store = memoryCalendar(calendarOf(size));
    await store.load();
    return () => store.change(calendar => ({ calendar: { ...calendar, events: calendar.events.map((event, n) => ({ ...event, location: String(n) })) }, answer: {} }), { by: 'hand' });
  }, { to: 1 << 20 }],
  'a calendar that gets another first day': [async size => {
    const store = memoryCalendar(calendarOf(size));
    await store.load();
    return () => store.edit({ set_clock: { from: { clock, termStart: '2026-09-07' } } }, { clock, termStart: '2026-08-31' });
  }, { to: 1 << 19 }],
  'words that are split for a page': [size => () => split('A sentence, and another one. '.repeat(size / 29)), { to: 1 << 20 }],
  'words without a mark that are split': [size => () => split('x'.repeat(size)), { to: 1 << 20 }],
  'a workspace of many files': [size => files(size), { from: 1 << 12, to: 1 << 19 }],
  'a zip of many files': [size => zipped(size), { from: 1 << 12, to: 1 << 20 }],
};

/** One steep step is no trend: a table or a buffer grows. @param {Awaited<ReturnType<typeof growth>>} grown */
function holds({ works, steep, way }) {
  const shown = works.map(({ size, work }) => `${size}: ${work}`).join(', ');
  assert.ok(steep.length < 2 && way < 3, `work by size: ${shown}`);
}

const REPLIED = Object.entries(REPLIES).map(([name, reply]) => [`a reply with ${name}`, [size => turn(reply(size))]]);

const CALLED = PARTS_OF_CALLS.map(part => [`a reply that repeats ${JSON.stringify(part)}`, [size => turn(filled(size, () => part), trips), { to: 1 << 16 }]]);

for (const [name, [made, sizes]] of [...REPLIED, ...CALLED, ...Object.entries(OTHERS)]) {
  test(name, async t => {
    const grown = await growth(made, sizes);
    t.diagnostic(grown.works.map(({ work }) => work).join(' '));
    holds(grown);
  });
}

test('quadratic work is seen', async () => {
  const copying = size => () => {
    let list = [];
    for (let n = 0; n < size / 4; n += 1) list = list.concat(n);
  };
  const grown = await growth(copying, { to: 1 << 16 });
  assert.throws(() => holds(grown), /work by size/);
});
