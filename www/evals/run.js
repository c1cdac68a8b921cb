// npm run evals: plays scripted people against a model, and prints a table.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from './evaluate.js';
import { ArgumentError, readOptions, USAGE } from './options.js';
import { recordingOf } from './recording.js';
import { faultsOf, isGood, tableOf } from './table.js';

/** Writes the transcript of each case, and its recording where one is asked for. @param {import('./options.js').Options} options */
function transcripts({ out, record, scripted, model, gguf }) {
  for (const folder of [out, record]) if (folder) mkdirSync(folder, { recursive: true });
  const by = scripted ? 'the scripted model' : model ?? gguf;
  return ({ agent, lang, person }) => {
    const name = `${agent}.${lang}.${person.id}`, file = join(out, `${name}.jsonl`), lines = [];
    writeFileSync(file, '');
    return line => {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      lines.push(line);
      if (!record || line.type !== 'result' || !isGood(line)) return;
      if (lines.some(({ type }) => type === 'failure')) return console.error(`not recorded, since the model failed: ${name}`);
      writeFileSync(join(record, `${name}.json`), `${JSON.stringify(recordingOf(lines, `${person.persona} ${person.goal} (${by})`), null, 1)}\n`);
    };
  };
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const ended = result => console.error(`${isGood(result) ? 'good' : 'BAD '}  ${result.agent} ${result.lang} ${result.id}: ${result.turns} turns, ${result.calls} calls`);
  const results = await evaluate(options, { transcript: transcripts(options), ended });
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
