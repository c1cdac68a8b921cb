/** What a result depends on: the code that made it, and the versions of what it measured. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';

const folder = new URL('../', import.meta.url);
const PACKAGES = {
  stepgate: ['stepgate'], aisdk: ['ai', '@ai-sdk/react'], tanstack: ['@tanstack/ai', '@tanstack/ai-client', '@tanstack/ai-react'],
  langgraph: ['@langchain/langgraph', '@langchain/langgraph-checkpoint', '@langchain/core'], openai: ['@openai/agents-core'],
};
/** The files of the harness that take no part in a trial. */
const APART = ['awake.js', 'cells.js', 'results.js', 'fingerprint.js', 'interval.js', 'lines.js', 'table.js', 'words.js'];
const read = path => readFileSync(new URL(path, folder));

/** Versions of the packages behind a library. @param {string} library @returns {Record<string, string>} */
export const versionsOf = library => Object.fromEntries(PACKAGES[library].map(name => [name, JSON.parse(read(`node_modules/${name}/package.json`)).version]));

/** The hash of what a library's result depends on. @param {string} library @param {string} browser its name and version */
export function fingerprintOf(library, browser) {
  const harness = readdirSync(new URL('harness/', folder)).filter(name => !APART.includes(name)).map(name => `harness/${name}`);
  const page = readdirSync(new URL('page/', folder)).map(name => `page/${name}`);
  const hash = createHash('sha256').update(JSON.stringify([versionsOf(library), browser]));
  for (const path of [...harness, ...page, `adapters/${library}.js`].sort()) hash.update(path).update(read(path));
  return hash.digest('hex').slice(0, 16);
}

/** The machine, without its name. */
export const machine = () => `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;

/** The commit of the repository, which says more about Stepgate than its version; empty outside of git. */
export const commit = () => spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).stdout?.trim() ?? '';
