// The command, as a process of its own: it starts at once, is killed at any time, and has what it had answered for.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { remoteStore } from '../../../www/src/remote/index.js';
import { ask, headersOf, serve, stepTo, TOKENS } from './databases.js';
import { postgresDatabase } from '../src/postgres.js';
import { startPostgres } from './postgres-server.js';

const COMMAND = fileURLToPath(new URL('../src/run.js', import.meta.url));

/** Starts the command. Gives its address and token, once it has printed them. @param {string} folder @param {object} [env] @param {string[]} [more] */
function started(folder, env = {}, more = []) {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '--data', folder, ...more], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise(resolve => { child.once('exit', code => resolve(code)); });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = piece => {
      said += piece;
      const [, base] = /Sessions are at (\S+)/.exec(said) ?? [];
      if (base && said.includes('Kept in')) resolve({ child, exited, base, token: /Token: (\S+)/.exec(said)?.[1], said });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    exited.then(code => reject(new Error(`ended with ${code}: ${said}`)));
  });
}
const folderOf = t => {
  const folder = mkdtempSync(join(tmpdir(), 'stepgate-server-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('the command starts with SQLite, a token of its own, and this machine alone', async t => {
  const folder = folderOf(t);
  const { child, exited, base, token } = await started(folder);
  t.after(() => child.kill('SIGKILL'));
  assert.match(base, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  assert.equal(statSync(join(folder, 'token')).mode & 0o777, 0o600);
  assert.equal((await fetch(`${base}/sessions`)).status, 401);
  const store = remoteStore(base, { headers: () => ({ authorization: `Bearer ${token}` }) });
  await store.save('a', stepTo(1));
  assert.equal((await fetch(base.replace('/v1', '/metrics'), { headers: { authorization: `Bearer ${token}` } })).status, 200);
  await assert.rejects(started(folder), /one server serves one file|locked/);
  child.kill('SIGTERM');
  assert.equal(await exited, 0);
  const again = await started(folder);
  t.after(() => again.child.kill('SIGKILL'));
  assert.equal(again.token, token);
  const later = remoteStore(again.base, { headers: () => ({ authorization: `Bearer ${token}` }) });
  assert.equal((await later.load('a')).snapshot.revision, 1);
});

test('wrong words are refused with what there is', async t => {
  const folder = folderOf(t);
  await assert.rejects(started(folder, {}, ['--prot', '1']), /Unknown option '--prot'[^]*--port N/);
  await assert.rejects(started(folder, {}, ['--port', 'x']), /--port: must be a number/);
  await assert.rejects(started(folder, { STEPGATE_TOKENS: 'ann' }), /STEPGATE_TOKENS: must be users/);
  await assert.rejects(started(folder, { STEPGATE_TOKENS: 'ann=short' }), /ann: must be a text of at least 16 characters/);
});

for (const name of ['SQLite', 'PostgreSQL']) {
  test(`${name}: a server that is killed has every step that it has answered for`, async t => {
    const folder = folderOf(t);
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined;
    if (postgres) t.after(() => postgres.stop());
    const env = { STEPGATE_TOKENS: `ann=${TOKENS.ann}`, ...(postgres && { PGHOST: postgres.folder, PGUSER: 'stepgate', PGDATABASE: 'postgres', DATABASE_URL: `postgresql://stepgate@/postgres?host=${encodeURIComponent(postgres.folder)}` }) };
    let answered = 0;
    for (let round = 0; round < 5; round += 1) {
      const { child, exited, base } = await started(folder, env);
      const { json } = await ask(base, 'GET', '/session?id=a');
      const saved = json.revision ?? 0;
      assert.ok(saved === answered || saved === answered + 1, `answered for ${answered}, has ${saved}`); // the answer to the last one may have been lost
      answered = saved;
      setTimeout(() => child.kill('SIGKILL'), 100 + 60 * round);
      for (let isUp = true; isUp;) {
        const done = await ask(base, 'POST', '/session/step?id=a', { json: stepTo(answered + 1) }).catch(() => undefined);
        if (done?.status === 200) answered += 1;
        else isUp = false;
      }
      await exited;
    }
    assert.ok(answered > 0);
  });
}

test('two processes over one PostgreSQL hear of each other', async t => {
  const postgres = await startPostgres(['fsync=off']);
  t.after(() => postgres.stop());
  const connection = await postgres.fresh();
  const [one, two] = await Promise.all([1, 2].map(() => serve(t, postgresDatabase(connection)))); // both make the tables
  const heard = [];
  const store = remoteStore(two.base, { headers: () => headersOf('ann') });
  t.after(() => store.close());
  const of = (base, json) => ask(base, 'POST', '/session/step?id=a', { json });
  assert.equal((await of(one.base, stepTo(1))).status, 200);
  store.watch('a', revision => heard.push(revision));
  for (let tries = 0; !heard.includes(1) && tries < 200; tries += 1) await new Promise(resolve => { setTimeout(resolve, 50); });
  assert.equal((await of(one.base, stepTo(2))).status, 200);
  for (let tries = 0; !heard.includes(2) && tries < 200; tries += 1) await new Promise(resolve => { setTimeout(resolve, 50); });
  assert.deepEqual([...new Set(heard)], [1, 2]); // an event may come twice
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => of([one, two][at % 2].base, stepTo(3))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
});

test('a database that goes away is told, and comes back', async t => {
  const postgres = await startPostgres(['fsync=off']);
  const connection = await postgres.fresh();
  const { base } = await serve(t, postgresDatabase(connection));
  await ask(base, 'POST', '/session/step?id=a', { json: stepTo(1) });
  await postgres.stop();
  assert.deepEqual([(await ask(base, 'POST', '/session/step?id=a', { json: stepTo(2) })).json.code, (await ask(base.replace('/v1', ''), 'GET', '/health')).status], ['busy', 503]);
});

test('SQLite takes up a file where it was', async t => {
  const folder = folderOf(t);
  const { sqliteDatabase } = await import('../src/sqlite.js');
  const file = join(folder, 'x.db');
  const first = await sqliteDatabase(file);
  await first.open();
  await first.step('ann', 'a', stepTo(1), { userBytes: 1e9, sessions: 10 });
  await first.close();
  const second = await sqliteDatabase(file);
  await second.open();
  assert.equal((await second.read('ann', 'a')).revision, 1);
  await second.close();
});
