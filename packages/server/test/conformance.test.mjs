// The protocol, over each database: what docs/protocol.md says, asked for over HTTP.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { memoryStore } from '../../../www/src/index.js';
import { remoteStore } from '../../../www/src/remote/index.js';
import { storeLaws } from '../../../www/src/test/index.js';
import { ask, databases, headersOf, serve, stepTo } from './databases.js';

const shaOf = bytes => createHash('sha256').update(bytes).digest('hex');

for (const [name, fresh] of Object.entries(databases())) {
  test(`${name}: the laws of stores hold, without a cache and with one`, async t => {
    const { base, errors } = await serve(t, await fresh());
    await storeLaws(() => remoteStore(base, { headers: () => headersOf('ann') }));
    await storeLaws(() => remoteStore(base, { headers: () => headersOf('ann'), cache: memoryStore() }));
    assert.deepEqual(errors, []);
  });

  test(`${name}: what changed since a ticket, and all where the ticket is unknown`, async t => {
    const { base } = await serve(t, await fresh());
    const steps = [stepTo(1), stepTo(2), stepTo(3, { started: 9, changes: { ...stepTo(3).changes, parts: { other: '{}' } } })];
    for (const json of steps) assert.equal((await ask(base, 'POST', '/session/step?id=a', { json })).status, 200);
    const since = async ticket => (await ask(base, 'GET', `/session?id=a&since=${encodeURIComponent(ticket)}`)).json;
    const last = { revision: 3, ticket: steps[2].ticket, started: 9, format: 1, agent: 'x', version: 1, head: '{"revision":3}' };
    assert.deepEqual(await since(steps[1].ticket), { ...last, first: 2, entries: ['{"entry":3}'], parts: { other: '{}' }, whole: false });
    assert.deepEqual(await since(steps[2].ticket), { ...last, first: 3, entries: [], parts: {}, whole: false });
    assert.deepEqual(await since('unknown'), { ...last, first: 0, entries: [1, 2, 3].map(at => `{"entry":${at}}`), parts: { memory: '{"at":2}', other: '{}' }, whole: true });
    await ask(base, 'POST', '/session/start?id=a', { json: { revision: 3, call: 10, ticket: 'a start' } });
    assert.deepEqual(await since(steps[2].ticket), { ...last, ticket: 'a start', started: 10, first: 3, entries: [], parts: {}, whole: false });
    assert.equal((await since('a start')).whole, false);
  });

  test(`${name}: a conflict tells what is saved, and whether this step is among it`, async t => {
    const { base } = await serve(t, await fresh());
    const [first, second] = [stepTo(1), stepTo(2)];
    const save = json => ask(base, 'POST', '/session/step?id=a', { json });
    for (const json of [first, first, second, second]) assert.deepEqual([(await save(json)).status, (await save(json)).json], [200, { revision: json.changes.revision }]);
    for (const [json, saved] of [[first, true], [stepTo(2), false], [stepTo(1), false], [stepTo(4), false]]) {
      const { status, json: { message, ...answer } } = await save(json);
      assert.deepEqual([status, answer], [409, { code: 'conflict', revision: 2, ticket: second.ticket, saved }]);
    }
    const { json: { message, ...none } } = await ask(base, 'POST', '/session/step?id=b', { json: stepTo(2) });
    assert.deepEqual(none, { code: 'conflict', revision: null, ticket: null, saved: false });
    const trace = (await ask(base, 'GET', '/session?id=a&trace=true')).json.trace;
    assert.deepEqual(trace, ['{"event":1}', '{"event":2}']);
  });

  test(`${name}: of many steps at the same time one is saved, and of many first ones`, async t => {
    const { base } = await serve(t, await fresh());
    for (const revision of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(base, 'POST', '/session/step?id=a', { json: stepTo(revision) })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    }
    const starts = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(base, 'POST', '/session/start?id=a', { json: { revision: 2, call: 5, ticket: `start ${at}` } })));
    assert.deepEqual(starts.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
  });

  test(`${name}: texts come back as they were, whatever is in them`, async t => {
    const { base } = await serve(t, await fresh());
    const texts = ["'; DROP TABLE stepgate_sessions; --", '"quoted" \\ back\\\\slash', '{a,b}', 'NULL', '', '%_$1 ?', '会话 \u{1f600} é e\u0301 \u2028', '\u0001\t\r\n\u007f', '{"__proto__":1}'];
    for (const [at, id] of texts.filter(Boolean).entries()) {
      const changes = { format: 1, agent: id, version: 1, revision: 1, head: texts.join('|'), first: 0, entries: texts, parts: Object.fromEntries(texts.filter(Boolean).map(text => [text, text])) };
      const saved = await ask(base, 'POST', `/session/step?id=${encodeURIComponent(id)}`, { json: stepTo(1, { changes, trace: texts, preview: id.slice(0, 80), at_ms: at }) });
      assert.equal(saved.status, 200, id);
      const { json } = await ask(base, 'GET', `/session?id=${encodeURIComponent(id)}&trace=true`);
      assert.deepEqual([json.agent, json.head, json.entries, json.parts, json.trace], [id, changes.head, texts, changes.parts, texts]);
    }
    const { json: { sessions } } = await ask(base, 'GET', '/sessions');
    assert.deepEqual(sessions.map(({ id }) => id), texts.filter(Boolean).toReversed?.() ?? [...texts.filter(Boolean)].reverse());
  });

  test(`${name}: a list comes in parts`, async t => {
    const { base } = await serve(t, await fresh());
    const ids = Array.from({ length: 603 }, (_, at) => `session ${String(at).padStart(4, '0')}`);
    for (let at = 0; at < ids.length; at += 20) await Promise.all(ids.slice(at, at + 20).map(id => ask(base, 'POST', `/session/step?id=${encodeURIComponent(id)}`, { json: stepTo(1) })));
    const store = remoteStore(base, { headers: () => headersOf('ann') });
    assert.deepEqual((await store.list()).map(({ id }) => id), ids); // all of the same time, so by id
    assert.deepEqual(await remoteStore(base, { headers: () => headersOf('bob') }).list(), []);
  });

  test(`${name}: another user's session is not there`, async t => {
    const { base } = await serve(t, await fresh());
    const bytes = Buffer.from('a photo');
    const sha256 = shaOf(bytes);
    await ask(base, 'PUT', `/blob?sha256=${sha256}`, { body: bytes });
    await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1, { blobs: [sha256] }) });
    const asBob = (method, path, json) => ask(base, method, path, { user: 'bob', json });
    assert.equal((await asBob('GET', '/session?id=a')).status, 404);
    assert.equal((await asBob('GET', `/blob?id=a&sha256=${sha256}`)).status, 404);
    assert.equal((await asBob('POST', '/session/name?id=a', { name: 'x' })).status, 404);
    assert.equal((await asBob('POST', '/session/start?id=a', { revision: 1, call: 1, ticket: 't' })).json.revision, null);
    assert.equal((await asBob('POST', '/session/step?id=a', stepTo(2))).json.revision, null);
    assert.equal((await asBob('DELETE', '/session?id=a')).status, 204);
    assert.equal((await asBob('POST', '/session/step?id=b', stepTo(1, { blobs: [sha256] }))).json.code, 'missing_blob');
    assert.equal((await asBob('GET', '/session?id=b')).status, 404);
    assert.equal((await ask(base, 'GET', `/blob?id=a&sha256=${sha256}`)).text, 'a photo');
  });

  test(`${name}: quotas count what is there, and give back what is deleted`, async t => {
    const { base } = await serve(t, await fresh(), { limits: { userBytes: 10_000, sessions: 3 } });
    const save = (id, revision, size, more) => ask(base, 'POST', `/session/step?id=${id}`, { json: stepTo(revision, { changes: { ...stepTo(revision).changes, parts: { memory: 'x'.repeat(size) } }, ...more }) });
    const codes = async (...asked) => { const all = []; for (const one of asked) all.push((await one()).json?.code ?? 'ok'); return all; };
    // a part is replaced, so the same size again costs nothing
    assert.deepEqual(await codes(() => save('a', 1, 6000), () => save('a', 2, 6000), () => save('a', 3, 12_000), () => save('a', 3, 9000), () => save('b', 1, 6000)), ['ok', 'ok', 'quota', 'ok', 'quota']);
    assert.equal((await ask(base, 'GET', '/session?id=b')).status, 404);
    await ask(base, 'DELETE', '/session?id=a');
    assert.deepEqual(await codes(() => save('b', 1, 9000)), ['ok']);
    const bytes = Buffer.alloc(5000, 1);
    assert.equal((await ask(base, 'PUT', `/blob?sha256=${shaOf(bytes)}`, { body: bytes })).json.code, 'quota');
    await ask(base, 'DELETE', '/session?id=b');
    assert.equal((await ask(base, 'PUT', `/blob?sha256=${shaOf(bytes)}`, { body: bytes })).status, 204);
    assert.deepEqual(await codes(() => save('c', 1, 10, { blobs: [shaOf(bytes)] }), () => save('d', 1, 10), () => save('e', 1, 10), () => save('f', 1, 10)), ['ok', 'ok', 'ok', 'quota']);
    await ask(base, 'DELETE', '/session?id=c');
    assert.deepEqual(await codes(() => save('f', 1, 8000)), ['ok']); // the bytes of the blob are free again
    assert.equal((await ask(base, 'GET', '/session?id=c')).json.code, 'deleted');
  });

  test(`${name}: blobs that no step has named are removed`, async t => {
    const database = await fresh();
    const { base } = await serve(t, database);
    const [named, unnamed] = ['named', 'unnamed'].map(text => Buffer.from(text));
    for (const bytes of [named, unnamed]) await ask(base, 'PUT', `/blob?sha256=${shaOf(bytes)}`, { body: bytes });
    await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1, { blobs: [shaOf(named)] }) });
    await database.sweep(Date.now() + 1000);
    assert.equal((await ask(base, 'POST', '/session/step?id=a', { json: stepTo(2, { blobs: [shaOf(unnamed)] }) })).json.code, 'missing_blob');
    assert.equal((await ask(base, 'GET', `/blob?id=a&sha256=${shaOf(named)}`)).text, 'named');
  });
}
