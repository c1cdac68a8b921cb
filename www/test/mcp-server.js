// A server of tools for tests: rooms that can be listed and booked. In the same process, or over HTTP on the loopback.
import { createServer } from 'node:http';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

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
