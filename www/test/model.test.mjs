import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { ModelError } from '../src/errors.js';
import { openAiCompatible } from '../src/model/client.js';
import { fakeCore } from './fake.js';
import { delta, events, json, modelServer, raw, streamed, whole } from './server.js';
import { until } from './until.js';

const KEY = 'sk-secret';
const TEXT = '{"say": "你好, 👋 hello"}';
const REQUEST = {
  messages: [{ role: 'user', content: 'hi' }],
  contract: { name: 'decision', schema: { type: 'object' } },
  sampling: { temperature: 0.2, maxOutputTokens: 500 },
};

const servers = [];
after(() => Promise.all(servers.map(server => server.close())));

async function serve(...answers) {
  const server = await modelServer(...answers);
  servers.push(server);
  return server;
}

const client = (server, options) => openAiCompatible({ baseUrl: server.baseUrl, apiKey: KEY, model: 'm', timeoutMs: 20_000, ...options });

test('a streamed reply: text and reasoning as they come, usage at the end', async () => {
  const server = await serve(streamed(TEXT));
  const pieces = [];
  const reply = await client(server)(REQUEST, { onText: piece => pieces.push(piece) });
  assert.deepEqual(reply, { text: TEXT, finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 3 } });
  assert.equal(pieces.join(''), TEXT);
  assert.ok(pieces.length > 5);
  const [{ body, headers }] = server.requests;
  assert.equal(headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(body, {
    model: 'm', messages: REQUEST.messages, stream: true, stream_options: { include_usage: true }, temperature: 0.2, max_tokens: 500,
    response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema: { type: 'object' } } },
  });
});

test('a server is told to think as its client says, where a call asks', async () => {
  const server = await serve(whole({ content: TEXT }));
  const thinking = on => ({ thinking: { type: on ? 'enabled' : 'disabled' } });
  const call = (options, sampling) => client(server, { stream: false, ...options })({ ...REQUEST, sampling });
  await call({ thinking }, { thinking: true });
  await call({ thinking }, { thinking: false });
  await call({ thinking }, {});
  await call({}, { thinking: true });
  const [on, off, ...silent] = server.requests.map(({ body }) => body);
  assert.deepEqual([on.thinking, off.thinking], [{ type: 'enabled' }, { type: 'disabled' }]);
  for (const body of silent) assert.equal('thinking' in body, false);
  assert.throws(() => client(server, { thinking: true }), { name: 'TypeError', message: /thinking.*a function/ });
});

test('reasoning comes apart from the text, under either name', async () => {
  const server = await serve(events([delta({ reasoning_content: 'let ' }), delta({ reasoning: 'me see' }), delta({ content: '{}' }, 'stop')]));
  const thoughts = [];
  const reply = await client(server)(REQUEST, { onReasoning: piece => thoughts.push(piece) });
  assert.equal(reply.reasoning, 'let me see');
  assert.deepEqual(thoughts, ['let ', 'me see']);
});

test('a whole reply, asked for or not', async () => {
  const server = await serve(whole({ content: TEXT, reasoning_content: 'hm' }));
  for (const stream of [false, true]) {
    const pieces = [];
    const reply = await client(server, { stream })(REQUEST, { onText: piece => pieces.push(piece) });
    assert.deepEqual(reply, { text: TEXT, reasoning: 'hm', finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 3 } });
    assert.deepEqual(pieces, [TEXT]);
  }
  assert.equal('stream' in server.requests[0].body, false);
});

test('content in parts, and what is no text at all', async () => {
  const server = await serve(
    whole({ content: [{ type: 'text', text: '{"say":' }, { type: 'text', text: '1}' }, { type: 'image' }] }, { usage: { prompt_tokens: 'many' } }),
    whole({ content: 7, tool_calls: null }),
    events([delta({ content: [{ type: 'text', text: 'a' }] }), delta({ content: { text: 'b' } }), delta({ content: 'c' }, 'stop')]),
  );
  assert.deepEqual(await client(server)(REQUEST), { text: '{"say":1}', finishReason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } });
  assert.equal((await client(server)(REQUEST)).text, '');
  assert.equal((await client(server)(REQUEST)).text, 'ac');
});

const call = (text, name = 'decide') => ({ function: { name, arguments: text } });
const toolCalls = [
  ['one call', { content: null, tool_calls: [call('{"say":"x"}')] }, '{"tool_calls":[{"name":"decide","arguments":"{\\"say\\":\\"x\\"}"}]}'],
  ['a call with broken JSON', { tool_calls: [call('{"say":')] }, '{"tool_calls":[{"name":"decide","arguments":"{\\"say\\":"}]}'],
  ['several calls', { content: '', tool_calls: [call('{}', 'a'), call('{}', 'b')] }, '{"tool_calls":[{"name":"a","arguments":"{}"},{"name":"b","arguments":"{}"}]}'],
  ['words beside a call', { content: 'I look.', tool_calls: [call('{}', 'look')] }, '{"content":"I look.","tool_calls":[{"name":"look","arguments":"{}"}]}'],
  ['the older function_call', { content: null, function_call: { name: 'look', arguments: '{}' } }, '{"tool_calls":[{"name":"look","arguments":"{}"}]}'],
  ['no call', { content: '{"say":"x"}', tool_calls: [], function_call: null }, '{"say":"x"}'],
];
for (const [name, message, text] of toolCalls) {
  test(`tool calls that nobody asked for: ${name}, whole and streamed`, async () => {
    const { content, tool_calls = [], function_call } = message;
    const halves = ({ name: tool, arguments: args }) => [{ name: tool, arguments: args.slice(0, 2) }, { arguments: args.slice(2) }];
    const pieces = tool_calls.flatMap((called, index) => halves(called.function).map(half => delta({ tool_calls: [{ index, function: half }] })));
    const older = function_call ? halves(function_call).map(half => delta({ function_call: half })) : [];
    const server = await serve(whole(message), events([delta({ content }), ...pieces, ...older, delta({}, 'tool_calls')]));
    assert.equal((await client(server, { stream: false })(REQUEST)).text, text);
    const seen = [];
    assert.equal((await client(server)(REQUEST, { onText: piece => seen.push(piece) })).text, text);
    assert.equal(seen.join(''), content || text, 'what arrives is shown once');
  });
}

// ---- failures ----

/** A body that never ends. */
function endless(text, status = 200) {
  return response => {
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    const more = () => { while (!response.destroyed && response.write(text.repeat(10_000))); };
    response.on('drain', more);
    more();
  };
}

const cases = [
  // name, answers, options, code, requests
  ['401', [json(401, { error: { message: 'bad key' } })], {}, 'unauthorized', 1],
  ['403', [json(403, {})], {}, 'unauthorized', 1],
  ['400 in words that say nothing', [json(400, { error: { message: 'too odd' } })], {}, 'refused', 6],
  ['409 for ever', [json(409, {}, { 'retry-after': '0' })], { retries: 1 }, 'refused', 2],
  ['404 about the model', [json(404, { error: { message: 'The model `m` does not exist' } })], {}, 'no_model', 1],
  ['405', [raw(405, 'text/plain', 'Method Not Allowed')], {}, 'wrong_url', 1],
  ['a page', [raw(200, 'text/html', '<!doctype html>')], {}, 'wrong_url', 1],
  ['garbage for a stream', [raw(200, 'text/plain', 'hello')], {}, 'not_json', 1],
  ['garbage in a stream', [events(['<oops>'])], {}, 'not_json', 1],
  ['garbage for a whole reply', [raw(200, 'application/json', '{"choices": ')], { stream: false }, 'not_json', 1],
  ['JSON without choices', [json(200, { hello: 1 })], { stream: false }, 'not_json', 1],
  ['a stream cut off by the server', [events([delta({ content: '{' })], response => response.destroy())], {}, 'cut_off', 1],
  ['a stream that ends without an end', [events([delta({ content: '{' })], response => response.end())], {}, 'cut_off', 1],
  ['a whole reply cut off', [response => { response.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 }); response.write('{'); setTimeout(() => response.destroy(), 10); }], { stream: false }, 'cut_off', 1],
  ['an error inside a stream, after text', [events([delta({ content: '{' }), { error: { message: 'overloaded' } }])], {}, 'server', 1],
  ['204', [response => response.writeHead(204).end()], {}, 'not_json', 1],
  ['an answer without body', [raw(200, 'application/json', '')], { stream: false }, 'not_json', 1],
  ['tool_calls that are no list', [whole({ content: null, tool_calls: 7 })], { stream: false }, 'not_json', 1],
  ['tool_calls of nothing', [whole({ content: null, tool_calls: [null] })], { stream: false }, 'not_json', 1],
  ['a tool call without function', [whole({ content: null, tool_calls: [{ function: null }] })], { stream: false }, 'not_json', 1],
  ['streamed tool_calls that are no list', [events([delta({ tool_calls: 7 }, 'stop')])], {}, 'not_json', 1],
  ['streamed tool_calls of nothing', [events([delta({ tool_calls: [null] }, 'stop')])], {}, 'not_json', 1],
  ['a streamed tool call without function', [events([delta({ tool_calls: [{ function: null }] }, 'stop')])], {}, 'not_json', 1],
  ['a delta that is none', [events([{ choices: [{ delta: 7, finish_reason: 'stop' }] }])], {}, 'not_json', 1],
  ['choices that are no list', [events([{ choices: 7 }])], {}, 'not_json', 1],
  ['a redirect', [response => response.writeHead(302, { location: '/v1/elsewhere' }).end()], {}, 'redirected', 1],
  ['a stream that is too large', [events(Array(9).fill(delta({ content: 'x'.repeat(1000) })))], { maxReplyBytes: 8_000 }, 'too_large', 1],
  ['reasoning that is too large', [events(Array(9).fill(delta({ reasoning: '想'.repeat(1000) })))], { maxReplyBytes: 26_000 }, 'too_large', 1],
  ['tool calls that are too large', [events(Array(9).fill(delta({ tool_calls: [{ function: { arguments: 'x'.repeat(1000) } }] })))], { maxReplyBytes: 8_000 }, 'too_large', 1],
  ['an event without end', [endless('x')], { maxReplyBytes: 100_000 }, 'too_large', 1],
  ['a whole reply that is too large', [whole({ content: 'x'.repeat(9000) })], { stream: false, maxReplyBytes: 8_000 }, 'too_large', 1],
  ['an error page without end', [endless('x', 400)], {}, 'refused', 6],
  ['a refusal', [whole({ content: null, refusal: 'no' })], { stream: false }, 'declined', 1],
  ['a slow first byte', [() => {}], { timeoutMs: 1_000 }, 'timeout', 1],
  ['a stream that falls silent', [events([delta({ content: '{' })], () => {})], { timeoutMs: 1_000 }, 'timeout', 1],
  ['503 for ever', [json(503, {}, { 'retry-after': '0' })], { retries: 2 }, 'server', 3],
  ['429 for ever', [json(429, {}, { 'retry-after': '0' })], { retries: 1 }, 'rate_limited', 2],
  ['429 that asks for too much patience', [json(429, {}, { 'retry-after': '3600' })], {}, 'rate_limited', 1],
];

for (const [name, answers, options, code, requests] of cases) {
  test(`${name}: ${code} after ${requests} request(s), and the session goes on`, async () => {
    const server = await serve(...answers);
    const model = client(server, options);
    const error = await model(REQUEST).then(() => assert.fail('it must fail'), caught => caught);
    assert.ok(error instanceof ModelError);
    assert.equal(error.code, code);
    assert.ok(error.text.en && error.text.zh && error.text.en !== error.text.zh);
    assert.equal(server.requests.length, requests);
    assert.ok(!`${error.message}${error.stack}${JSON.stringify(error)}`.includes(KEY));

    const agent = await openAlone(fakeCore(), { agent: 'ledger', id: 's', lang: 'zh', model, tools: { balance() {}, deposit() {}, transfer() {} } });
    const view = await agent.say('hi');
    assert.equal(view.waiting, 'user');
    assert.deepEqual(view.error, { code, text: error.text.zh });
    assert.ok(!JSON.stringify(await agent.export()).includes(KEY));
  });
}

test('no server: cors_or_network after all retries', async () => {
  const server = await modelServer(whole({ content: '{}' }));
  await server.close();
  await assert.rejects(client(server, { retries: 1 })(REQUEST), { code: 'cors_or_network' });
});

test('a call that has ended has ended its connection, whatever was left to read', async () => {
  let isClosed = false;
  const server = await serve(response => {
    response.on('close', () => { isClosed = true; });
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>');
  });
  await assert.rejects(client(server)(REQUEST), { code: 'wrong_url' });
  await until(() => assert.ok(isClosed));
});

test('a redirect to another server brings it neither the conversation nor the headers', async () => {
  const other = await serve(whole({ content: TEXT }));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await serve(response => response.writeHead(status, { location: `${other.baseUrl}/chat/completions` }).end());
    await assert.rejects(client(server, { headers: { 'x-secret': '1' } })(REQUEST), { code: 'redirected', status, detail: new URL(other.baseUrl).origin });
  }
  assert.equal(other.requests.length, 0);
});

test('a reply is 8 MB at most where nothing else is said', async () => {
  const content = 'x'.repeat(2 ** 20);
  const server = await serve(events(Array(9).fill(delta({ content }))), events([...Array(7).fill(delta({ content })), delta({}, 'stop')]));
  await assert.rejects(client(server)(REQUEST), error => error.code === 'too_large' && error.text.en.includes('8 MB') && error.text.zh.includes('8 MB'));
  assert.equal((await client(server)(REQUEST)).text.length, 7 * 2 ** 20);
  for (const maxReplyBytes of [0, -1, 1.5, NaN, '8']) assert.throws(() => client(server, { maxReplyBytes }), { name: 'TypeError', message: /maxReplyBytes/ });
});

test('a session takes no larger reply from a model of the page either, streamed or whole', async () => {
  const large = 'x'.repeat(9 * 2 ** 20);
  const models = [
    () => ({ text: large }),
    () => ({ text: '{}', reasoning: large }),
    (_, { onText }) => { for (let at = 0; at < 9; at++) onText('x'.repeat(2 ** 20)); return { text: '{}' }; },
    Object.assign(() => ({ text: 'x'.repeat(200) }), { maxReplyBytes: 100 }),
  ];
  for (const model of models) {
    const agent = await openAlone(fakeCore(), { agent: 'ledger', id: 's', lang: 'en', model, tools: { balance() {}, deposit() {}, transfer() {} } });
    const { error } = await agent.say('hi');
    assert.equal(error.code, 'too_large');
    assert.match(error.text, /larger than (8 MB|100 B)/);
  }
});

test('content after [DONE], and other choices, are no part of the reply', async () => {
  const other = { choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'length' }] };
  const both = { choices: [{ index: 1, delta: { content: 'other' } }, { index: 0, delta: { content: '}' }, finish_reason: 'stop' }] };
  const server = await serve(
    events([delta({ content: '{' }), other, both, '[DONE]', delta({ content: 'more' })]),
    json(200, { choices: [{ index: 1, message: { content: 'other' } }, { index: 0, message: { content: '{}' }, finish_reason: 'stop' }] }),
  );
  assert.deepEqual(await client(server)(REQUEST), { text: '{}', finishReason: 'stop' });
  assert.deepEqual(await client(server, { stream: false })(REQUEST), { text: '{}', finishReason: 'stop' });
});

test('a stream is read to its end; a server that keeps the connection after [DONE] is let go', async () => {
  const closings = [];
  const watched = answer => response => {
    response.on('close', () => closings.push(response.writableFinished));
    answer(response);
  };
  const late = watched(events([delta({ content: '{}' }, 'stop'), '[DONE]'], response => setTimeout(() => response.end(': bye\n\n'), 100)));
  const kept = watched(events([delta({ content: '{}' }, 'stop'), '[DONE]'], () => {}));
  const chatty = watched(response => {
    events([delta({ content: '{}' }, 'stop'), '[DONE]'], () => {})(response);
    endless(': more\n\n')({ ...response, writeHead() {}, write: text => response.write(text), on: (...args) => response.on(...args), get destroyed() { return response.destroyed; } });
  });
  const server = await serve(late, kept, chatty);
  for (const finished of [true, false, false]) {
    assert.equal((await client(server)(REQUEST)).text, '{}');
    await until(() => assert.equal(closings.at(-1), finished));
    closings.length = 0;
  }
});

test('whatever a server answers, a call ends with a reply or a ModelError', async () => {
  let seed = 7;
  const below = most => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(seed / 2 ** 31 * most);
  };
  const odd = [null, 7, -1, '', 'x', '[DONE]', [], {}, [null], [7], [[]], [{}], { x: 1 }, true, '\ud800', [{ text: 7 }], [{ text: '{}' }]];
  const any = () => odd[below(odd.length)];
  const maybe = (object, name, value) => (below(4) ? { ...object, [name]: below(3) ? value() : any() } : object);
  const called = () => maybe(maybe({}, 'name', () => 'f'), 'arguments', () => '{}');
  const message = () => ['content', 'refusal', 'reasoning', 'reasoning_content'].reduce((fields, name) => (below(3) ? fields : { ...fields, [name]: any() }), maybe({}, 'tool_calls', () => [maybe(maybe({}, 'index', () => below(3)), 'function', called)]));
  const choice = () => maybe(maybe(maybe({}, 'index', () => below(2)), below(2) ? 'delta' : 'message', message), 'finish_reason', () => 'stop');
  const chunk = () => (below(8) ? maybe(maybe(maybe({}, 'choices', () => [choice(), choice()]), 'usage', () => ({ prompt_tokens: any() })), below(9) ? 'id' : 'error', any) : any());
  const deep = `{"choices":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const line = () => (below(60) ? JSON.stringify(chunk()) : below(2) ? deep : '{"error": '.repeat(9_000));
  const ends = { replied: 0, failed: 0 };
  for (let round = 0; round < 1_500; round++) {
    const isStream = below(2) === 1;
    const body = isStream ? Array.from({ length: 1 + below(4) }, () => `data: ${line()}\n\n`).join('') + ['', 'data: [DONE]\n\n', 'data', '\ufffd'][below(4)] : line();
    const status = [200, 200, 200, 200, 201, 400, 404, 500][below(8)];
    const fetch = async () => new Response(body, { status, headers: { 'content-type': ['application/json', 'text/event-stream', 'x'][below(3)] } });
    const model = openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', retries: 0, stream: isStream, fetch });
    try {
      const reply = await model(REQUEST);
      assert.equal(typeof reply.text, 'string');
      assert.ok(reply.finishReason === undefined || typeof reply.finishReason === 'string');
      ends.replied += 1;
    } catch (error) {
      assert.ok(error instanceof ModelError, `${round}: ${error.stack}\n${body.slice(0, 500)}`);
      ends.failed += 1;
    }
  }
  assert.ok(ends.replied > 20 && ends.failed > 100, JSON.stringify(ends));
});

test('a connection that breaks after a good end has given the reply; one that the user ends has not', async () => {
  const server = await serve(events([delta({ content: TEXT }, 'stop')], response => response.destroy()), events([delta({ content: TEXT }, 'stop')], () => {}));
  assert.equal((await client(server)(REQUEST)).text, TEXT);
  const stop = new AbortController();
  await assert.rejects(client(server)(REQUEST, { signal: stop.signal, onText: () => setTimeout(() => stop.abort(), 30) }), { name: 'AbortError' });
});

test('an object that is nested too deeply is no reply', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  for (const message of [`{"content":${deep}}`, `{"tool_calls":[{"function":{"name":"x","arguments":${deep}}}]}`]) {
    const server = await serve(raw(200, 'application/json', `{"choices":[{"message":${message},"finish_reason":"stop"}]}`));
    await assert.rejects(client(server)(REQUEST), { code: 'not_json' });
  }
});

test('a wrong base URL is named as such', async () => {
  const server = await serve(whole({ content: '{}' }));
  await assert.rejects(client(server, { baseUrl: server.baseUrl.replace('/v1', '') })(REQUEST), { code: 'wrong_url', status: 404 });
});

// ---- trying again ----

/** Times of the requests up to a reply, in milliseconds of a mock clock that runs as fast as it can. */
async function timesOf(t, ...answers) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const times = [];
  const fetch = async () => {
    times.push(Date.now());
    const [status, body, headers] = answers[times.length - 1]();
    return Response.json(body, { status, headers });
  };
  const model = openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', stream: false, fetch });
  let text;
  model(REQUEST).then(reply => { ({ text } = reply); });
  while (text === undefined && Date.now() < 60_000) {
    await new Promise(setImmediate);
    t.mock.timers.tick(10);
  }
  assert.equal(text, TEXT);
  return times;
}
const fine = () => [200, { choices: [{ message: { content: TEXT } }] }];

test('500 twice, then success: pauses double', async t => {
  assert.deepEqual(await timesOf(t, () => [500, {}], () => [502, {}], fine), [0, 500, 1500]);
});

const retryAfter = value => [{}, { 'retry-after': value }];
const saying = message => [{ error: { message } }];
const waits = {
  'Retry-After in seconds': [() => retryAfter('2'), 2_000],
  'Retry-After as a date': [() => retryAfter(new Date(Date.now() + 2_000).toUTCString()), 2_000],
  'Retry-After with a unit': [() => retryAfter('3s'), 3_000],
  'Retry-After in no known form': [() => retryAfter('soon'), 500],
  'retry-after-ms': [() => [{}, { 'retry-after-ms': '3000', 'retry-after': '4' }], 3_000],
  milliseconds: [() => saying('Please try again in 300ms.'), 300],
  'minutes and seconds': [() => saying('Please try again in 0m12.5s. Visit x'), 12_500],
  'a word for the unit': [() => saying('Retry after 30 seconds'), 30_000],
  Chinese: [() => saying('请求过于频繁，请 3 秒后重试'), 3_000],
};
for (const [form, [answer, ms]] of Object.entries(waits)) {
  test(`429 with ${form} waits that long`, async t => {
    assert.deepEqual(await timesOf(t, () => [429, ...answer()], fine), [0, ms]);
  });
}

test('a connection that breaks before the first piece is tried again', async () => {
  const server = await serve(response => response.destroy(), events([], response => response.destroy()), whole({ content: TEXT }));
  assert.equal((await client(server)(REQUEST)).text, TEXT);
});

// ---- stepping down ----

/** A server that refuses some fields, each in the words of a real server. */
const picky = refusals => (response, body) => {
  const refused = refusals.find(([has]) => has(body));
  return refused ? json(refused[1], { error: { message: refused[2] } })(response) : whole({ content: TEXT })(response);
};
const schema = body => body.response_format?.type === 'json_schema';
const anyFormat = body => 'response_format' in body;

const stepDowns = [
  ['json_schema', [[schema, 400, 'This response_format type is unavailable now']], ['json_schema', 'json_object', '|', 'json_object']],
  ['any response_format', [[anyFormat, 422, 'json_object: extra fields not permitted: response_format']], ['json_schema', 'json_object', undefined, '|', undefined]],
  ['404 unsupported', [[anyFormat, 404, 'response_format is unsupported']], ['json_schema', 'json_object', undefined, '|', undefined]],
  ['stream_options', [[body => body.stream_options, 400, 'Unrecognized request argument supplied: stream_options']], ['json_schema', 'json_schema', '|', 'json_schema']],
  ['temperature and max_tokens', [
    [body => 'temperature' in body, 400, "Unsupported value: 'temperature' does not support 0.2"],
    [body => 'max_tokens' in body, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."],
  ], ['json_schema', 'json_schema', 'json_schema', '|', 'json_schema']],
];
for (const [name, refusals, formats] of stepDowns) {
  test(`a server without ${name}: asked without it, and remembered`, async () => {
    const server = await serve(picky(refusals));
    const model = client(server);
    const asked = () => server.requests.map(({ body }) => body.response_format?.type);
    assert.equal((await model(REQUEST)).text, TEXT);
    const first = asked();
    assert.equal((await model(REQUEST)).text, TEXT);
    assert.deepEqual([...first, '|', ...asked().slice(first.length)], formats);
  });
}

test('a server that refuses everything is not asked for ever', async () => {
  const server = await serve(json(400, { error: { message: 'unsupported response_format, stream_options, temperature and max_tokens' } }));
  await assert.rejects(client(server)(REQUEST), { code: 'refused' });
  assert.ok(server.requests.length <= 8);
});

// ---- stopping ----

test('abort ends the call at once: before, while it waits, while it streams, in a pause', async () => {
  const stopped = AbortSignal.abort();
  const server = await serve(() => {});
  await assert.rejects(client(server)(REQUEST, { signal: stopped }), { name: 'AbortError' });
  assert.equal(server.requests.length, 0);
  const hanging = [() => {}, events([delta({ content: 'x' })], () => {}), json(503, {}, { 'retry-after': '60' })];
  for (const answer of hanging) {
    const stop = new AbortController();
    const own = await serve(response => {
      answer(response);
      setTimeout(() => stop.abort(), 60);
    });
    const start = Date.now();
    await assert.rejects(client(own, { timeoutMs: 60_000 })(REQUEST, { signal: stop.signal }), { name: 'AbortError' });
    assert.ok(Date.now() - start < 30_000, 'not only when it would have ended anyway');
    assert.equal(own.requests.length, 1);
  }
});

test('options are checked when the client is made', () => {
  const wrong = [{ baseUrl: 'ftp://x' }, { baseUrl: 'http://user:pass@x/v1' }, { baseUrl: '' }, { model: '' }, { retries: -1 }, { timeoutMs: 0 }, { stream: 1 }, { apiKey: 7 }];
  for (const options of wrong) {
    const [name] = Object.keys(options);
    assert.throws(() => openAiCompatible({ baseUrl: 'http://x/v1', model: 'm', ...options }), { name: 'TypeError', message: new RegExp(name) });
  }
});

test('a key that no header can hold is refused before it is sent', async () => {
  const server = await serve(whole({ content: '{}' }));
  await assert.rejects(client(server, { apiKey: '密钥' })(REQUEST), { code: 'unauthorized' });
  assert.equal(server.requests.length, 0);
  await client(server, { apiKey: ` ${KEY}\n` })(REQUEST);
  assert.equal(server.requests[0].headers.authorization, `Bearer ${KEY}`);
});
