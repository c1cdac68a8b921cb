// A bank in a process of its own: it books each payment under its key, and counts what it is asked for.
import { createServer } from 'node:http';

/** A bank on a free port. `keyed` payments with a known key are answered as before; the others are booked again. @param {{ losesAnswers?: number, slowMs?: number }} [how] */
export async function openBank({ losesAnswers = 0, slowMs = 0 } = {}) {
  /** @type {Map<string, { bill: number, tool: string, count: number }>} */
  const booked = new Map();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { key, bill, tool } = JSON.parse(body || '{}');
    if (slowMs) await new Promise(done => setTimeout(done, Math.random() * slowMs));
    const there = booked.get(key);
    if (request.url === '/status') return response.end(JSON.stringify({ done: there !== undefined, ...(there && { result: { paid: there.bill } }) }));
    if (there && tool === 'pay_idempotent') return response.end(JSON.stringify({ paid: there.bill }));
    if (there) there.count += 1;
    else booked.set(key, { bill, tool, count: 1 });
    if (Math.random() < losesAnswers) return request.socket.destroy();
    response.end(JSON.stringify({ paid: bill }));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, booked, close: () => { server.closeAllConnections(); server.close(); } };
}
