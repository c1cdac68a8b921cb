// Memory of open streams of events: `node bench/streams.mjs`, `STREAMS=5000` for another number.
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const STREAMS = Number(process.env.STREAMS ?? 2000);
const child = fork(fileURLToPath(new URL('serve.mjs', import.meta.url)), ['memory', '']);
const said = () => new Promise(resolve => { child.once('message', resolve); });
const { hostname, port } = new URL(await said());
const usage = () => { const answer = said(); child.send('usage'); return answer; };
const before = await usage();
const sockets = await Promise.all(Array.from({ length: STREAMS }, (_, at) => new Promise((resolve, reject) => {
  const socket = connect(Number(port), hostname, () => socket.write(`GET /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: user ${at}\r\n\r\n`));
  socket.once('error', reject);
  socket.once('data', piece => (String(piece).startsWith('HTTP/1.1 200') ? resolve(socket) : reject(new Error(String(piece)))));
})));
const after = await usage();
console.log(`${STREAMS} streams: ${((after.rss - before.rss) / STREAMS / 1000).toFixed(1)} kB of memory each, ${((after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / STREAMS / 1000).toFixed(2)} ms of CPU to open one`);
sockets.forEach(socket => socket.destroy());
child.send('close');
