import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPage, builtInAvailability } from '../src/in-page/index.js';

const SCHEMA = { type: 'object', properties: { say: { type: 'string' } } };
/** The schema as an engine gets it. */
const HELD = { type: 'object', properties: { say: { type: 'string', maxLength: 1_900 } } };
const REQUEST = {
  messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'hi' }],
  contract: { name: 'decision', schema: SCHEMA },
  sampling: { temperature: 0.2, maxOutputTokens: 500, timeoutMs: 5 },
};
const TEXT = '{"say": "你好, 👋"}';

const piece = content => ({ choices: [{ index: 0, delta: { content } }] });
const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

async function* pieces(text, gate = () => {}) {
  for (const letter of text) {
    await gate();
    yield piece(letter);
  }
  yield end;
}

test('an engine that streams gets the whole request, and its pieces come as they are made', async () => {
  const asked = [];
  const model = inPage((body, { signal }) => {
    asked.push({ body, signal });
    return pieces(TEXT);
  });
  const heard = [];
  const reply = await model(REQUEST, { onText: text => heard.push(text) });
  assert.deepEqual(reply, { text: TEXT, finishReason: 'stop' });
  assert.equal(heard.join(''), TEXT);
  assert.ok(heard.length > 5);
  const [{ body, signal }] = asked;
  assert.ok(signal instanceof AbortSignal);
  assert.deepEqual(body, {
    model: 'in-page', messages: REQUEST.messages, stream: true, stream_options: { include_usage: true }, temperature: 0.2, max_tokens: 500,
    response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema: HELD } },
  });
});

test('an engine may answer whole', async () => {
  const whole = { choices: [{ index: 0, message: { content: TEXT }, finish_reason: 'length' }], usage: { prompt_tokens: 7, completion_tokens: 2 } };
  const reply = await inPage({ chat: { completions: { create: async () => whole } } })(REQUEST);
  assert.deepEqual(reply, { text: TEXT, finishReason: 'length', usage: { inputTokens: 7, outputTokens: 2 } });
});

test('a slow engine is not held to the time limit of a call to a server, but to its own', async () => {
  const slow = () => pieces('{}', () => new Promise(resolve => { setTimeout(resolve, 30); }));
  assert.equal((await inPage(slow)(REQUEST)).text, '{}');
  await assert.rejects(inPage(slow, { timeoutMs: 5 })(REQUEST), { code: 'timeout' });
});

test('what the engine throws is said, before its first piece and after', async () => {
  const broken = text => ({ code: 'server', message: new RegExp(text) });
  await assert.rejects(inPage(() => { throw new Error('no memory left'); })(REQUEST), broken('no memory left'));
  async function* half() {
    yield piece('{');
    throw new Error('the context is full');
  }
  await assert.rejects(inPage(half)(REQUEST), broken('the context is full'));
});

test('calls wait for each other, and one that is stopped frees the engine', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  async function* counted() {
    running += 1;
    most = Math.max(most, running);
    try {
      for (;;) {
        await new Promise(resolve => { setTimeout(resolve, 1); });
        yield piece('a');
        if (ended) break;
      }
      yield end;
    } finally {
      running -= 1;
    }
  }
  const model = inPage(counted);
  const stop = new AbortController();
  const first = model(REQUEST, { signal: stop.signal, onText: () => stop.abort() });
  const waiting = new AbortController();
  const second = model(REQUEST, { signal: waiting.signal });
  const third = model(REQUEST, { onText: () => { ended = 1; } });
  waiting.abort();
  await assert.rejects(first, { name: 'AbortError' });
  await assert.rejects(second, { name: 'AbortError' });
  assert.match((await third).text, /^a+$/);
  assert.deepEqual([running, most], [0, 1]);
});

test('wllama gets its signal, web-llm its schema as a text', async () => {
  const asked = [];
  const whole = { choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] };
  await inPage({ createChatCompletion: async params => { asked.push(params); return whole; } })(REQUEST);
  assert.ok(asked[0].abortSignal instanceof AbortSignal);
  assert.equal(asked[0].response_format.json_schema.schema.type, 'object');
  const interrupted = [];
  const engine = { chat: { completions: { create: async body => { asked.push(body); return whole; } } }, interruptGenerate: () => interrupted.push(1) };
  await inPage(engine)(REQUEST);
  assert.deepEqual(asked[1].response_format, { type: 'json_object', schema: JSON.stringify(HELD) });
  const stop = new AbortController();
  engine.chat.completions.create = async () => pieces('aaaa', async () => { stop.abort(); await new Promise(resolve => { setTimeout(resolve, 5); }); });
  await assert.rejects(inPage(engine)(REQUEST, { signal: stop.signal }), { name: 'AbortError' });
  assert.equal(interrupted.length, 1);
});

test("the browser's own model has a session for each call, held to the contract", async () => {
  const made = [];
  const LanguageModel = {
    availability: async () => 'available',
    create: async options => {
      const session = { options, destroyed: 0, destroy: () => { session.destroyed += 1; }, promptStreaming: (text, more) => { session.asked = { text, more }; return (async function* () { yield '{"say":'; yield ' "a"}'; })(); } };
      made.push(session);
      return session;
    },
  };
  assert.equal(await builtInAvailability(LanguageModel), 'available');
  assert.equal(await builtInAvailability(), 'unavailable');
  const reply = await inPage(LanguageModel)(REQUEST);
  assert.deepEqual(reply, { text: '{"say": "a"}', finishReason: 'stop' });
  const [{ options, asked, destroyed }] = made;
  assert.deepEqual(options.initialPrompts, [REQUEST.messages[0]]);
  assert.equal(asked.text, 'hi');
  assert.deepEqual(asked.more.responseConstraint, HELD);
  assert.equal(destroyed, 1);
});

test('an engine of another shape is refused with what is allowed', () => {
  for (const engine of [undefined, null, {}, { create: 1 }, { chat: {} }, 'wllama']) assert.throws(() => inPage(engine), /inPage\(engine\): must be a wllama/);
});

test('free texts of a contract are bounded, and what has a bound is left', async () => {
  const open = { type: 'string' };
  const schema = {
    type: 'object',
    properties: {
      say: { type: ['string', 'null'] }, maxLength: open, intent: { type: 'string', enum: ['GO'] }, day: { type: 'string', format: 'date' }, short: { ...open, maxLength: 5 }, n: { type: 'integer' },
      tool: { anyOf: [{ $ref: '#/$defs/call' }, { type: 'null' }] }, list: { type: 'array', prefixItems: [open], items: open },
    },
    $defs: { call: { type: 'object', properties: {}, additionalProperties: open } },
  };
  const asked = [];
  const engine = body => { asked.push(body.response_format.json_schema.schema); return { choices: [{ message: { content: '{}' } }] }; };
  const request = { ...REQUEST, contract: { name: 'decision', schema } };
  await inPage(engine, { longestText: 80 })(request);
  await inPage(engine, { longestText: Infinity })(request);
  const held = { type: 'string', maxLength: 80 };
  assert.deepEqual(asked, [{
    ...schema,
    properties: {
      ...schema.properties, say: { ...held, type: ['string', 'null'] }, maxLength: held, list: { type: 'array', prefixItems: [held], items: held },
    },
    $defs: { call: { ...schema.$defs.call, additionalProperties: held } },
  }, schema]);
  assert.throws(() => inPage(engine, { longestText: 0 }), { name: 'TypeError', message: /longestText/ });
});

const PHOTO = { kind: 'image', sha256: 'a'.repeat(64), mediaType: 'image/png', bytes: 2, data: new Uint8Array([1, 2]) };
const WITH_PHOTO = { messages: [{ role: 'system', content: 'Look.' }, { role: 'user', content: [PHOTO, { kind: 'text', text: 'What is it?' }] }] };

test('an image goes to an engine that sees, and fails as no_vision at any other', async () => {
  const asked = [];
  const engine = body => {
    asked.push(body.messages.at(-1).content);
    return pieces('A dot.');
  };
  assert.equal((await inPage(engine, { vision: true })(WITH_PHOTO)).text, 'A dot.');
  assert.deepEqual(asked, [[{ type: 'image_url', image_url: { url: 'data:image/png;base64,AQI=' } }, { type: 'text', text: 'What is it?' }]]);
  await assert.rejects(inPage(engine)(WITH_PHOTO), { name: 'ModelError', code: 'no_vision' });
  assert.equal(asked.length, 1);
  assert.throws(() => inPage({ availability() {}, create() {} }, { vision: true }), { name: 'TypeError', message: /vision/ });
});
