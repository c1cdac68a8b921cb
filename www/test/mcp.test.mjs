// Tools of servers that speak the Model Context Protocol, with its own client and server packages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, openSession, toolAgent } from '../src/index.js';
import { connectMcp, McpError, mcpTools } from '../src/mcp/index.js';
import { scripted } from '../src/test/index.js';
import { clientOf, httpServer, loginServer, roomServer } from './mcp-server.js';
import { until } from './until.js';

const signal = new AbortController().signal;
const context = { signal, call: 3, idempotencyKey: 'k', lang: 'en' };

/** A connected client, with what its server has booked. */
async function connected(t) {
  const booked = [];
  const rooms = roomServer(booked);
  const client = await clientOf(rooms.server);
  t.after(() => client.close());
  return { ...rooms, booked, client };
}
const agentWith = tools => toolAgent({ name: 'desk', instructions: 'Book rooms.', tools });
const opened = (tools, model, store = memoryStore()) => openSession({ agent: agentWith(tools), id: 'a', lang: 'en', model, store, lock: false });
const call = (name, args) => ({ say: '', tool: { name, args } });
const resultsIn = view => view.blocks.filter(({ kind }) => kind === 'tool').map(({ result }) => result);
const BOOK = call('book', { room: 'Birch', day: 'Friday' });

test('a tool that only reads runs; every other one asks with its exact arguments, and is called once', async t => {
  const { client, booked } = await connected(t);
  const tools = await mcpTools(client);
  assert.deepEqual(Object.keys(tools), ['list_rooms', 'book', 'rename', 'photo', 'measure', 'reserve']);
  const session = await opened(tools, scripted(call('list_rooms', {}), BOOK, { say: 'Done.' }));
  const { card } = await session.say('A room');
  assert.deepEqual(resultsIn(session.view), [{ ok: { rooms: ['Birch', 'Cedar'] } }]);
  assert.deepEqual([card.calls.map(({ title, args }) => ({ title, args })), booked], [[{ title: 'Book a room', args: { room: 'Birch', day: 'Friday' } }], []]);
  const view = await session.answer(card.id, { accept: true });
  assert.deepEqual([booked, resultsIn(view).at(-1)], [['Birch Friday'], { ok: 'Booked Birch.' }]);
  await session.close();
});

test('the page decides otherwise about access, and which tools there are', async t => {
  const { client, booked } = await connected(t);
  const asked = [];
  const access = definition => {
    asked.push(definition.name);
    return definition.name === 'book' ? ({ day }) => (day === 'Friday' ? 'run' : { deny: 'Only Fridays.' }) : undefined;
  };
  const tools = await mcpTools(client, { access, take: ({ name }) => name !== 'photo', prefix: 'rooms_' });
  assert.deepEqual([Object.keys(tools), asked], [['rooms_list_rooms', 'rooms_book', 'rooms_rename', 'rooms_measure', 'rooms_reserve'], ['list.rooms', 'book', 'rename', 'measure', 'reserve']]);
  const session = await opened(tools, scripted(call('rooms_book', { room: 'Birch', day: 'Monday' }), call('rooms_book', { room: 'Birch', day: 'Friday' }), { say: 'Done.' }));
  const view = await session.say('A room');
  assert.deepEqual([view.card, booked], [undefined, ['Birch Friday']]);
  assert.equal(resultsIn(view)[0].error.code, 'denied');
  await session.close();

  const wary = await opened(await mcpTools(client, { access: () => 'write' }), scripted(call('list_rooms', {})));
  assert.equal((await wary.say('Rooms?')).card.calls[0].name, 'list_rooms');
  await wary.close();
});

test('a list of parts stands for what is no mere text; bytes are named in their place', async t => {
  const { client } = await connected(t);
  const session = await opened(await mcpTools(client), scripted(call('photo', {}), { say: 'There.' }));
  assert.deepEqual(resultsIn(await session.say('A photo')), [{ ok: [{ text: 'Birch:' }, { file: 'image' }, { link: 'rooms://birch', name: 'Birch' }, { uri: 'rooms://a', text: 'A' }] }]);
  await session.close();
});

test('resources are read by two more tools', async t => {
  const { client } = await connected(t);
  const tools = await mcpTools(client, { resources: true, take: () => false });
  const session = await opened(tools, scripted(call('list_resources', {}), call('read_resource', { uri: 'rooms://plan' }), { say: 'There.' }));
  assert.deepEqual(resultsIn(await session.say('The plan')), [
    { ok: [{ uri: 'rooms://plan', name: 'plan', mimeType: 'text/plain' }, { template: 'rooms://{room}/{day}', name: 'day', description: 'Bookings of a day' }] },
    { ok: [{ uri: 'rooms://plan', text: 'Two rooms.' }, { uri: 'rooms://plan', file: 'image/png' }] },
  ]);
  await session.close();
});

test('progress is told with the tool and the call', async t => {
  const { client } = await connected(t);
  const heard = [];
  const tools = await mcpTools(client, { onProgress: progress => heard.push(progress) });
  assert.equal(await tools.measure.execute({}, context), '4 x 5');
  assert.deepEqual(heard, [{ tool: 'measure', call: 3, progress: 1, total: 2, message: 'half' }]);
});

test('an error that a write answers with is in doubt, unless it may be repeated', async t => {
  const { client } = await connected(t);
  const tools = await mcpTools(client);
  await assert.rejects(tools.book.execute({ room: 'Attic', day: 'Friday' }, context), { name: 'McpError', code: 'tool_error', notDone: false, message: /There is no Attic\./ });
  await assert.rejects(tools.rename.execute({ room: 'Birch' }, context), { code: 'tool_error', notDone: true });
  const session = await opened(tools, scripted(call('book', { room: 'Attic', day: 'Friday' })));
  const { card } = await session.say('The attic');
  const view = await session.answer(card.id, { accept: true });
  assert.equal(view.card.kind, 'doubt');
  await session.close();
});

test('arguments that the server refuses, and a closed connection, have certainly done nothing', async t => {
  const { client } = await connected(t);
  const { book } = await mcpTools(client);
  await assert.rejects(book.execute({ room: 1 }, context), error => error instanceof McpError && (error.code === 'protocol' ? error.notDone : error.code === 'tool_error'));
  await client.close();
  await assert.rejects(book.execute({ room: 'Birch', day: 'Friday' }, context), { code: 'closed', notDone: true });
});

test('a stop ends the call', async t => {
  const { client } = await connected(t);
  const { measure } = await mcpTools(client);
  const controller = new AbortController();
  controller.abort(new Error('stopped'));
  await assert.rejects(measure.execute({}, { ...context, signal: controller.signal }));
});

test('a tool that the server has changed is not called any more, even after a yes', async t => {
  const { client, book, booked } = await connected(t);
  const changes = [];
  const tools = await mcpTools(client, { onChange: now => changes.push(now) });
  const session = await opened(tools, scripted(BOOK, { say: 'It was changed.' }));
  const { card } = await session.say('A room');
  book.update({ description: 'Books a room and pays for it' });
  await until(() => assert.equal(changes.length, 1));
  const view = await session.answer(card.id, { accept: true });
  assert.deepEqual([resultsIn(view)[0].error.code, booked], ['tool_changed', []]);
  await session.close();
  assert.equal(changes[0].book.description, 'Books a room and pays for it');
  assert.equal(await changes[0].book.execute({ room: 'Birch', day: 'Friday' }, context), 'Booked Birch.');
  book.remove();
  await until(() => assert.equal(changes.length, 2));
  assert.equal('book' in changes[1], false);
  await assert.rejects(changes[0].book.execute({ room: 'Birch', day: 'Friday' }, context), { code: 'tool_changed', notDone: true });
});

test('a grant for a tool ends when the server changes the tool', async t => {
  const { client, book, booked } = await connected(t);
  const store = memoryStore();
  let now = await mcpTools(client, { onChange: tools => { now = tools; } });
  const before = now;
  const session = await opened(now, scripted(BOOK, { say: 'Done.' }), store);
  const { card } = await session.say('A room');
  await session.answer(card.id, { accept: true, always: { until: 'session' } });
  await session.close();

  const same = await opened(now, scripted(call('book', { room: 'Cedar', day: 'Monday' }), { say: 'Done.' }), store);
  assert.equal((await same.say('Another')).card, undefined);
  assert.deepEqual(booked, ['Birch Friday', 'Cedar Monday']);
  await same.close();

  book.update({ description: 'Books a room and pays for it' });
  await until(() => assert.notEqual(now, before));
  const changed = await opened(now, scripted(call('book', { room: 'Oak', day: 'Tuesday' })), store);
  assert.equal((await changed.say('A third')).card?.calls[0].args.room, 'Oak');
  assert.equal(booked.length, 2);
  await changed.close();
});

test('tools that cannot be used are named', async t => {
  const { client, server } = await connected(t);
  server.registerTool('list_rooms', { description: 'Lists' }, async () => ({ content: [] }));
  await assert.rejects(mcpTools(client), { code: 'bad_tool', message: /two tools would be called list_rooms/ });
  const listing = inputSchema => ({ listTools: async () => ({ tools: [{ name: 'odd', inputSchema }] }), callTool() {} });
  await assert.rejects(mcpTools(listing({ type: 'object', propertys: {} })), { code: 'bad_tool', message: /odd: .*did you mean properties/ });
});

test('over HTTP: connected, listed, called, with headers of the page\'s own', async t => {
  const booked = [];
  const server = await httpServer(() => roomServer(booked).server);
  t.after(server.close);
  const client = await connectMcp(server.address, { headers: { authorization: 'Bearer t' } });
  const { book } = await mcpTools(client);
  assert.equal(await book.execute({ room: 'Birch', day: 'Friday' }, context), 'Booked Birch.');
  assert.deepEqual([booked, server.requests.every(({ headers }) => headers.authorization === 'Bearer t')], [['Birch Friday'], true]);
  await client.close();
});

test('over HTTP: a changed list arrives', async t => {
  let description = 'Books a room';
  const server = await httpServer(() => {
    const { server, book } = roomServer();
    book.update({ description });
    return server;
  });
  t.after(server.close);
  const client = await connectMcp(server.address);
  t.after(() => client.close());
  const changes = [];
  const { book } = await mcpTools(client, { onChange: tools => changes.push(tools) });
  description = 'Books a room and pays for it';
  server.handler.notify.toolsChanged();
  await until(() => assert.equal(changes[0]?.book.description, description));
  await assert.rejects(book.execute({ room: 'Birch', day: 'Friday' }, context), { code: 'tool_changed' });
});

test('a server that refuses, asks for a login or is not there is told', async t => {
  const { address, close } = await httpServer(() => roomServer().server);
  const answering = status => async () => new Response('no', { status });
  for (const [status, code] of [[401, 'unauthorized'], [500, 'http']]) await assert.rejects(connectMcp(address, { fetch: answering(status) }), { name: 'McpError', code, status });
  await close();
  await assert.rejects(connectMcp(address), { code: 'network' });
  await assert.rejects(connectMcp('no address'), { name: 'TypeError', message: 'connectMcp(address): must be an http(s) address' });
  await assert.rejects(connectMcp(address, { timeout: 1 }), { name: 'TypeError', message: /timeoutMs/ });
  await assert.rejects(mcpTools({}), { name: 'TypeError', message: /connected client/ });
});

test('a header of CORS that is left out is named', async t => {
  const page = { origin: 'https://page.example', href: 'https://page.example/' };
  globalThis.location = /** @type {any} */ (page);
  t.after(() => { delete globalThis.location; });
  /** A browser's `fetch` to a server that sends some of the headers. */
  const browser = (isThere, allowsOrigin) => async (_, { method, mode }) => {
    if (isThere && mode === 'no-cors') return new Response();
    if (isThere && allowsOrigin && method === 'HEAD') return new Response();
    throw new TypeError('Failed to fetch');
  };
  const failing = (...has) => connectMcp('https://tools.example/mcp', { fetch: browser(...has) });
  await assert.rejects(failing(true, false), { code: 'cors', header: 'Access-Control-Allow-Origin', message: /have https:\/\/tools\.example send "Access-Control-Allow-Origin: https:\/\/page\.example"/ });
  await assert.rejects(failing(true, true), { code: 'cors', header: 'Access-Control-Allow-Headers', message: /mcp-protocol-version/ });
  await assert.rejects(failing(false, false), { code: 'network' });

  /** A server that keeps sessions, and does not let the page read their ids. */
  const forgetful = async (_, { body }) => {
    const { id, method } = JSON.parse(body);
    if (method !== 'initialize') return new Response('Bad Request: No valid session ID provided', { status: 400 });
    return Response.json({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } } });
  };
  await assert.rejects(connectMcp('https://tools.example/mcp', { fetch: forgetful }), { code: 'http', header: 'Access-Control-Expose-Headers', message: /mcp-session-id/ });
});

test('resources are listed with the forms of their addresses, which the model fills in', async t => {
  const { client } = await connected(t);
  const tools = await mcpTools(client, { resources: true });
  assert.deepEqual((await tools.list_resources.execute({}, context)).at(-1), { template: 'rooms://{room}/{day}', name: 'day', description: 'Bookings of a day' });
  assert.deepEqual(await tools.read_resource.execute({ uri: 'rooms://birch/friday' }, context), [{ uri: 'rooms://birch/friday', text: 'birch is free on friday.' }]);
  const without = { listTools: async () => ({ tools: [] }), callTool() {}, listResources: async () => ({ resources: [{ uri: 'a:b', name: 'b' }] }), listResourceTemplates: async () => { throw Object.assign(new Error('Method not found'), { code: -32601 }); } };
  assert.deepEqual(await (await mcpTools(without, { resources: true })).list_resources.execute({}, context), [{ uri: 'a:b', name: 'b' }]);
  const broken = { ...without, listResourceTemplates: async () => { throw Object.assign(new Error('no'), { code: -32603 }); } };
  await assert.rejects((await mcpTools(broken, { resources: true })).list_resources.execute({}, context), { name: 'McpError', code: 'protocol' });
});

for (const [how, answer, result, done] of [
  ['accepts', async ({ text, schema, signal }) => ({ accept: true, args: { day: text === 'Which day for Birch?' && schema.required[0] === 'day' && !signal.aborted ? 'Friday' : 'no' } }), 'Reserved Birch.', ['Birch Friday']],
  ['declines', () => ({ accept: false }), 'Not reserved: decline.', []],
  ['leaves open', () => undefined, 'Not reserved: cancel.', []],
  ['cannot be asked', () => { throw new Error('the page is hidden'); }, 'Not reserved: cancel.', []],
]) {
  test(`a question of the server, which the user ${how}`, async t => {
    const booked = [];
    const server = await httpServer(() => roomServer(booked).server);
    t.after(server.close);
    const client = await connectMcp(server.address, { onQuestion: answer });
    t.after(() => client.close());
    const { reserve } = await mcpTools(client);
    assert.deepEqual([await reserve.execute({ room: 'Birch' }, context), booked], [result, done]);
  });
}

test('a server that asks a page without answers gets none, and nothing is done', async t => {
  const booked = [];
  const server = await httpServer(() => roomServer(booked).server);
  t.after(server.close);
  const client = await connectMcp(server.address);
  t.after(() => client.close());
  const { reserve } = await mcpTools(client);
  await assert.rejects(reserve.execute({ room: 'Birch' }, context), { name: 'McpError' });
  assert.deepEqual(booked, []);
});

/** A login of the client's package that keeps all in memory; `sent` are the addresses to which the user was sent. */
function login() {
  const kept = {};
  const sent = [];
  return {
    kept, sent,
    redirectUrl: 'https://page.example/back',
    clientMetadata: { client_name: 'Desk', redirect_uris: ['https://page.example/back'], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    state: () => 'of the page',
    clientInformation: () => kept.client,
    saveClientInformation(client) { kept.client = client; },
    tokens: () => kept.tokens,
    saveTokens(tokens) { kept.tokens = tokens; },
    saveCodeVerifier(verifier) { kept.verifier = verifier; },
    codeVerifier: () => kept.verifier,
    redirectToAuthorization(address) { sent.push(address); },
  };
}

test('a server with a login: the user is sent there, comes back with a code, and the tools are called with a token, which is renewed', async t => {
  const booked = [];
  const server = await loginServer(() => roomServer(booked).server);
  t.after(server.close);
  const authProvider = login();
  await assert.rejects(connectMcp(server.address, { authProvider }), { name: 'McpError', code: 'unauthorized' });
  const [asked] = authProvider.sent;
  assert.deepEqual([asked.pathname, asked.searchParams.get('state'), asked.searchParams.get('code_challenge_method'), asked.searchParams.get('redirect_uri')], ['/authorize', 'of the page', 'S256', 'https://page.example/back']);

  const back = server.allows(asked);
  const client = await connectMcp(server.address, { authProvider, login: back });
  t.after(() => client.close());
  const { book } = await mcpTools(client);
  assert.equal(await book.execute({ room: 'Birch', day: 'Friday' }, context), 'Booked Birch.');
  server.expire();
  assert.equal(await book.execute({ room: 'Birch', day: 'Monday' }, context), 'Booked Birch.');
  assert.deepEqual([booked, server.grants], [['Birch Friday', 'Birch Monday'], ['authorization_code', 'refresh_token']]);
  const again = await connectMcp(server.address, { authProvider, login: new URLSearchParams() });
  await again.close();
  assert.equal(authProvider.sent.length, 1);
});

test('a code that the server did not give, and a user who said no', async t => {
  const server = await loginServer(() => roomServer().server);
  t.after(server.close);
  const authProvider = login();
  await assert.rejects(connectMcp(server.address, { authProvider }), { code: 'unauthorized' });
  await assert.rejects(connectMcp(server.address, { authProvider, login: new URLSearchParams({ code: 'made up' }) }), { name: 'McpError' });
  await assert.rejects(connectMcp(server.address, { authProvider, login: new URLSearchParams({ error: 'access_denied' }) }), { name: 'McpError' });
  assert.deepEqual(server.grants, []);
  await assert.rejects(connectMcp(server.address, { login: new URLSearchParams() }), /login.*must be given together with authProvider/);
});
