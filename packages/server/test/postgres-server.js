// A PostgreSQL of the test's own: in a temporary folder, on a socket there, without the network.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** Folders in which distributions keep the server's programs, the newest version first. */
const FOLDERS = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt'].filter(existsSync)
  .flatMap(folder => readdirSync(folder).sort((a, b) => Number(b) - Number(a)).map(version => join(folder, version, 'bin')));

/** @param {string} program */
function pathOf(program) {
  const found = [...FOLDERS, ...(process.env.PATH ?? '').split(delimiter)].map(folder => join(folder, program)).find(existsSync);
  if (!found) throw new Error(`${program} is missing: install PostgreSQL, or run \`cargo xtask test server\`, which does`);
  return found;
}

/** PostgreSQL refuses to run as root: there the tests run it as the user that its package has made. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  return { uid, gid };
}

/** Starts one. Gives options for `postgresDatabase`, a way to make more databases, and its end. @param {string[]} [settings] */
export async function startPostgres(settings = []) {
  const who = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'stepgate-postgres-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  const data = join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync(pathOf('initdb'), ['-D', data, '-U', 'stepgate', '-A', 'trust', '-E', 'UTF8', '--no-sync'], { ...who, cwd: folder, env, stdio: 'pipe' });
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=60', ...settings].flatMap(one => ['-c', one]);
  const server = spawn(pathOf('postgres'), ['-D', data, ...options], { ...who, cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.on('data', piece => { log = (log + piece).slice(-20_000); });
  const ended = new Promise(resolve => { server.once('exit', resolve); });
  const connection = { host: folder, user: 'stepgate', database: 'postgres' };
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    const failure = await client.connect().then(() => client.end(), error => error);
    if (!failure) break;
    if (tries > 300 || server.exitCode !== null) throw new Error(`PostgreSQL does not start: ${failure.message}\n${log}`);
    await new Promise(resolve => { setTimeout(resolve, 100); });
  }
  let count = 0;
  return {
    folder, connection, pid: server.pid, log: () => log,
    /** Makes an empty database. */
    async fresh() {
      const database = `test_${count += 1}`;
      const client = new pg.Client(connection);
      await client.connect();
      await client.query(`CREATE DATABASE ${database}`);
      await client.end();
      return { ...connection, database };
    },
    async stop() {
      server.kill('SIGINT'); // ends sessions that are open
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
