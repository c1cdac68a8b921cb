// npm run evals: plays scripted people against a model, and prints a table.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from './evaluate.js';
import { ArgumentError, readOptions, USAGE } from './options.js';
import { faultsOf, isGood, tableOf } from './table.js';

/** @param {string} folder */
function transcripts(folder) {
  mkdirSync(folder, { recursive: true });
  return ({ agent, lang, person }) => {
    const file = join(folder, `${agent}.${lang}.${person.id}.jsonl`);
    writeFileSync(file, '');
    return line => appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const ended = result => console.error(`${isGood(result) ? 'good' : 'BAD '}  ${result.agent} ${result.lang} ${result.id}: ${result.turns} turns, ${result.calls} calls`);
  const results = await evaluate(options, { transcript: transcripts(options.out), ended });
  if (results.length === 0) throw new ArgumentError(`no people are written yet for ${options.agents.join(', ')} in ${options.langs.join(', ')}`);
  const faults = faultsOf(results);
  console.log([tableOf(results), ...faults, `transcripts: ${options.out}`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

main().catch(error => {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
});
