// Restate and the sessions' process, each a process of its own that can be killed and started again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from '../src/index.js';

const require = createRequire(import.meta.url);

/** The program of the server: the package's own script starts it as a child, which a signal to the script would leave running. */
export function program() {
  const { platform, arch } = process;
  const base = createRequire(require.resolve('@restatedev/restate-server/package.json'));
  return join(dirname(base.resolve(`@restatedev/restate-server-${platform}-${arch}/package.json`)), 'bin', 'restate-server');
}

/** A port that is free now, below those that systems give to clients: nobody takes it while its server is down. @returns {Promise<number>} */
async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A process that can be killed and started again. @param {() => import('node:child_process').ChildProcess} start @param {() => Promise<boolean>} isUp */
function process_(start, isUp) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let wanted = false;
  return {
    get pid() { return child?.pid; },
    get lives() { return child !== undefined && child.exitCode === null && child.signalCode === null; },
    async start() {
      wanted = true;
      child = start();
      for (let tries = 0; wanted; tries += 1) {
        if (await isUp().catch(() => false)) return;
        if (!wanted) return;
        if (!this.lives) throw new Error(`a process has ended at its start: ${child.spawnargs.join(' ')}`);
        if (tries > 1200) throw new Error(`a process does not come up: ${child.spawnargs.join(' ')}`);
        await new Promise(done => setTimeout(done, 50));
      }
    },
    /** Ends it at once, and waits until it is gone. */
    kill() {
      wanted = false;
      const gone = new Promise(done => child?.once('exit', done));
      child?.kill('SIGKILL');
      return gone;
    },
  };
}

/** The sessions' process of the tests. */
const own = () => fileURLToPath(new URL('server.js', import.meta.url));

/**
 * Restate with an own folder and own ports, and the sessions' process beside it.
 * @param {{ bank?: string, script?: (ports: { ingress: number, admin: number, endpoint: number, gateway: number }) => string }} given `script`: another one, by its path
 */
export async function world({ bank = '', script = own }) {
  const folder = mkdtempSync(join(tmpdir(), 'stepgate-restate-'));
  const [ingress, admin, node, endpoint, gateway] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
  const path = script({ ingress, admin, endpoint, gateway });
  const log = process.env.VERBOSE ? 'inherit' : 'ignore';
  const restate = process_(() => spawn(program(), ['--base-dir', folder, '--node-name', 'test', '--listen-mode', 'tcp', '--no-logo'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      RESTATE_BIND_IP: '127.0.0.1', RESTATE_BIND_PORT: String(node), RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`, RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_DEFAULT_NUM_PARTITIONS: '4', RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB', RESTATE_DISABLE_TELEMETRY: 'true', RUST_LOG: 'warn',
    },
  }), async () => (await fetch(`http://127.0.0.1:${ingress}/restate/health`)).ok && (await fetch(`http://127.0.0.1:${admin}/health`)).ok);
  const sessions = process_(() => spawn(process.execPath, [path], {
    stdio: ['ignore', log, log === 'inherit' ? log : process.env.ERRORS ? 'inherit' : 'ignore'],
    env: { ...process.env, ENDPOINT: String(endpoint), GATEWAY: String(gateway), INGRESS: `http://127.0.0.1:${ingress}`, BANK: bank, RESTATE_LOGGING: process.env.ERRORS ?? 'ERROR' },
  }), async () => (await fetch(`http://127.0.0.1:${gateway}/`)).status === 405);
  await restate.start(); // a script may register itself at once
  await sessions.start();
  await register({ admin: `http://127.0.0.1:${admin}`, uri: `http://127.0.0.1:${endpoint}` });
  return {
    restate, sessions, base: `http://127.0.0.1:${gateway}/agents`, admin: `http://127.0.0.1:${admin}`,
    async close() {
      await Promise.all([restate.kill(), sessions.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
