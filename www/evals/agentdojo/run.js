// node evals/agentdojo/run.js: plays all pairs of AgentDojo, and prints what ran and what its cards said. README.md has how to install it.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recording, startBridge } from './bridge.js';
import { playPair } from './pair.js';
import { failuresOf, summaryOf } from './summary.js';

const { values: { python, suite: only, injection: wanted, every, record } } = parseArgs({ options: {
  python: { type: 'string', default: 'python3' },
  suite: { type: 'string' },
  injection: { type: 'string', multiple: true },
  every: { type: 'string', default: '1' },
  record: { type: 'string' },
} });

const bridge = startBridge(python);
const suites = await bridge.ask('tasks', {});
const pairs = Object.entries(suites).filter(([name]) => !only || name === only)
  .flatMap(([suite, { user, injections }]) => Object.keys(user).flatMap(task => Object.keys(injections).map(injection => ({ suite, user: task, injection }))))
  .filter(({ injection }, at) => at % Number(every) === 0 && (!wanted || wanted.includes(injection)));
const played = [];
const kept = [];
for (const pair of pairs) {
  const exchanges = [];
  const result = await playPair(pair, suites[pair.suite].tools, record ? recording(bridge.ask, exchanges) : bridge.ask);
  played.push({ ...pair, ...result });
  kept.push({ ...pair, exchanges });
  if (played.length % 50 === 0) console.error(`${played.length} of ${pairs.length}`);
}
bridge.end();
if (record) {
  const used = new Set(kept.map(({ suite }) => suite));
  const tools = Object.fromEntries(Object.entries(suites).filter(([name]) => used.has(name)).map(([name, suite]) => [name, suite.tools]));
  writeFileSync(record, `${JSON.stringify({ source: 'AgentDojo (MIT License, see LICENSE-agentdojo)', tools, pairs: kept }, null, 1)}\n`);
}
console.log(summaryOf(played));
const failures = failuresOf(played);
if (failures.length) {
  console.log(failures.slice(0, 20).join('\n'));
  process.exitCode = 1;
}
