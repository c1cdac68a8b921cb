// A server of tools for tests: rooms that can be listed and booked. In the same process, or over HTTP on the loopback.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, fromJsonSchema, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';

const object = (properties = {}, required = Object.keys(properties)) => fromJsonSchema({ type: 'object', properties, required, additionalProperties: false });
const text = { type: 'string' };

/** @param {string[]} booked gets what was booked */
export function roomServer(booked = []) {
  const server = new McpServer({ name: 'rooms', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  const says = text => ({ content: [{ type: 'text', text }] });
  server.registerTool('list.rooms', { description: 'Lists the rooms', inputSchema: object(), annotations: { readOnlyHint: true } }, async () => ({ ...says('Birch, Cedar'), structuredContent: { rooms: ['Birch', 'Cedar'] } }));
  const book = server.registerTool('book', { title: 'Book a room', description: 'Books a room for a day', inputSchema: object({ room: text, day: text }) }, async ({ room, day }) => {
    if (room === 'Attic') return { ...says('There is no Attic.'), isError: true };
    booked.push(`${room} ${day}`);
    return says(`Booked ${room}.`);
  });
  server.registerTool('rename', { description: 'Names a room', inputSchema: object({ room: text }), annotations: { idempotentHint: true } }, async () => ({ ...says('Locked.'), isError: true }));
  server.registerTool('photo', { description: 'Shows a room', inputSchema: object(), annotations: { readOnlyHint: true } }, async () => ({
    content: [{ type: 'text', text: 'Birch:' }, { type: 'image', mimeType: 'image/png', data: 'AAAA' }, { type: 'resource_link', uri: 'rooms://birch', name: 'Birch' }, { type: 'resource', resource: { uri: 'rooms://a', text: 'A' } }],
  }));
  server.registerTool('measure', { description: 'Measures a room', inputSchema: object(), annotations: { readOnlyHint: true } }, async (_, context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken !== undefined) await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message: 'half' } });
    return says('4 x 5');
  });
  server.registerResource('plan', 'rooms://plan', { mimeType: 'text/plain' }, async uri => ({ contents: [{ uri: uri.href, text: 'Two rooms.' }, { uri: uri.href, mimeType: 'image/png', blob: 'AAAA' }] }));
  server.registerTool('reserve', { description: 'Reserves a room', inputSchema: object({ room: text }) }, async ({ room }, context) => {
    const answer = context.mcpReq.inputResponses?.day;
    if (!answer) return inputRequired({ inputRequests: { day: inputRequired.elicit({ message: `Which day for ${room}?`, requestedSchema: { type: 'object', properties: { day: text }, required: ['day'] } }) } });
    if (answer.action !== 'accept') return says(`Not reserved: ${answer.action}.`);
    booked.push(`${room} ${answer.content.day}`);
    return says(`Reserved ${room}.`);
  });
  server.registerResource('day', new ResourceTemplate('rooms://{room}/{day}', { list: undefined }), { description: 'Bookings of a day' }, async (uri, { room, day }) => ({ contents: [{ uri: uri.href, text: `${room} is free on ${day}.` }] }));
  return { server, book };
}

/** A client that is connected to the server in this process. @param {McpServer} server */
export async function clientOf(server) {
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

/** An HTTP server of tools. `headers`: those of CORS, and what else it sends. @param {() => McpServer} factory @param {(request: import('node:http').IncomingMessage) => Record<string, string>} headers */
export async function httpServer(factory, headers = () => ({})) {
  const handler = createMcpHandler(factory);
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, headers: request.headers });
    for (const [name, value] of Object.entries(headers(request))) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const body = [];
    for await (const piece of request) body.push(piece);
    const asked = new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers: new Headers(Object.entries(request.headers)), ...(body.length && { body: Buffer.concat(body) }) });
    const answer = await handler.fetch(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const piece of answer.body ?? []) response.write(piece);
    response.end();
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const address = `http://127.0.0.1:${server.address().port}/mcp`;
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { address, requests, handler, close };
}

/** A server of tools that asks for a login, with its server of logins: metadata, registration, codes bound to their challenge, tokens that are renewed. @param {() => McpServer} factory */
export async function loginServer(factory) {
  const handler = createMcpHandler(factory);
  /** Challenges by code, and tokens that count. */
  const [codes, tokens, grants] = [new Map(), new Set(), []];
  const answers = {
    '/.well-known/oauth-protected-resource/mcp': () => ({ resource: `${base}/mcp`, authorization_servers: [base] }),
    '/.well-known/oauth-authorization-server': () => ({ issuer: base, authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token`, registration_endpoint: `${base}/register`, response_types_supported: ['code'], grant_types_supported: ['authorization_code', 'refresh_token'], code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] }),
    '/register': body => ({ ...JSON.parse(body), client_id: 'desk' }),
    '/token'(body) {
      const { grant_type: grant, code, code_verifier: verifier = '', refresh_token: renewal } = Object.fromEntries(new URLSearchParams(body));
      const isRight = grant === 'refresh_token' ? renewal === 'renewal' : codes.get(code) === createHash('sha256').update(verifier).digest('base64url');
      codes.delete(code);
      if (!isRight) return undefined;
      grants.push(grant);
      const token = `token-${grants.length}`;
      tokens.add(token);
      return { access_token: token, token_type: 'Bearer', expires_in: 3600, refresh_token: 'renewal' };
    },
  };
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const send = (status, value, headers = {}) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (Object.hasOwn(answers, request.url)) {
      const value = answers[request.url](String(body));
      return value ? send(request.url === '/register' ? 201 : 200, value) : send(400, { error: 'invalid_grant' });
    }
    if (request.url !== '/mcp') return send(404, {});
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', ''))) return send(401, { error: 'invalid_token' }, { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"` });
    const answer = await handler.fetch(new Request(`${base}/mcp`, { method: request.method, headers: new Headers(Object.entries(request.headers)), ...(body.length && { body }) }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const piece of answer.body ?? []) response.write(piece);
    response.end();
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    address: `${base}/mcp`, grants,
    /** What the user comes back with, who has logged in at that address and allowed it. @param {URL} asked */
    allows(asked) {
      codes.set('of the user', asked.searchParams.get('code_challenge'));
      return new URLSearchParams({ code: 'of the user', state: asked.searchParams.get('state'), iss: base });
    },
    /** No token counts any more. */
    expire: () => tokens.clear(),
    close: () => new Promise(closed => {
      server.close(closed);
      server.closeAllConnections();
    }),
  };
}
