// Steps per second over HTTP, beside the memory of one process, in one run: `npm run bench`, `SESSIONS=10000 STEPS=100 CLIENTS=32 KINDS=PostgreSQL npm run bench`.
// The clients, the server and the database share this machine.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../test/postgres-server.js';
import { engineAlone, recordedSteps } from './session.mjs';

const [SESSIONS, STEPS, CLIENTS] = ['SESSIONS', 'STEPS', 'CLIENTS'].map((name, at) => Number(process.env[name] ?? [1000, 100, 32][at]));
const KINDS = (process.env.KINDS ?? 'memory,SQLite,PostgreSQL').split(',');
/** Sessions of one user. */
const OF_A_USER = 10;

const steps = await recordedSteps(STEPS);
const sent = steps.reduce((sum, step) => sum + Buffer.byteLength(JSON.stringify(step)), 0);
const folder = mkdtempSync(join(tmpdir(), 'stepgate-bench-'));
const postgres = KINDS.includes('PostgreSQL') ? await startPostgres() : undefined;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** @param {URL} base @param {string} user @param {string} path @param {unknown} [json] */
const ask = (base, user, path, json) => new Promise((resolve, reject) => {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const asked = request({ agent, host: base.hostname, port: base.port, path: base.pathname + path, method: body ? 'POST' : 'GET', headers: { authorization: user, ...(body && { 'content-type': 'application/json', 'content-length': body.length }) } }, response => {
    const pieces = [];
    response.on('data', piece => pieces.push(piece));
    response.on('end', () => (response.statusCode === 200 ? resolve(Buffer.concat(pieces)) : reject(new Error(`${response.statusCode} ${Buffer.concat(pieces)}`))));
  });
  asked.on('error', reject);
  asked.end(body);
});

/** Runs works with CLIENTS of them at the same time. @param {number} count @param {(at: number) => Promise<void>} work */
async function together(count, work) {
  let next = 0;
  await Promise.all(Array.from({ length: CLIENTS }, async () => {
    for (let at = next++; at < count; at = next++) await work(at);
  }));
}

/** @param {number[]} times in ms */
function quantiles(times) {
  times.sort((a, b) => a - b);
  return [0.5, 0.99].map(part => times[Math.floor(times.length * part)].toFixed(1));
}

async function where(kind) {
  if (kind === 'SQLite') return join(folder, 'bench.db');
  return kind === 'PostgreSQL' ? JSON.stringify(await postgres.fresh()) : '';
}

/** Milliseconds of CPU that PostgreSQL has used, with the processes that it has started; Linux alone tells it. */
function cpuOfPostgres() {
  if (process.platform !== 'linux') return NaN;
  const fields = pid => { try { return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').map(Number); } catch { return []; } };
  const own = fields(postgres.pid);
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(fields).filter(([, parent]) => parent === postgres.pid);
  const ticks = own[11] + own[12] + own[13] + own[14] + children.reduce((sum, one) => sum + one[11] + one[12], 0);
  return ticks * 10;
}

/** Bytes on the disk. */
async function sizeOf(kind, place) {
  if (kind === 'SQLite') return statSync(place).size + statSync(`${place}-wal`, { throwIfNoEntry: false })?.size;
  if (kind !== 'PostgreSQL') return undefined;
  const client = new pg.Client(JSON.parse(place));
  await client.connect();
  const { rows } = await client.query("SELECT relname, pg_total_relation_size(c.oid) AS size FROM pg_class c WHERE relname LIKE 'stepgate%' AND relkind = 'r' ORDER BY 2 DESC");
  console.log(`  tables: ${rows.map(({ relname, size }) => `${relname.replace('stepgate_', '')} ${Math.round(size / SESSIONS / 100) / 10} kB`).join(', ')} a session`);
  await client.end();
  return rows.reduce((sum, { size }) => sum + Number(size), 0); // without the 7 MB of an empty database
}

console.log(`${SESSIONS} sessions of ${STEPS} steps, ${CLIENTS} at the same time; a step has ${Math.round(sent / STEPS)} bytes of JSON; ${cpus().length} cores, Node ${process.version}`);
console.log(`The engine and the driver alone, with a store that keeps nothing: ${(await engineAlone(2000)).toFixed(2)} ms of CPU a step`);
console.log('| database | steps/s | p50 ms | p99 ms | CPU a step, ms: server | database | loads/s | p50 ms | p99 ms | kB a session | MB of the server |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const kind of KINDS) {
  const place = await where(kind);
  const child = fork(fileURLToPath(new URL('serve.mjs', import.meta.url)), [kind, place]);
  const said = () => new Promise(resolve => { child.once('message', resolve); });
  const base = new URL(await said());
  const usage = () => { const answer = said(); child.send('usage'); return answer; };
  const before = await usage();
  const cpuBefore = kind === 'PostgreSQL' ? cpuOfPostgres() : NaN;
  const times = [];
  const began = performance.now();
  await together(SESSIONS, async at => {
    for (const step of steps) {
      const sentAt = performance.now();
      await ask(base, `user ${Math.floor(at / OF_A_USER)}`, `/session/step?id=bench-${at}`, step);
      times.push(performance.now() - sentAt);
    }
  });
  const perSecond = times.length / (performance.now() - began) * 1000;
  const after = await usage();
  const database = kind === 'PostgreSQL' ? (cpuOfPostgres() - cpuBefore) / times.length : NaN;
  const loads = [];
  const loading = performance.now();
  await together(Math.min(SESSIONS, 1000), async at => {
    const sentAt = performance.now();
    await ask(base, `user ${Math.floor(at / OF_A_USER)}`, `/session?id=bench-${at}`);
    loads.push(performance.now() - sentAt);
  });
  const loadsPerSecond = loads.length / (performance.now() - loading) * 1000;
  const cpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / times.length;
  const size = await sizeOf(kind, place);
  console.log(`| ${kind} | ${Math.round(perSecond)} | ${quantiles(times).join(' | ')} | ${cpu.toFixed(2)} | ${Number.isNaN(database) ? '–' : database.toFixed(2)} | ${Math.round(loadsPerSecond)} | ${quantiles(loads).join(' | ')} | ${size === undefined ? '–' : (size / SESSIONS / 1000).toFixed(1)} | ${Math.round(after.rss / 1e6)} |`);
  child.send('close');
  await new Promise(resolve => { child.once('exit', resolve); });
}
agent.destroy();
await postgres?.stop();
rmSync(folder, { recursive: true });
