// Restate, the sessions, and a page to look at: http://127.0.0.1:3000. The folder `data` keeps what is saved.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gateway, register, sessions } from '../src/index.js';
import { desk, model } from './desk.js';

const require = createRequire(import.meta.url);
const [ingress, admin, endpoint, pages] = [8080, 9070, 9080, 3000];
const here = name => fileURLToPath(new URL(name, import.meta.url));

const restate = spawn(process.execPath, [join(dirname(require.resolve('@restatedev/restate-server/package.json')), 'lib/index.js'), '--base-dir', here('../data'), '--node-name', 'sample', '--no-logo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, RESTATE_BIND_IP: '127.0.0.1', RUST_LOG: 'error', RESTATE_DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: '1' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { restate.kill('SIGTERM'); process.exit(); });
restate.on('exit', code => { console.error(`Restate has ended (${code}).`); process.exit(1); });

const agents = await sessions({ agents: { desk }, model, pageTools: ['take_photo'] });
await agents.listen(endpoint);
while (!await fetch(`http://127.0.0.1:${admin}/health`).then(({ ok }) => ok, () => false)) await new Promise(done => setTimeout(done, 100));
await register({ admin: `http://127.0.0.1:${admin}`, uri: `http://127.0.0.1:${endpoint}` });

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
const FOLDERS = { '/stepgate/': join(dirname(require.resolve('stepgate/package.json')), 'src/'), '/parser/': `${dirname(createRequire(require.resolve('stepgate/package.json')).resolve('eventsource-parser'))}/`, '/': here('./') };

/** Files of the page. */
async function file(url = '/', response) {
  const { pathname } = new URL(url, 'http://localhost');
  const path = pathname === '/' ? '/index.html' : pathname;
  const [prefix, folder] = Object.entries(FOLDERS).find(([prefix]) => path.startsWith(prefix)) ?? ['/', here('./')];
  const type = TYPES[extname(path)];
  const body = type && await readFile(join(folder, path.slice(prefix.length))).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain', 'cache-control': 'no-cache' }).end(body);
}

/** Everybody is one user here. A real server has a login. */
const answer = gateway(agents, { ingress: `http://127.0.0.1:${ingress}`, userOf: () => 'guest' });
createServer((request, response) => (request.url?.startsWith('/agents/') ? answer(request, response) : file(request.url, response))).listen(pages, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${pages}/ : open it twice, close one page, end this command and start it again`);
});
