/**
 * Places the items of drafts with the wasm of the package, in Node: `node bench/arrange.mjs <drafts.json> --ms N --seed S --out placements.json [--bound]`.
 * `cargo xtask arrange` makes the drafts of instance files, with their `--move-base`, and runs it. N is time on the processor.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { arrange, bound } from '../src/arrange/index.js';

const text = { type: 'string' };
const { values, positionals } = parseArgs({ allowPositionals: true, options: { ms: { ...text, default: '1000' }, iterations: text, seed: { ...text, default: '1' }, out: text, 'move-base': text, bound: { type: 'boolean' } } });
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const length = values.iterations ? { iterations: Number(values.iterations) } : { timeoutMs: Number(values.ms) };
const least = async draft => {
  if (!values.bound) return '';
  const { unplaced, cost } = await bound(draft);
  return `, bound ${unplaced + cost}`;
};
/** Iterations before the clock starts: the engine compiles in that time. */
const WARM = 100_000;
const placements = {};
for (const [name, draft] of Object.entries(JSON.parse(await readFile(positionals[0], 'utf8')))) {
  await arrange(draft, { iterations: WARM });
  const { placement, cost, unplaced, iterations } = await arrange(draft, { ...length, seed: Number(values.seed), clock });
  placements[name] = placement.map(place => place && [place.day, place.start]);
  console.log(`${name}: cost ${cost}, ${unplaced} items unplaced${await least(draft)}, ${iterations} iterations`);
}
if (values.out) await writeFile(values.out, JSON.stringify(placements));
