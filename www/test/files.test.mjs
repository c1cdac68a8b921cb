/** Images and files beside the user's words, from `say` to the model and back, in sessions of own agents. */
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { recorded } from '../src/test/index.js';
import { openSession as openHere } from '../src/worker/index.js';
import { FILE_LIMITS, ModelError, Refusal, defineAgent, indexedDbStore, memoryStore, openAiCompatible, openSession, tool, toolAgent, withParts } from '../src/index.js';
import { serve } from '../src/worker/index.js';
import { json, modelServer, whole } from './server.js';

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex');
const looker = toolAgent({ name: 'looker', instructions: 'Say what you see.' });
const bytesOf = (length, seed = 1) => Uint8Array.from({ length }, (_, at) => (at * 31 + seed) % 256);
const photo = (name = 'a.jpg', length = 50, type = 'image/jpeg', seed = 1) => new File([bytesOf(length, seed)], name, { type });
const partOf = (name, length, mediaType = 'image/jpeg', seed = 1) => ({ kind: 'image', sha256: sha256(bytesOf(length, seed)), mediaType, name, bytes: length });

let count = 0;

/** A session whose model says "Seen.", with the requests that the model got. */
async function opened(more = {}) {
  const requests = [];
  const model = async request => {
    requests.push(structuredClone(request));
    return { text: '{"say":"Seen."}' };
  };
  const store = indexedDbStore(`files-${count += 1}`);
  const session = await openSession({ agent: looker, id: 's', model, store, lock: false, lang: 'en', ...more });
  return { session, store: more.store ?? store, requests };
}

const contents = ({ messages }) => messages.at(-1).content;

test('a photo is saved once, stands on the block, and reaches the model with its bytes before the words', async () => {
  const { session, store, requests } = await opened();
  const view = await session.say('What is it?', undefined, { parts: [photo()] });
  assert.deepEqual(view.blocks[0].parts, [partOf('a.jpg', 50)]);
  assert.deepEqual(contents(requests[0]), [{ ...partOf('a.jpg', 50), data: bytesOf(50) }, { kind: 'text', text: 'What is it?' }]);
  assert.deepEqual(await store.getBlob('s', partOf('a.jpg', 50).sha256), bytesOf(50));
  const blob = await session.blob(view.blocks[0].parts[0]);
  assert.deepEqual([blob.type, new Uint8Array(await blob.arrayBuffer())], ['image/jpeg', bytesOf(50)]);
  const { entries, head } = (await store.load('s')).snapshot;
  assert.ok(entries.join('').includes(partOf('a.jpg', 50).sha256) && !`${entries}${head}`.includes(btoa(String.fromCharCode(...bytesOf(50))).slice(0, 20)));
  await session.close();

  const again = await opened({ store });
  await again.session.say('And now?');
  assert.deepEqual(again.requests[0].messages.find(({ content }) => typeof content !== 'string').content[0].data, bytesOf(50), 'also after a reload');
});

test('what does not fit is refused with the limit and what was found, and changes nothing', async () => {
  const { session, store, requests } = await opened();
  const before = JSON.stringify(await store.export('s'));
  const large = new File([new Uint8Array(20 * 2 ** 20)], 'large.jpg', { type: 'image/jpeg' });
  const cases = [
    [[large], 'file_too_large', 'At most 10 MB a file: large.jpg has 20 MB.'],
    [Array.from({ length: 11 }, () => photo()), 'too_many_files', 'At most 10 files go with one message; there are 11.'],
    [[new File(['x'], 'a.exe', { type: 'application/x-msdownload' })], 'file_type', 'a.exe (application/x-msdownload) is of a kind that is not taken. Taken are image/jpeg, image/png, image/webp, image/gif, application/pdf, audio/wav, audio/mpeg.'],
  ];
  for (const [parts, code, message] of cases) {
    await assert.rejects(session.say('Look', undefined, { parts }), error => error instanceof Refusal && error.code === code && error.message === message);
  }
  for (const wrong of ['photo.jpg', [{}], [{ sha256: 'x' }], 7]) await assert.rejects(session.say('Look', undefined, { parts: wrong }), { name: 'TypeError', message: /parts: must be a list of files/ });
  await assert.rejects(session.say('Look', undefined, { parts: [partOf('b.jpg', 9)] }), { name: 'TypeError', message: /b\.jpg: must be a file, a blob or a part of this session/ });
  assert.equal(JSON.stringify(await store.export('s')), before);
  assert.equal(requests.length, 0);
});

test('a photo of 20 MB is refused in the language of the session', async () => {
  const { session } = await opened({ lang: 'zh' });
  const large = new File([new Uint8Array(20 * 2 ** 20)], '小票.jpg', { type: 'image/jpeg' });
  await assert.rejects(session.say('看', undefined, { parts: [large] }), { message: '每个文件最大 10 MB：小票.jpg 有 20 MB。' });
});

test('a refused message leaves no blob, and one that is saved leaves none over', async () => {
  const { session, store } = await opened();
  const busy = session.say('Look', undefined, { parts: [photo()] });
  await assert.rejects(session.say('Again', undefined, { parts: [photo('b.jpg', 60)] }), { code: 'busy' });
  await busy;
  assert.deepEqual(Object.keys((await store.export('s')).blobs), [partOf('a.jpg', 50).sha256]);
});

test('files wait with their words, in order, and a file needs no words', async () => {
  const { session, requests } = await opened();
  const first = session.say('First', undefined, { parts: [photo('a.jpg')] });
  await Promise.all([first, session.say('', undefined, { when: 'queue', parts: [photo('b.jpg', 60)] }), session.say('Third', undefined, { when: 'queue' })]);
  const said = session.view.blocks.filter(({ kind }) => kind === 'user').map(({ text, parts = [] }) => [text, parts.map(({ name }) => name)]);
  assert.deepEqual(said, [['First', ['a.jpg']], ['', ['b.jpg']], ['Third', []]]);
  assert.equal(requests.length, 3);
});

test('an exported session brings its files, from the store and from the session, and its copy shows them', async () => {
  const { session, store } = await opened();
  const { blocks: [{ parts: [part] }] } = await session.say('Look', undefined, { parts: [photo()] });
  for (const file of [await session.export(), await store.export('s')]) {
    const elsewhere = memoryStore();
    const id = await elsewhere.import(JSON.parse(JSON.stringify(file)));
    const copy = await opened({ store: elsewhere, id });
    assert.equal((await copy.session.blob(part)).size, 50);
    await copy.session.say('Again');
    assert.deepEqual(copy.requests[0].messages.at(1).content[0].data, bytesOf(50));
  }
});

test('after a failed turn the files come back, and are said again by their references', async () => {
  let fails = true;
  const requests = [];
  const model = async request => {
    if (fails) throw new ModelError('server');
    requests.push(request);
    return { text: '{"say":"Seen."}' };
  };
  const { session } = await opened({ model });
  const { input, inputParts } = await session.say('Look', undefined, { parts: [photo()] });
  assert.deepEqual([input, inputParts], ['Look', [partOf('a.jpg', 50)]]);
  fails = false;
  await session.say(input, undefined, { parts: inputParts });
  assert.deepEqual(contents(requests[0])[0].data, bytesOf(50));
});

test('an agent of the page\'s own hears of the files, and can ask for them', async () => {
  const heard = new Map(); // in development a function is called twice
  const agent = defineAgent({
    name: 'own', stages: { talk: { reply: { type: 'object', properties: { say: { type: 'string' } } }, prompt: () => ({ system: 'Look.' }), decide: ({ reply, say, to }) => { say(reply.say); return to.listen(); } } },
    on: { said({ text, parts, then }) { heard.set(text, parts); return then; } },
  });
  const { session, requests } = await opened({ agent });
  await session.say('Look', undefined, { parts: [photo()] });
  await session.say('And?');
  assert.deepEqual([...heard], [['Look', [partOf('a.jpg', 50)]], ['And?', undefined]]);
  assert.deepEqual(contents(requests[0])[0].data, bytesOf(50));
});

test('a store without blobs keeps no files, and says so', async () => {
  const { getBlob, ...store } = memoryStore();
  const { session } = await opened({ store });
  await assert.rejects(session.say('Look', undefined, { parts: [photo()] }), { name: 'TypeError', message: /the store of this session keeps no files/ });
});

test('a store that fails keeps the photo for the next step', async () => {
  const kept = memoryStore();
  let fails = true;
  const store = { ...kept, save: async (...given) => { if (fails) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' }); return kept.save(...given); } };
  const { session, requests } = await opened({ store });
  await session.say('Look', undefined, { parts: [photo()] });
  assert.deepEqual(contents(requests[0])[0].data, bytesOf(50), 'the session goes on in memory');
  fails = false;
  await session.say('And now?');
  assert.deepEqual(await kept.getBlob('s', partOf('a.jpg', 50).sha256), bytesOf(50));
});

test('of many files the newest go to the model, and a line says that others were left out', async () => {
  const { session, requests } = await opened();
  for (let turn = 0; turn < 3; turn += 1) await session.say(`Turn ${turn}`, undefined, { parts: Array.from({ length: 9 }, (_, at) => photo(`${turn}-${at}.jpg`, 40, 'image/jpeg', turn * 9 + at)) });
  const parts = requests.at(-1).messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  assert.equal(parts.filter(({ data }) => data).length, 20);
  const left = parts.filter(({ kind, text }) => kind === 'text' && text.startsWith('["'));
  assert.deepEqual([left.length, left[0].text], [7, '["0-0.jpg" was sent here earlier and is left out now: too many files]']);
});

test('a reference in a reply, or in the result of a tool, becomes no file', async () => {
  const forged = { kind: 'image', sha256: partOf('a.jpg', 50).sha256, mediaType: 'image/jpeg', bytes: 50 };
  const replies = [{ say: '', tool: { name: 'look', args: {} } }, { say: JSON.stringify([forged]), parts: [forged] }, { say: 'Done.' }];
  const requests = [];
  const agent = toolAgent({ name: 'reader', instructions: 'Look.', tools: { look: tool({ description: 'Looks', execute: () => ({ content: [forged] }) }) } });
  const model = async request => {
    requests.push(request);
    return { text: JSON.stringify(replies[Math.min(requests.length - 1, 2)]) };
  };
  const { session } = await opened({ agent, model });
  await session.say('Look');
  await session.say('And now?');
  assert.ok(requests.length >= 3 && requests.every(({ messages }) => messages.every(({ content }) => typeof content === 'string')));
  assert.ok(session.view.blocks.every(block => !('parts' in block)));
});

/** A session whose model calls the tool `chart` once, with the requests that the model got. */
async function charting(execute, more = {}) {
  const requests = [];
  const replies = [{ say: '', tool: { name: 'chart', args: {} } }, { say: 'I see it.' }];
  const model = async request => {
    requests.push(structuredClone(request));
    return { text: JSON.stringify(replies[requests.length - 1] ?? { say: 'Again.' }) };
  };
  const { access, ...rest } = more;
  const agent = toolAgent({ name: 'analyst', instructions: 'Draw.', tools: { chart: tool({ description: 'Draws', ...(access && { access }), execute }) } });
  return { ...await opened({ agent, model, ...rest }), requests };
}

const toolsIn = view => view.blocks.filter(({ kind }) => kind === 'tool');

test('files of a tool are saved with its result, shown on its block, and reach the model before the result', async () => {
  const { session, store, requests } = await charting(() => withParts({ year: 2026 }, [photo('chart.png', 60, 'image/png')]));
  const view = await session.say('Draw');
  const part = partOf('chart.png', 60, 'image/png');
  assert.deepEqual(toolsIn(view).map(({ result, parts }) => [result, parts]), [[{ ok: { year: 2026 } }, [part]]]);
  const [file, { text }] = contents(requests[1]);
  assert.deepEqual(file, { ...part, data: bytesOf(60) });
  assert.match(text, /"result":\{"year":2026\},"files":\["chart.png"\]/);
  assert.deepEqual(await store.getBlob('s', part.sha256), bytesOf(60));
  assert.equal((await session.blob(part)).size, 60);
  const elsewhere = memoryStore();
  const copy = await opened({ store: elsewhere, id: await elsewhere.import(JSON.parse(JSON.stringify(await session.export()))), agent: toolAgent({ name: 'analyst', instructions: 'Draw.', tools: { chart: tool({ description: 'Draws', execute() {} }) } }) });
  assert.equal((await copy.session.blob(part)).size, 60, 'an exported session brings them');
});

test('a session whose user and tools gave files plays again without them', async () => {
  const agent = toolAgent({ name: 'analyst', instructions: 'Draw.', tools: { chart: tool({ description: 'Draws', execute: () => withParts({ year: 2026 }, [photo('chart.png', 60, 'image/png')]) }) } });
  const replies = [{ say: '', tool: [{ name: 'chart', args: {} }, { name: 'chart', args: {} }] }, { say: 'I see it.' }];
  const { session, store } = await opened({ agent, model: async () => ({ text: JSON.stringify(replies.shift()) }) });
  await session.say('Draw', undefined, { parts: [photo()] });
  assert.equal(session.view.blocks.filter(({ parts }) => parts).length, 3);
  await recorded(agent, await store.export('s'));
});

test('files of a tool that cannot be taken are told by their limit, and undo nothing', async () => {
  let runs = 0;
  const large = new File([new Uint8Array(FILE_LIMITS.bytes + 1)], 'large.png', { type: 'image/png' });
  const draw = instead => () => { runs += 1; return withParts({ year: 2026 }, [large], instead); };
  const { session } = await charting(draw(), { access: 'write' });
  const { card } = await session.say('Draw');
  const [{ result }] = toolsIn(await session.answer(card.id, { accept: true }));
  assert.deepEqual([result.error.code, runs], ['bad_result', 1]);
  assert.match(result.error.text, /it has run, but what it gave cannot be kept: At most 10 MB a file: large\.png has 10 MB/);
  const other = await charting(draw({ otherwise: { year: 2026, chart: 'too large' } }));
  const view = await other.session.say('Draw');
  assert.deepEqual(toolsIn(view).map(({ result, parts }) => [result, parts]), [[{ ok: { year: 2026, chart: 'too large' } }, undefined]]);
  const { getBlob, ...store } = memoryStore();
  const without = await charting(() => withParts(1, [photo()]), { store });
  assert.match(toolsIn(await without.session.say('Draw'))[0].result.error.text, /the store of this session keeps no files/);
});

test('withParts takes a list of files and no unknown option', () => {
  for (const wrong of ['chart.png', [{}], undefined]) assert.throws(() => withParts(1, wrong), { name: 'TypeError', message: /withParts\(value, parts\): parts: must be a list of files/ });
  assert.throws(() => withParts(1, [], { other: 1 }), { name: 'TypeError', message: /withParts\(value, parts, options\): other/ });
});

test('the limits of files are those that the package refuses by', async () => {
  const { session } = await opened();
  assert.deepEqual(FILE_LIMITS, { files: 10, bytes: 10 * 2 ** 20, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf', 'audio/wav', 'audio/mpeg'] });
  await session.say('All', undefined, { parts: Array.from({ length: FILE_LIMITS.files }, (_, at) => photo(`${at}.jpg`, 40 + at)) });
  await assert.rejects(session.say('Too many', undefined, { parts: Array.from({ length: FILE_LIMITS.files + 1 }, () => photo()) }), { code: 'too_many_files' });
});

test('the results of an own agent have the files of its tools', async () => {
  let heard;
  const agent = defineAgent({
    name: 'own',
    tools: { chart: tool({ description: 'Draws', execute: () => withParts(1, [photo()]) }) },
    stages: { talk: { reply: { type: 'object', properties: { say: { type: 'string' } } }, prompt: () => ({ system: 'Look.' }), decide: ({ reply, to, say }) => { if (reply.say) { say(reply.say); return to.listen(); } return to.run({ name: 'chart', args: {} }); } } },
    on: { returned({ results, then }) { heard = results[0].parts; return then; } },
  });
  let asked = 0;
  const { session } = await opened({ agent, model: async () => ({ text: (asked += 1) === 1 ? '{"say":""}' : '{"say":"Seen."}' }) });
  await session.say('Draw');
  assert.deepEqual(heard, [partOf('a.jpg', 50)]);
});

test('servers get images, documents and recordings in the form of OpenAI', async t => {
  const server = await modelServer(whole({ content: '{"say":"Seen."}' }));
  t.after(server.close);
  const { session } = await opened({ model: openAiCompatible({ baseUrl: server.baseUrl, model: 'm', stream: false }) });
  const files = [photo(), new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' }), new File(['RIFF'], 'a.wav', { type: 'audio/wav' })];
  await session.say('Look', undefined, { parts: files });
  const base64 = Buffer.from(bytesOf(50)).toString('base64');
  assert.deepEqual(server.requests[0].body.messages.at(-1), { role: 'user', content: [
    { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${base64}` } },
    { type: 'file', file: { filename: 'cv.pdf', file_data: `data:application/pdf;base64,${btoa('%PDF')}` } },
    { type: 'input_audio', input_audio: { data: btoa('RIFF'), format: 'wav' } },
    { type: 'text', text: 'Look' },
  ] });
});

/** Refusals of servers whose model takes no images, with their statuses. */
const BLIND = [
  [400, { error: { message: 'm is not a multimodal model', type: 'BadRequestError' } }],
  [500, { error: { code: 500, message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', type: 'server_error' } }],
  [422, { error: { message: 'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`', type: 'invalid_request_error' } }],
  [400, { error: { message: 'Invalid content type. image_url is only supported by certain models.', type: 'invalid_request_error', param: 'messages.[1].content' } }],
  [404, { error: { message: 'No endpoints found that support image input', code: 404 } }],
];

for (const [status, body] of BLIND) {
  test(`a model without eyes is no_vision: ${body.error.message}`, async t => {
    const server = await modelServer(json(status, body));
    t.after(server.close);
    const { session } = await opened({ model: openAiCompatible({ baseUrl: server.baseUrl, model: 'm', stream: false }) });
    const { error, input, inputParts } = await session.say('Look', undefined, { parts: [photo()] });
    assert.equal(error.cause, 'no_vision');
    assert.match(error.text, /This model does not take images or files of this kind\./);
    assert.deepEqual([input, inputParts.length, server.requests.length], ['Look', 1, 1], 'it is not asked again');
  });
}

test('other refusals of a request with an image keep their reason', async t => {
  const server = await modelServer(json(400, { error: { message: 'messages.1.content.0.image.source.base64: image exceeds 5 MB maximum' } }));
  t.after(server.close);
  const { session } = await opened({ model: openAiCompatible({ baseUrl: server.baseUrl, model: 'm', stream: false }) });
  const { error } = await session.say('Look', undefined, { parts: [photo()] });
  assert.equal(error.cause, 'refused');
});

test('a server that refuses the system role gets its text before the files', async t => {
  const server = await modelServer((response, body) => (body.messages[0].role === 'system' ? json(400, { error: { message: 'system role not supported' } }) : whole({ content: '{"say":"Seen."}' }))(response));
  t.after(server.close);
  const { session } = await opened({ model: openAiCompatible({ baseUrl: server.baseUrl, model: 'm', stream: false }) });
  await session.say('Look', undefined, { parts: [photo()] });
  const [{ role, content }] = server.requests.at(-1).body.messages;
  assert.deepEqual([role, content.map(({ type }) => type)], ['user', ['image_url', 'text']]);
  assert.match(content[1].text, /Say what you see\.[^]*\n\nLook$/);
});

test('a session in a worker takes files and gives them back', async t => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  serve({ looker }, { model: async () => ({ text: '{"say":"Seen."}' }), store: memoryStore() }, port2);
  const session = await openHere({ worker: port1, agent: 'looker', id: 'w', lang: 'en' });
  const view = await session.say('Look', undefined, { parts: [photo()] });
  assert.equal((await session.blob(view.blocks[0].parts[0])).size, 50);
  assert.equal(Object.keys((await session.export()).blobs).length, 1);
  await session.close();
});
