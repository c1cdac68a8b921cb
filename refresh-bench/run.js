/** The one command: builds the package if it is not built, installs what the benchmark needs, and runs it. It needs Node, Rust for the first build, and a browser. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('..', import.meta.url));
const isBuilt = existsSync(`${repository}www/wasm-engine/bytes.js`);

/** Runs a program to its end; ends this one if it fails. @param {string} program @param {string[]} options @param {string} cwd */
function run(program, options, cwd) {
  const { status, error } = spawnSync(program, options, { cwd, stdio: 'inherit' });
  if (error) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

if (!isBuilt) run('cargo', ['xtask', 'build'], repository);
run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder);
run('node', ['bench.js', ...process.argv.slice(2)], folder);
