/** Builds the page with the stand-in of `fake.js`: `node demo/dev/build.mjs <folder>`. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDemo } from '../../build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const wasm = await mkdtemp(join(tmpdir(), 'stepgate-fake-'));
for (const name of ['stepgate_bg.wasm', 'stepgate.js']) await writeFile(join(wasm, name), '');
await buildDemo({ out: process.argv[2], wasm, stepgate: join(here, 'fake.js') });
