// Runs all benchmarks of the package one after the other; a missed goal does not stop the others.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let missed = false;
for (const name of ['run', 'own', 'schedule', 'json', 'workspace', 'first-view']) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], { stdio: 'inherit' });
  missed ||= status !== 0;
}
process.exitCode = missed ? 1 : 0;
