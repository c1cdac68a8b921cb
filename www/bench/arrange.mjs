/**
 * Places the items of drafts with the wasm of the package, in Node: `node bench/arrange.mjs <drafts.json> --ms N --seed S --out placements.json`.
 * `cargo xtask arrange` makes the drafts of instance files, with their `--move-base`, and runs it. N is time on the processor.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { arrange, bound } from '../src/arrange/index.js';

const text = { type: 'string' };
const { values, positionals } = parseArgs({ allowPositionals: true, options: { ms: { ...text, default: '1000' }, iterations: text, seed: { ...text, default: '1' }, out: text, 'move-base': text } });
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const length = values.iterations ? { iterations: Number(values.iterations) } : { milliseconds: Number(values.ms) };
const placements = {};
for (const [name, draft] of Object.entries(JSON.parse(await readFile(positionals[0], 'utf8')))) {
  const parts = await bound(draft);
  const { placement, cost, unplaced, iterations } = await arrange(draft, { ...length, seed: Number(values.seed), clock });
  placements[name] = placement.map(place => place && [place.day, place.start]);
  const least = parts.unplaced + parts.own + parts.load;
  console.log(`${name}: cost ${cost}, ${unplaced} items unplaced, bound ${least}, ${iterations} iterations`);
}
if (values.out) await writeFile(values.out, JSON.stringify(placements));
