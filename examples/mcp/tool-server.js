// @ts-check
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const text = { type: 'string' };
/** @param {Record<string, object>} properties @returns {any} */
const object = properties => fromJsonSchema({ type: 'object', properties: /** @type {any} */ (properties), required: Object.keys(properties), additionalProperties: false });
const says = (/** @type {string} */ text) => ({ content: [{ type: /** @type {const} */ ('text'), text }] });

/** Headers that let a page of another origin call the server. @param {string} origin */
const cors = origin => ({
  'access-control-allow-origin': origin,
  'access-control-allow-headers': 'authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id',
  'access-control-expose-headers': 'mcp-session-id',
});

/**
 * A server of tools over HTTP, as a house would have one for its rooms: one tool reads, one writes. `POST /price` changes the one that writes.
 * @param {{ port?: number, page: string }} options `page`: the origin that may call it
 */
export async function startTools({ port = 0, page }) {
  const rooms = [{ name: 'Birch', seats: 4 }, { name: 'Cedar', seats: 12 }];
  /** @type {string[]} */
  const booked = [];
  let price = 0;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'rooms', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
    server.registerTool('list_rooms', { description: 'Lists the rooms with their seats', inputSchema: object({}), annotations: { readOnlyHint: true } }, async () => ({ ...says(JSON.stringify(rooms)), structuredContent: { rooms } }));
    const costs = price ? `, for ${price} euros` : '';
    server.registerTool('book_room', { title: `Book a room${costs}`, description: `Books a room for a day${costs}`, inputSchema: object({ room: text, day: text }) }, async (/** @type {any} */ { room, day }) => {
      if (!rooms.some(({ name }) => name === room)) return { ...says(`There is no room ${room}.`), isError: true };
      booked.push(`${room}, ${day}${price ? `, ${price} euros` : ''}`);
      return says(`Booked: ${booked.at(-1)}.`);
    });
    return server;
  });
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(cors(page))) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.url === '/booked') return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(booked));
    if (request.url === '/price') {
      price += 20;
      handler.notify.toolsChanged();
      return response.writeHead(204).end();
    }
    const answer = await handler.fetch(await asRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return response.end();
    await answer.body.pipeTo(Writable.toWeb(response)).catch(() => response.destroy()); // a page that is closed breaks the stream off
  });
  await new Promise(ready => server.listen(port, '127.0.0.1', () => ready(undefined)));
  const { port: open } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${open}`, booked, close };
}

/** A request of Node as the web has it. @param {import('node:http').IncomingMessage} request */
async function asRequest(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const headers = /** @type {Record<string, string>} */ (request.headers);
  return new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers, ...(pieces.length && { body: Buffer.concat(pieces) }) });
}
