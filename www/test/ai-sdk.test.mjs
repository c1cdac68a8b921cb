// Models of the AI SDK's provider interface: by its own mocks, and by provider packages of two majors against imitated servers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { convertArrayToReadableStream, MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test';
import { createAnthropic as createAnthropicOf6 } from 'ai-sdk-6-anthropic';
import { createGoogleGenerativeAI as createGoogleOf6 } from 'ai-sdk-6-google';
import { openSession, tool, toolAgent } from '../src/index.js';
import { fromLanguageModel } from '../src/ai-sdk/index.js';
import { anthropicRefuses, anthropicSays, geminiRefuses, geminiSays, providerServer } from './provider-servers.js';
import { modelServer, streamed } from './server.js';

const SCHEMA = { type: 'object', properties: { say: { type: 'string' } }, required: ['say'], additionalProperties: false };
const REQUEST = {
  messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'hi' }],
  contract: { name: 'reply', schema: SCHEMA },
  sampling: { temperature: 0.2, maxOutputTokens: 500 },
};
const TEXT = '{"say":"你好, 👋"}';
const USAGE = { inputTokens: { total: 12 }, outputTokens: { total: 7 } };

const starts = (warnings = []) => ({ type: 'stream-start', warnings });
const says = text => [{ type: 'text-start', id: '1' }, ...[...text].map(delta => ({ type: 'text-delta', id: '1', delta })), { type: 'text-end', id: '1' }];
const thinks = text => [{ type: 'reasoning-start', id: '0' }, ...[...text].map(delta => ({ type: 'reasoning-delta', id: '0', delta })), { type: 'reasoning-end', id: '0' }];
const ends = (unified = 'stop', raw = undefined, usage = USAGE) => ({ type: 'finish', finishReason: { unified, raw }, usage });

/** A mock of the AI SDK that answers each call with the next list of parts, the last one for all others; an error in a list's place is thrown. */
function mock(answers, Mock = MockLanguageModelV4) {
  const left = [...answers];
  return new Mock({
    doStream: async () => {
      const answer = left.length > 1 ? left.shift() : left[0];
      if (!Array.isArray(answer)) throw answer;
      return { stream: convertArrayToReadableStream(answer) };
    },
  });
}
const answering = (...parts) => fromLanguageModel(mock([parts]), { retries: 0 });
/** An error of a provider's package. */
const apiError = (statusCode, body, responseHeaders = {}) => Object.assign(new Error('said no'), { name: 'AI_APICallError', statusCode, responseHeaders, responseBody: JSON.stringify(body), isRetryable: statusCode >= 429 });

for (const Mock of [MockLanguageModelV3, MockLanguageModelV4]) {
  test(`${Mock.name}: the call has all of the request, and words and thoughts come as they are made`, async () => {
    const model = mock([[starts(), ...thinks('Hm.'), ...says(TEXT), ends()]], Mock);
    const heard = { text: [], thought: [] };
    const reply = await fromLanguageModel(model, { providerOptions: { some: { effort: 1 } } })(REQUEST, { onText: piece => heard.text.push(piece), onReasoning: piece => heard.thought.push(piece) });
    assert.deepEqual(reply, { text: TEXT, reasoning: 'Hm.', finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 7 } });
    assert.deepEqual([heard.text.join(''), heard.text.length, heard.thought.join('')], [TEXT, [...TEXT].length, 'Hm.']);
    const { abortSignal, ...call } = model.doStreamCalls[0];
    assert.ok(abortSignal instanceof AbortSignal);
    assert.deepEqual(call, {
      prompt: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      providerOptions: { some: { effort: 1 } }, temperature: 0.2, maxOutputTokens: 500, responseFormat: { type: 'json', name: 'reply', schema: SCHEMA },
    });
  });
}

test('messages go in the order that every provider takes, or as they are', async () => {
  const messages = [{ role: 'system', content: 'A' }, { role: 'assistant', content: 'Hello' }, { role: 'user', content: 'one' }, { role: 'user', content: 'two' }, { role: 'assistant', content: 'three' }];
  const rolesOf = async options => {
    const model = mock([[...says('{}'), ends()]]);
    await fromLanguageModel(model, options)({ messages });
    return model.doStreamCalls[0].prompt.map(({ role }) => role);
  };
  assert.deepEqual(await rolesOf({}), ['system', 'user', 'assistant', 'user', 'assistant', 'user']);
  assert.deepEqual(await rolesOf({ roles: 'as_is' }), ['system', 'assistant', 'user', 'user', 'assistant']);
});

test('a text without a contract has no form, and neither has a contract for a text', async () => {
  const model = mock([[...says('Hello'), ends()]]);
  const complete = fromLanguageModel(model);
  assert.equal((await complete({ messages: REQUEST.messages })).text, 'Hello');
  await complete({ ...REQUEST, contract: { name: 'words', schema: { type: 'string' } } });
  assert.deepEqual(model.doStreamCalls.map(call => 'responseFormat' in call), [false, false]);
});

test('thinking is said as the option says it', async () => {
  const model = mock([[...says('{}'), ends()]]);
  await fromLanguageModel(model, { thinking: on => ({ reasoning: on ? 'medium' : 'none' }) })({ ...REQUEST, sampling: { thinking: true } });
  await fromLanguageModel(model)({ ...REQUEST, sampling: { thinking: true } });
  assert.deepEqual(model.doStreamCalls.map(({ reasoning }) => reasoning), ['medium', undefined]);
});

test('an end is a finish reason or an error', async () => {
  const end = async (...finish) => (await answering(...says(TEXT), ends(...finish))(REQUEST)).finishReason;
  assert.equal(await end('stop', 'end_turn'), 'stop');
  assert.equal(await end('length', 'max_tokens'), 'length');
  assert.equal(await end('other', 'pause_turn'), 'pause_turn');
  const failures = [
    ['content-filter', undefined, 'content_filter'], ['content-filter', 'SAFETY', 'content_filter'], ['content-filter', 'refusal', 'declined'],
    ['error', undefined, 'server'], ['interrupted', undefined, 'cut_off'], ['length', 'model_context_window_exceeded', 'context'],
  ];
  for (const [unified, raw, code] of failures) await assert.rejects(end(unified, raw), { name: 'ModelError', code }, `${unified} ${raw}`);
  await assert.rejects(answering(...says(TEXT))(REQUEST), { code: 'cut_off' });
});

test('tokens that are not counted are left out', async () => {
  const { usage } = await answering(...says(TEXT), ends('stop', undefined, { inputTokens: {}, outputTokens: {} }))(REQUEST);
  assert.equal(usage, undefined);
});

test('a call of a tool, although none was offered, comes as the session reads it', async () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'pay', input: '{"id":7}' };
  const { text } = await answering(call, ends('tool-calls'))(REQUEST);
  assert.deepEqual(JSON.parse(text), { tool_calls: [{ name: 'pay', arguments: '{"id":7}' }] });
});

test('errors have the codes of Stepgate', async () => {
  const named = name => Object.assign(new Error(`${name}.`), { name });
  const errors = [
    [apiError(429, { error: { message: 'Slow down', type: 'rate_limit_error' } }, { 'retry-after': '7' }), { code: 'rate_limited', status: 429, retryAfterMs: 7_000, transient: true, detail: 'Slow down' }],
    [apiError(529, { error: { message: 'Overloaded', type: 'overloaded_error' } }), { code: 'server', transient: true }],
    [apiError(401, { error: { message: 'invalid x-api-key', type: 'authentication_error' } }), { code: 'unauthorized' }],
    [apiError(404, { error: { message: 'model: claude-0', type: 'not_found_error' } }), { code: 'no_model' }],
    [apiError(413, { error: { message: 'Request exceeds the maximum size', type: 'request_too_large' } }), { code: 'context' }],
    [apiError(200, {}), { code: 'not_json', status: 200 }],
    [Object.assign(new Error('Cannot connect to API: refused'), { name: 'AI_APICallError', isRetryable: true }), { code: 'cors_or_network', transient: true }],
    [new TypeError('Failed to fetch'), { code: 'cors_or_network', transient: true }],
    [named('AI_LoadAPIKeyError'), { code: 'unauthorized' }],
    [named('AI_NoSuchModelError'), { code: 'no_model' }],
    [named('AI_UnsupportedFunctionalityError'), { code: 'refused' }],
    [named('AI_TypeValidationError'), { code: 'not_json' }],
    [new Error('out of cheese'), { code: 'server', detail: 'out of cheese' }],
  ];
  for (const [error, expected] of errors) {
    await assert.rejects(fromLanguageModel(mock([error]), { retries: 0 })(REQUEST), { name: 'ModelError', ...expected }, error.message);
    await assert.rejects(answering(...says('{'), { type: 'error', error })(REQUEST), { name: 'ModelError', transient: false }, `${error.message}, after a part`);
  }
  await assert.rejects(answering({ type: 'error', error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } })(REQUEST), { code: 'server', detail: 'Overloaded' });
});

test('an error after the end of a reply does not undo it', async () => {
  const stream = new ReadableStream({
    start(controller) {
      for (const part of [...says(TEXT), ends()]) controller.enqueue(part);
    },
    pull: controller => controller.error(new TypeError('network error')),
  }, { highWaterMark: 0 });
  const model = new MockLanguageModelV4({ doStream: async () => ({ stream }) });
  assert.equal((await fromLanguageModel(model)(REQUEST)).text, TEXT);
});

test('what passes is tried again after the pause that the server asks for, and no oftener than `retries`', async () => {
  const busy = apiError(429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '1' });
  const model = mock([busy, busy, [...says(TEXT), ends()]]);
  assert.equal((await fromLanguageModel(model, { retries: 2 })(REQUEST)).text, TEXT);
  assert.equal(model.doStreamCalls.length, 3);
  const tired = mock([busy]);
  await assert.rejects(fromLanguageModel(tired, { retries: 1 })(REQUEST), { code: 'rate_limited' });
  assert.equal(tired.doStreamCalls.length, 2);
});

const shapesOf = model => model.doStreamCalls.map(({ prompt, responseFormat }) => [Boolean(responseFormat?.schema), responseFormat?.type, prompt[0].content.includes('"additionalProperties":false')]);

test('a provider that says it takes no schema gets it in the prompt, and is not asked with it again', async () => {
  const ignoring = starts([{ type: 'unsupported', feature: 'responseFormat', details: 'JSON response format schema is not supported' }]);
  const heard = [];
  const model = mock([[ignoring, ...says('Hello!'), ends()], [starts(), ...says(TEXT), ends()]]);
  const complete = fromLanguageModel(model);
  const reply = await complete(REQUEST, { onText: piece => heard.push(piece) });
  assert.deepEqual([reply.text, reply.leftOut, heard.join('')], [TEXT, ['responseFormat.schema'], TEXT]);
  await complete(REQUEST);
  assert.deepEqual(shapesOf(model), [[true, 'json', false], [false, 'json', true], [false, 'json', true]]);
});

test('a setting that the provider ignores is named', async () => {
  const reply = await answering(starts([{ type: 'unsupported', feature: 'temperature' }, { type: 'unsupported', feature: 'topK' }, { type: 'other', message: 'x' }]), ...says(TEXT), ends())(REQUEST);
  assert.deepEqual(reply.leftOut, ['temperature']);
});

test('a refused request is asked again with less, each time with less than before, and what was accepted is kept', async () => {
  const refusal = apiError(400, { error: { message: 'Schema is too complex', type: 'invalid_request_error' } });
  const model = mock([refusal, refusal, refusal, [...says(TEXT), ends()]]);
  const complete = fromLanguageModel(model);
  assert.deepEqual((await complete(REQUEST)).leftOut, ['temperature', 'maxOutputTokens', 'responseFormat']);
  await complete(REQUEST);
  assert.deepEqual(shapesOf(model), [[true, 'json', false], [false, 'json', true], [false, undefined, true], [false, undefined, true], [false, undefined, true]]);
  assert.deepEqual(model.doStreamCalls.map(({ temperature }) => temperature), [0.2, 0.2, 0.2, undefined, undefined]);

  const never = mock([refusal]);
  await assert.rejects(fromLanguageModel(never)(REQUEST), { code: 'refused' });
  assert.equal(never.doStreamCalls.length, 4);
});

test('a text that is too long is asked about once more, without the schema', async () => {
  const model = mock([apiError(400, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum', type: 'invalid_request_error' } })]);
  await assert.rejects(fromLanguageModel(model)(REQUEST), { code: 'context' });
  assert.equal(model.doStreamCalls.length, 2);
});

test('a stop aborts the call, and silence ends it', async () => {
  const silent = () => {
    const calls = [];
    const model = new MockLanguageModelV4({
      doStream: async call => {
        calls.push(call);
        const stream = new ReadableStream({ start: controller => call.abortSignal.addEventListener('abort', () => controller.error(call.abortSignal.reason)) });
        return { stream };
      },
    });
    return { model, calls };
  };
  const stopped = silent();
  const controller = new AbortController();
  const reason = new Error('stopped');
  const reply = fromLanguageModel(stopped.model)(REQUEST, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 5);
  await assert.rejects(reply, reason);
  assert.ok(stopped.calls[0].abortSignal.aborted);
  await assert.rejects(fromLanguageModel(stopped.model)(REQUEST, { signal: controller.signal }), reason);
  assert.equal(stopped.calls.length, 1);
  await assert.rejects(fromLanguageModel(silent().model, { timeoutMs: 5, retries: 0 })(REQUEST), { code: 'timeout' });
});

test('a reply beyond the limit is not read on', async () => {
  let cancelled = false;
  const stream = new ReadableStream({ pull: controller => controller.enqueue({ type: 'text-delta', id: '1', delta: 'x'.repeat(100) }), cancel() { cancelled = true; } });
  const model = fromLanguageModel(new MockLanguageModelV4({ doStream: async () => ({ stream }) }), { maxReplyBytes: 1_000 });
  assert.equal(model.maxReplyBytes, 1_000);
  await assert.rejects(model(REQUEST), { code: 'too_large' });
  assert.ok(cancelled);
});

test('something else than a model of AI SDK 6 or 7, and a wrong option, are told', () => {
  for (const wrong of [undefined, 'anthropic/claude-sonnet-4-5', {}, { specificationVersion: 'v2', doStream() {} }]) {
    assert.throws(() => fromLanguageModel(wrong), { name: 'TypeError', message: /^fromLanguageModel\(model\): must be a language model of a provider for AI SDK 6 or 7/ });
  }
  const options = { timeoutMs: 0, retries: -1, maxReplyBytes: 1.5, roles: 'any', thinking: true, providerOptions: { anthropic: 1 } };
  for (const [name, value] of Object.entries(options)) assert.throws(() => fromLanguageModel(mock([[]]), { [name]: value }), { name: 'TypeError', message: new RegExp(`\\{ ${name} \\}`) });
});

// ---- provider packages against imitated servers ----

const ANTHROPIC = { name: 'Anthropic', model: 'claude-sonnet-4-5', says: anthropicSays, schemaOf: body => body.output_config.format.schema, key: 'x-api-key' };
const GOOGLE = { name: 'Google', model: 'gemini-2.5-flash', says: geminiSays, schemaOf: ({ generationConfig }) => generationConfig.responseJsonSchema ?? generationConfig.responseSchema, key: 'x-goog-api-key', thoughtTokens: 2 };
const PROVIDERS = [
  { ...ANTHROPIC, sdk: 7, create: createAnthropic }, { ...ANTHROPIC, sdk: 6, create: createAnthropicOf6 },
  { ...GOOGLE, sdk: 7, create: createGoogleGenerativeAI }, { ...GOOGLE, sdk: 6, create: createGoogleOf6 },
];

/** Asks a provider over an imitated server. */
async function asked({ create, model }, answers, options = {}) {
  const server = await providerServer(...answers);
  try {
    const heard = { text: '', thought: '' };
    const complete = fromLanguageModel(create({ apiKey: 'key', baseURL: server.baseURL })(model), { retries: 0, ...options });
    const reply = await complete(REQUEST, { onText: piece => { heard.text += piece; }, onReasoning: piece => { heard.thought += piece; } }).catch(error => error);
    return { reply, heard, requests: server.requests };
  } finally {
    await server.close();
  }
}

for (const provider of PROVIDERS) {
  test(`${provider.name} of AI SDK ${provider.sdk}: schema, words, thoughts, tokens and end`, async () => {
    const { reply, heard, requests } = await asked(provider, [provider.says(TEXT, { thought: 'Let me see.' })]);
    assert.deepEqual(reply, { text: TEXT, reasoning: 'Let me see.', finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 7, ...(provider.thoughtTokens && { reasoningTokens: provider.thoughtTokens }) } });
    assert.deepEqual(heard, { text: TEXT, thought: 'Let me see.' });
    const [{ body, headers }] = requests;
    assert.equal(headers[provider.key], 'key');
    assert.deepEqual([provider.schemaOf(body).properties, JSON.stringify(body).includes('Be brief.')], [SCHEMA.properties, true]);
  });
}

for (const provider of PROVIDERS.slice(0, 2)) {
  test(`Anthropic of AI SDK ${provider.sdk}: errors, before the reply and in it`, async () => {
    const failing = async (...answers) => (await asked(provider, answers)).reply;
    const { code, retryAfterMs } = await failing(anthropicRefuses(429, 'rate_limit_error', 'Too many', { 'retry-after': '30' }));
    assert.deepEqual([code, retryAfterMs], ['rate_limited', 30_000]);
    assert.equal((await failing(anthropicRefuses(529, 'overloaded_error', 'Overloaded'))).code, 'server');
    assert.equal((await failing(anthropicRefuses(401, 'authentication_error', 'invalid x-api-key'))).code, 'unauthorized');
    assert.equal((await failing(anthropicRefuses(400, 'invalid_request_error', 'Your credit balance is too low to access the API'))).code, 'no_credit');
    assert.equal((await failing(anthropicSays(TEXT, { stop: 'refusal' }))).code, 'declined');
    assert.equal((await failing(anthropicSays(TEXT, { stop: 'max_tokens' }))).finishReason, 'length');
    const broken = await failing(anthropicSays(TEXT, { last: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }));
    assert.deepEqual([broken.code, broken.transient], ['server', false]);
  });
}

for (const provider of PROVIDERS.slice(2)) {
  test(`Google of AI SDK ${provider.sdk}: errors, and a schema that it refuses`, async () => {
    const failing = async (...answers) => (await asked(provider, answers)).reply;
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' }];
    const { code, retryAfterMs } = await failing(geminiRefuses(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', details));
    assert.deepEqual([code, retryAfterMs], ['rate_limited', 12_000]);
    assert.equal((await failing(geminiRefuses(503, 'UNAVAILABLE', 'The model is overloaded.'))).code, 'server');
    assert.equal((await failing(geminiRefuses(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'))).code, 'unauthorized');
    assert.equal((await failing(geminiSays('', { finishReason: 'SAFETY' }))).code, 'content_filter');
    const { reply, requests } = await asked(provider, [geminiRefuses(400, 'INVALID_ARGUMENT', 'The specified schema produces a constraint that has too many states for serving.'), geminiSays(TEXT)]);
    assert.deepEqual([reply.text, reply.leftOut, requests.length], [TEXT, ['responseFormat.schema'], 2]);
    assert.match(requests[1].body.systemInstruction.parts[0].text, /additionalProperties/);
  });
}

test('where no server listens, the error is that of the network', async () => {
  const server = createServer();
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const baseURL = `http://127.0.0.1:${server.address().port}`;
  await new Promise(closed => server.close(closed));
  for (const { create, model } of PROVIDERS) await assert.rejects(fromLanguageModel(create({ apiKey: 'key', baseURL })(model), { retries: 0 })(REQUEST), { code: 'cors_or_network', transient: true });
});

test('a provider package that takes no schema: the second request has it in the prompt', async () => {
  const server = await modelServer(streamed(TEXT));
  const { reply } = await fromLanguageModel(createOpenAICompatible({ name: 'own', baseURL: server.baseUrl })('m'))(REQUEST).then(reply => ({ reply }));
  await server.close();
  assert.deepEqual([reply.text, reply.leftOut], [TEXT, ['responseFormat.schema']]);
  assert.match(server.requests.at(-1).body.messages[0].content, /additionalProperties/);
});

test('a session over Anthropic: a card, a yes, one write', async () => {
  const booked = [];
  const desk = toolAgent({
    name: 'desk', instructions: 'Book rooms.',
    tools: { book: tool({ description: 'Books a room', access: 'write', inputSchema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'], additionalProperties: false }, execute: ({ room }) => { booked.push(room); return 'Booked.'; } }) },
  });
  const server = await providerServer(anthropicSays('{"say":"Shall I?","tool":{"name":"book","args":{"room":"Birch"}}}', { thought: 'A room is wanted.' }), anthropicSays('{"say":"It is yours."}'));
  const session = await openSession({ agent: desk, id: 'a', lang: 'en', model: fromLanguageModel(createAnthropic({ apiKey: 'key', baseURL: server.baseURL })('claude-sonnet-4-5')) });
  const { card } = await session.say('Birch, please');
  assert.deepEqual([card.calls[0].args, booked], [{ room: 'Birch' }, []]);
  const view = await session.answer(card.id, { accept: true });
  assert.deepEqual([booked, view.blocks.at(-1).text, view.usage.inputTokens], [['Birch'], 'It is yours.', 24]);
  assert.ok(view.blocks.some(({ kind, text }) => kind === 'reasoning' && text === 'A room is wanted.'));
  await session.close();
  await server.close();
});

const PHOTO = { kind: 'image', sha256: 'a'.repeat(64), mediaType: 'image/png', name: 'dot.png', bytes: 2, data: new Uint8Array([1, 2]) };
const WITH_PHOTO = { ...REQUEST, messages: [{ role: 'system', content: 'Look.' }, { role: 'user', content: [PHOTO, { kind: 'text', text: 'What is it?' }] }] };

test('an image goes along as the file part of each version of the interface', async () => {
  for (const [Mock, data] of [[MockLanguageModelV3, 'AQI='], [MockLanguageModelV4, { type: 'data', data: 'AQI=' }]]) {
    const model = mock([[starts(), ...says(TEXT), ends()]], Mock);
    await fromLanguageModel(model)(WITH_PHOTO);
    assert.deepEqual(model.doStreamCalls[0].prompt[1].content, [{ type: 'file', mediaType: 'image/png', filename: 'dot.png', data }, { type: 'text', text: 'What is it?' }]);
  }
});

for (const provider of PROVIDERS) {
  test(`${provider.name} of AI SDK ${provider.sdk}: an image arrives in the form of the server`, async t => {
    const server = await providerServer(provider.says(TEXT));
    t.after(server.close);
    await fromLanguageModel(provider.create({ apiKey: 'key', baseURL: server.baseURL })(provider.model), { retries: 0 })(WITH_PHOTO);
    const sent = JSON.stringify(server.requests[0].body);
    assert.ok(sent.includes('"AQI="') && sent.includes('"image/png"') && sent.includes('What is it?'), sent);
  });
}

test('a model that takes no images is no_vision, whoever says it', async () => {
  const unsupported = Object.assign(new Error("'file part media type image/png' functionality not supported."), { name: 'AI_UnsupportedFunctionalityError' });
  for (const error of [unsupported, apiError(400, { error: { message: 'This model does not support image input.' } })]) {
    await assert.rejects(fromLanguageModel(mock([error]), { retries: 0 })(WITH_PHOTO), { name: 'ModelError', code: 'no_vision' });
  }
});
