// A bank in a process of its own: it books each payment under its key, and counts what it is asked for.
import { createServer } from 'node:http';

/** A bank on a free port. `keyed` payments with a known key are answered as before; the others are booked again. @param {{ losesAnswers?: number, slowMs?: number }} [how] */
export async function openBank({ losesAnswers = 0, slowMs = 0 } = {}) {
  /** @type {Map<string, { bill: number, tool: string, count: number }>} */
  const booked = new Map();
  /** The requests that are heard and not answered, from now on. */
  const mute = { requests: 0 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { key, bill, tool } = JSON.parse(body || '{}');
    if (slowMs) await new Promise(done => setTimeout(done, Math.random() * slowMs));
    const there = booked.get(key);
    if (request.url === '/status' && mute.requests > 0) return cutOff(request);
    if (request.url === '/status') return response.end(JSON.stringify({ done: there !== undefined, ...(there && { result: { paid: there.bill } }) }));
    const isKnown = there && tool === 'pay_idempotent';
    if (there && !isKnown) there.count += 1;
    if (!there) booked.set(key, { bill, tool, count: 1 });
    if (mute.requests > 0) return cutOff(request);
    if (isKnown) return response.end(JSON.stringify({ paid: there.bill }));
    if (Math.random() < losesAnswers) return request.socket.destroy();
    response.end(JSON.stringify({ paid: bill }));
  });
  const cutOff = (/** @type {import('node:http').IncomingMessage} */ request) => {
    mute.requests -= 1;
    request.socket.destroy();
  };
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, booked, mute, close: () => { server.closeAllConnections(); server.close(); } };
}
