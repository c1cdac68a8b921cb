// toOtlp: a session as spans, in the form that an OTLP/HTTP endpoint takes.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { toOtlp } from 'stepgate/telemetry';

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const agent = toolAgent({
  name: 'shop', instructions: 'Help.', tools: {
    look: tool({ description: 'Looks up', inputSchema: schema, execute: ({ id }) => ({ id }) }),
    fail: tool({ description: 'Fails', inputSchema: schema, execute: () => { throw new Error('down'); } }),
  },
});

/** Two turns: one with a correction, two tools and an answer, and one whose model fails. */
async function exported() {
  const store = memoryStore();
  const lines = [{ say: '', tool: { name: 'lok', args: {} } }, { say: '', tool: [{ name: 'look', args: { id: 'secret' } }, { name: 'fail', args: { id: 'b' } }] }, { say: 'Here.' }];
  const model = async () => {
    if (!lines.length) throw Object.assign(new Error('no'), { name: 'ModelError', code: 'unauthorized' });
    return { text: JSON.stringify(lines.shift()), finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 2 } };
  };
  const session = await openSession({ agent, id: 'a', lang: 'en', lock: false, store, model });
  await session.say('Hello');
  await session.say('Again');
  await session.close();
  return store.export('a');
}

/** The parts of the body that are not as the OTLP specification has it (JSON of the protobuf messages). */
function wrongIn(body) {
  const wrong = [];
  const must = (holds, what) => { if (!holds) wrong.push(what); };
  const only = (value, names, what) => must(Object.keys(value).every(name => names.includes(name)), `${what}: ${Object.keys(value)}`);
  const isValue = value => (value.arrayValue ? value.arrayValue.values.every(isValue) : Object.keys(value).length === 1 && (typeof value.stringValue === 'string' || /^-?\d+$/.test(value.intValue)));
  only(body, ['resourceSpans'], 'body');
  for (const { resource, scopeSpans } of body.resourceSpans) {
    must(resource.attributes.some(({ key }) => key === 'service.name'), 'service.name');
    const spans = scopeSpans.flatMap(scope => scope.spans);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    must(ids.size === spans.length, 'span ids are unique');
    for (const span of spans) {
      only(span, ['traceId', 'spanId', 'parentSpanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano', 'attributes', 'status'], 'span');
      must(/^[0-9a-f]{32}$/.test(span.traceId) && /^[0-9a-f]{16}$/.test(span.spanId), 'ids');
      must(span.parentSpanId === undefined || ids.has(span.parentSpanId), 'parent');
      must([1, 2, 3, 4, 5].includes(span.kind), 'kind');
      must(/^\d{19}$/.test(span.startTimeUnixNano) && BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), 'times');
      must(span.attributes.every(({ key, value, ...more }) => key && isValue(value) && Object.keys(more).length === 0), 'attributes');
      must(new Set(span.attributes.map(({ key }) => key)).size === span.attributes.length, 'an attribute once');
    }
  }
  return wrong;
}

const plain = value => value.stringValue ?? (value.intValue ? Number(value.intValue) : value.arrayValue.values.map(plain));
const spansIn = body => body.resourceSpans[0].scopeSpans[0].spans.map(span => ({ ...span, given: Object.fromEntries(span.attributes.map(({ key, value }) => [key, plain(value)])) }));

let file;
before(async () => { file = await exported(); });

describe('toOtlp', () => {
  it('gives a trace for each turn, with its calls and their tokens', () => {
    const spans = spansIn(toOtlp(file, { provider: 'openai', model: 'qwen3' }));
    const turns = Map.groupBy ? [...Map.groupBy(spans, ({ traceId }) => traceId).values()] : [...new Set(spans.map(({ traceId }) => traceId))].map(id => spans.filter(({ traceId }) => traceId === id));
    assert.deepEqual(turns.map(turn => turn.map(({ name }) => name)), [
      ['invoke_agent shop'],
      ['invoke_agent shop', 'chat qwen3', 'chat qwen3', 'execute_tool look', 'execute_tool fail', 'chat qwen3'],
      ['invoke_agent shop', 'chat qwen3'],
    ]);
    const chats = spans.filter(({ given }) => given['gen_ai.operation.name'] === 'chat');
    assert.deepEqual(chats.map(({ given }) => given['gen_ai.usage.input_tokens']), [10, 10, 10, undefined]);
    assert.deepEqual(chats.map(({ given }) => given['stepgate.correction'] !== undefined), [true, false, false, false]);
    assert.deepEqual(spans.filter(({ status }) => status.code === 2).map(({ name, given }) => [name, given['error.type']]), [['execute_tool fail', 'failed'], ['invoke_agent shop', 'unauthorized'], ['chat qwen3', 'unauthorized']]);
    assert.ok(spans.every(({ given }) => given['gen_ai.conversation.id'] === 'a'));
  });

  it('is pure, says no text of the session unless it is told to, and leaves earlier turns out', () => {
    assert.deepEqual(toOtlp(file), toOtlp(JSON.stringify(file)));
    assert.doesNotMatch(JSON.stringify(toOtlp(file)), /secret|Here/);
    assert.match(JSON.stringify(toOtlp(file, { content: true })), /secret[^]*Here/);
    const all = spansIn(toOtlp(file));
    const later = spansIn(toOtlp(file, { since: file.snapshot.revision - 2 }));
    assert.deepEqual(later, all.slice(-later.length));
    assert.equal(later.length, 2);
  });

  it('is what an OTLP/HTTP endpoint takes', async () => {
    const got = [];
    const collector = createServer((request, response) => {
      let text = '';
      request.on('data', piece => { text += piece; });
      request.on('end', () => {
        got.push({ url: request.url, type: request.headers['content-type'], wrong: wrongIn(JSON.parse(text)) });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
      });
    });
    await new Promise(ready => collector.listen(0, '127.0.0.1', () => ready(undefined)));
    const answer = await fetch(`http://127.0.0.1:${collector.address().port}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(toOtlp(file, { content: true })) });
    collector.close();
    assert.equal(answer.status, 200);
    assert.deepEqual(got, [{ url: '/v1/traces', type: 'application/json', wrong: [] }]);
  });

  it('refuses what is no exported session, and unknown options', () => {
    assert.throws(() => toOtlp({}), { name: 'TypeError', message: /toOtlp\(session\): must be an exported session/ });
    assert.throws(() => toOtlp(file, { contents: true }), { name: 'TypeError', message: /contents: must be left out; .* did you mean content\?/ });
    assert.throws(() => toOtlp(file, { since: -1 }), { name: 'TypeError', message: /since: must be a whole number from 0/ });
  });
});
