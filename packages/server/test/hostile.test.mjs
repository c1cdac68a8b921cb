// Requests of strangers and broken clients: each is refused by its code, and nothing is lost.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ask, databases, headersOf, serve, stepTo, TOKENS } from './databases.js';

const { memory, SQLite, PostgreSQL } = databases();
const saved = async base => (await ask(base, 'GET', '/session?id=a')).json.revision;

/** Sends bytes as they are. Gives what comes back until the server ends the connection. @param {string} base @param {(string | Buffer | number)[]} pieces numbers are pauses in milliseconds */
function raw(base, pieces, atMostMs = 20_000) {
  const { hostname, port } = new URL(base);
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, atMostMs);
    socket.on('data', piece => { answer += piece; });
    socket.on('close', end);
    socket.on('error', end);
    (async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await new Promise(resolve => { setTimeout(resolve, piece); });
        else if (socket.writable) socket.write(piece);
      }
    })();
  });
}
const codeIn = answer => /"code":"(\w+)"/.exec(answer)?.[1];

for (const [name, fresh] of Object.entries({ memory, SQLite, PostgreSQL })) {
  test(`${name}: forged steps are refused by their place, and nothing is saved of them`, async t => {
    const { base, errors } = await serve(t, await fresh());
    const { changes, ...rest } = stepTo(2);
    await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1) });
    const forged = [
      [{ ...rest, changes: { ...changes, revision: 0 } }, '/changes/revision'], [{ ...rest, changes: { ...changes, revision: -1 } }, '/changes/revision'], [{ ...rest, changes: { ...changes, revision: 1.5 } }, '/changes/revision'],
      [{ ...rest, changes: { ...changes, revision: 1e300 } }, '/changes/revision'], [{ ...rest, changes: { ...changes, revision: '2' } }, '/changes/revision'], [{ ...rest, changes: { ...changes, first: 5 } }, '/changes/first'],
      [{ ...rest, changes: { ...changes, first: -1 } }, '/changes/first'], [{ ...rest, changes: { ...changes, entries: [1] } }, '/changes/entries/0'], [{ ...rest, changes: { ...changes, entries: ['\0'] } }, '/changes/entries/0'],
      [{ ...rest, changes: { ...changes, entries: ['\ud800'] } }, '/changes/entries/0'], [{ ...rest, changes: { ...changes, parts: { a: null } } }, '/changes/parts/a'], [{ ...rest, changes: { ...changes, parts: [] } }, '/changes/parts'],
      [{ ...rest, changes: { ...changes, head: {} } }, '/changes/head'], [{ ...rest, changes, ticket: '' }, '/ticket'], [{ ...rest, changes, ticket: undefined }, '/ticket'], [{ ...rest, changes, ticket: 'x'.repeat(201) }, '/ticket'],
      [{ ...rest, changes, base: '1' }, '/base'], [{ ...rest, changes, base: undefined }, '/base'], [{ ...rest, changes, user: 'bob' }, '/user'], [{ ...rest, changes, copied: true }, '/copied'], [{ ...rest, changes, blobs: ['../../etc'] }, '/blobs/0'],
      [{ ...rest, changes, trace: 'x' }, '/trace'], [{ ...rest, changes, at_ms: Infinity }, '/at_ms'], [[], '/'], ['x', '/'], [null, '/'],
    ];
    for (const [json, place] of forged) {
      const { status, json: answer } = await ask(base, 'POST', '/session/step?id=a', { json });
      assert.deepEqual([status, answer.code, answer.place], [400, 'malformed', place], JSON.stringify(json).slice(0, 200));
    }
    for (const body of ['', '{', '\u0000', '{"a":1}x', Buffer.from([0x22, 0xff, 0x22])]) assert.equal((await ask(base, 'POST', '/session/step?id=a', { body })).json.code, 'malformed');
    assert.deepEqual([await saved(base), errors], [1, []]);
  });

  test(`${name}: ids and tickets are data, never SQL or a path`, async t => {
    const { base, errors } = await serve(t, await fresh());
    await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1) });
    const ids = ["' OR 1=1 --", "a'; DELETE FROM stepgate_sessions; --", '../a', '..', '.', '%2e%2e', 'a/../b', 'a%', '_', '\\', '"', 'a\u0000'.replace('\u0000', ' '), '$1', '?'];
    for (const id of ids) {
      const at = encodeURIComponent(id);
      assert.equal((await ask(base, 'GET', `/session?id=${at}`)).json.code, 'not_found', id);
      assert.equal((await ask(base, 'DELETE', `/session?id=${at}`)).status, 204);
      assert.equal((await ask(base, 'GET', `/session?id=a&since=${at}`)).json.whole, true);
      assert.equal((await ask(base, 'POST', `/session/start?id=${at}`, { json: { revision: 1, call: 1, ticket: id } })).json.code, 'conflict');
    }
    for (const query of ['', '?id=', '?id=%00', '?id=%ud800', `?id=${'x'.repeat(513)}`, '?id=a&id=b', '?id=a&user=bob', '?ID=a']) assert.equal((await ask(base, 'GET', `/session${query}`)).json.code, query === '?id=%ud800' ? 'not_found' : 'malformed', query);
    for (const after of ['x', '1', ':a', '-1:a', '1:']) assert.equal((await ask(base, 'GET', `/sessions?after=${encodeURIComponent(after)}`)).json.code, 'malformed', after);
    for (const [method, path] of [['GET', '/'.repeat(3)], ['PUT', '/session?id=a'], ['POST', '/events'], ['GET', '/session/step?id=a'], ['PATCH', '/session?id=a'], ['GET', '/../health'], ['GET', '/constructor']]) assert.equal((await ask(base, method, path)).json?.code ?? 'none', path === '/../health' ? 'none' : 'not_allowed', path);
    assert.deepEqual([await saved(base), errors], [1, []]);
  });

  test(`${name}: tickets that are replayed write nothing, whose they are and how old they are`, async t => {
    const { base } = await serve(t, await fresh());
    const steps = [1, 2, 3].map(revision => stepTo(revision, revision === 2 ? { started: 7 } : {}));
    for (const json of steps) await ask(base, 'POST', '/session/step?id=a', { json });
    const again = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(base, 'POST', '/session/step?id=a', { json: steps[at % 3] })));
    assert.deepEqual([...new Set(again.map(({ status, json }, at) => `${at % 3} ${status} ${json.saved}`))].sort(), ['0 409 true', '1 409 true', '2 200 undefined']); // a write that came late does not run
    // the ticket of a step does not stand for another one
    assert.equal((await ask(base, 'POST', '/session/start?id=a', { json: { revision: 3, call: 1, ticket: steps[0].ticket } })).status, 200);
    assert.equal((await ask(base, 'POST', '/session/step?id=b', { json: stepTo(1, { ticket: steps[2].ticket }) })).status, 200);
    assert.equal((await ask(base, 'POST', '/session/step?id=a', { user: 'bob', json: { ...steps[2] } })).json.saved, false);
    assert.deepEqual((await ask(base, 'GET', '/session?id=a&trace=true')).json.trace, [1, 2, 3].map(at => `{"event":${at}}`));
  });
}

test('who is nobody gets nothing', async t => {
  const { base, errors } = await serve(t, await memory(), { metricsToken: 'a token for the metrics' });
  for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${TOKENS.ann}x`, `Bearer ${TOKENS.ann.slice(0, -1)}`, `Basic ${TOKENS.ann}`, `bearer ${TOKENS.ann}`, 'Bearer undefined']) {
    for (const [method, path] of [['GET', '/'], ['GET', '/sessions'], ['POST', '/session/step?id=a'], ['PUT', '/blob?sha256=x'], ['GET', '/events']]) {
      const { status, json } = await ask(base, method, path, { headers: { authorization } });
      assert.deepEqual([status, json.code], [401, 'unauthorized'], `${authorization} ${method} ${path}`);
    }
  }
  const root = base.replace('/v1', '');
  assert.equal((await ask(root, 'GET', '/metrics')).status, 401);
  const { text } = await ask(root, 'GET', '/metrics', { user: 'a token for the metrics' });
  assert.match(text, /^stepgate_requests_total\{route="unknown",status="401"\} \d+$/m);
  assert.deepEqual((await ask(root, 'GET', '/health')).json, { ok: true });
  assert.deepEqual(errors, []);
});

test('pages of other origins may not call', async t => {
  const { base } = await serve(t, await memory(), { origins: ['https://app.example.com', 'loopback'] });
  const allowed = async origin => (await ask(base, 'OPTIONS', '/sessions', { headers: { origin } })).headers.get('access-control-allow-origin');
  for (const origin of ['https://app.example.com', 'http://localhost:5173', 'http://127.0.0.1:8080']) assert.equal(await allowed(origin), origin);
  for (const origin of ['https://app.example.com.evil.com', 'https://evil.com', 'null', 'http://localhost.evil.com', 'http://127.0.0.1.evil.com:80', 'https://APP.example.com:444']) assert.equal(await allowed(origin), null, origin);
});

test('steps and blobs that are too large are refused before they are read whole', async t => {
  const { base } = await serve(t, await memory(), { limits: { stepBytes: 100_000, blobBytes: 200_000 } });
  const head = (path, length) => `POST /v1${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKENS.ann}\r\n${length}\r\n\r\n`;
  assert.equal(codeIn(await raw(base, [head('/session/step?id=a', 'Content-Length: 1000000000')])), 'too_large');
  const endless = Array.from({ length: 40 }, () => `2710\r\n${'x'.repeat(10_000)}\r\n`);
  assert.equal(codeIn(await raw(base, [head('/session/step?id=a', 'Transfer-Encoding: chunked'), ...endless])), 'too_large');
  const { json: { code } } = await ask(base, 'PUT', `/blob?sha256=${'a'.repeat(64)}`, { body: Buffer.alloc(150_000) });
  assert.equal(code, 'wrong_blob');
  assert.equal(codeIn(await raw(base, [head('/session/step?id=a', `X: ${'y'.repeat(40_000)}`)])), 'malformed');
  assert.equal(codeIn(await raw(base, ['GET\r\n\r\n\u0001'])), 'malformed');
  assert.equal((await ask(base, 'GET', '/session?id=a')).status, 404);
});

test('a client that is slow is told so, and keeps nobody else waiting', async t => {
  const { base } = await serve(t, await memory(), { arrivesMs: 1500 });
  const slow = [
    [`POST /v1/session/step?id=a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKENS.ann}\r\nContent-Length: 1000\r\n\r\n{`, ...Array.from({ length: 100 }, () => [200, ' ']).flat()],
    ['GET /v1/ses', ...Array.from({ length: 100 }, () => [200, 's']).flat()],
  ];
  const answers = Promise.all([...slow, ...slow, ...slow].map(pieces => raw(base, pieces)));
  assert.equal((await ask(base, 'POST', '/session/step?id=b', { json: stepTo(1) })).status, 200);
  assert.deepEqual([...new Set((await answers).map(codeIn))], ['too_slow']);
  assert.equal((await ask(base, 'GET', '/session?id=a')).status, 404);
});

test('a user who has too many streams or requests is told so, and others are served', async t => {
  const { base } = await serve(t, await memory(), { limits: { streams: 3 } });
  const streams = await Promise.all(Array.from({ length: 8 }, () => fetch(`${base}/events`, { headers: headersOf('ann') })));
  assert.deepEqual(streams.map(({ status }) => status).sort(), [200, 200, 200, 429, 429, 429, 429, 429]);
  const bobs = await fetch(`${base}/events`, { headers: headersOf('bob') });
  assert.equal(bobs.status, 200);
  for (const one of [...streams, bobs]) await one.body.cancel();
});

test('of 5,000 connections those above the limit are told that the server is busy, and nothing is lost', async t => {
  const database = await memory();
  let open, held = 0;
  const gate = new Promise(resolve => { open = resolve; });
  const slow = { ...database, async read(...given) { // the connections stay until all are there
    held += 1;
    await gate;
    return database.read(...given);
  } };
  const { base } = await serve(t, slow, { limits: { connections: 4000, inFlight: 10_000 } });
  await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1) });
  const { hostname, port } = new URL(base);
  const sockets = [];
  t.after(() => sockets.forEach(socket => socket.destroy()));
  let refused = 0;
  const answerTo = () => new Promise(resolve => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let text = '';
    socket.on('connect', () => socket.write(`GET /v1/session?id=a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKENS.ann}\r\n\r\n`));
    socket.on('data', piece => {
      text += piece;
      if (!/\r\n\r\n\{.*\}$/s.test(text)) return;
      const code = codeIn(text);
      if (code) refused += 1;
      resolve(code ?? JSON.parse(text.split('\r\n\r\n')[1]).revision);
    });
    socket.on('error', error => resolve(error.code));
    socket.on('close', () => resolve('closed'));
  });
  const answers = [];
  for (let opened = 0; opened < 5000; opened += 100) {
    answers.push(...Array.from({ length: 100 }, answerTo));
    while (held + refused < opened + 100) await new Promise(resolve => { setTimeout(resolve, 5); });
  }
  open();
  const all = await Promise.all(answers);
  const count = answer => all.filter(one => one === answer).length;
  assert.deepEqual([count(1) + count('busy'), count(1) >= 3900, count('busy') >= 900], [5000, true, true], `${count(1)} answered, ${count('busy')} refused`);
  sockets.forEach(socket => socket.destroy());
  for (let tries = 0; ; tries += 1) {
    const { status } = await ask(base, 'POST', '/session/step?id=a', { json: stepTo(2) });
    if (status === 200) break;
    assert.ok(tries < 100 && status === 503);
    await new Promise(resolve => { setTimeout(resolve, 50); });
  }
});
