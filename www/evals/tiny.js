// npm run tiny: how many decisions of a very small model are legal at the first try, under the contract's grammar and without it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { init } from 'stepgate/json';
import { peopleOf } from './cases.js';
import { ggufModel } from './gguf.js';
import { counted, DECISIONS, newTally } from './legal.js';
import { nativeModel } from './native.js';
import { play } from './play.js';
import { scriptedSpeaker } from './speaker.js';

const USAGE = `npm run tiny -- --gguf FILE [--native] [--agent guide] [--lang en] [--no-grammar] [--seeds 10] [--decisions 50] [--temperature 0.8] [--longest-text 300] [--threads 1] [--out evals/out]

The guide plays its story once for each seed; the stepper plays the tasks of its people in turn, each with a plan of two steps, until the
decisions are made. Without --temperature each call has the agent's own. Without --native the model file runs in
Chromium by wllama (path in CHROME), with it by node-llama-cpp (NODE_LLAMA_CPP, or installed beside); on a machine
with other work its threads wait for each other, so that one is the fastest.`;

const { values: given } = parseArgs({
  options: {
    gguf: { type: 'string' }, native: { type: 'boolean', default: false }, agent: { type: 'string', multiple: true, default: ['guide', 'stepper'] }, lang: { type: 'string', default: 'en' },
    'no-grammar': { type: 'boolean', default: false }, seeds: { type: 'string', default: '10' }, decisions: { type: 'string', default: '50' }, temperature: { type: 'string' }, 'longest-text': { type: 'string', default: '300' }, threads: { type: 'string', default: '1' },
    out: { type: 'string', default: 'evals/out' }, help: { type: 'boolean', default: false },
  },
});

/** A plan that is there already, as a page may give one: its one task is about the first entry. */
function planFor({ resume: { sections: [{ title, items: [item] }] } }, lang) {
  const [diagnosis, goal] = lang === 'zh' ? ['只写了做过什么，没有结果', '写出做法和结果'] : ['It says what was done, not what came of it', 'Say how it was done and what came of it'];
  return { tasks: [{ section: `${title} - ${item.title}`, strategy: 'STAR_STORYTELLING', original_text: item.highlights.join('\n'), diagnosis, goal }] };
}

/** A plan of the stepper for any task, in place of the model's: a small model writes one for minutes, and it is no decision. */
const STEPS = {
  zh: { goal: '完成用户的任务', steps: [{ name: '看材料', description: '看看有哪些文件，读需要的', expected_output: '知道要写什么' }, { name: '写文件', description: '把结果写进用户说的文件', expected_output: '文件写好了' }] },
  en: { goal: 'Do the task', steps: [{ name: 'Read', description: 'See which files there are, and read what is needed', expected_output: 'It is clear what to write' }, { name: 'Write', description: 'Write the result to the file that the user named', expected_output: 'The file is written' }] },
};

/** Limits of the stepper that a slow machine does not reach, in milliseconds. */
const PATIENT = { step_timeout: 86_400_000, task_timeout: 86_400_000, model_timeout: 86_400_000 };

/** The cases of an agent: the guide's first person, with a plan, once for each seed; the stepper's people in turn. */
async function casesOf(agent, lang, seeds) {
  const people = await peopleOf(agent, lang);
  const [first] = people;
  const cast = agent === 'guide' ? [{ ...first, input: { ...first.input, plan: planFor(first.input, lang) } }] : people.map(person => ({ ...person, input: { ...person.input, config: PATIENT } }));
  return Array.from({ length: seeds }, (_, index) => ({ agent, lang, person: cast[index % cast.length] }));
}

/** A model whose calls are timed. They follow one another without a pause, so that a call lasts from one reply to the next. */
function timed(model, tally) {
  const seconds = [];
  let last = Date.now();
  return async (request, context) => {
    const reply = await model(request, context);
    seconds.push((Date.now() - last) / 1000);
    last = Date.now();
    tally.seconds_a_call = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)];
    return reply;
  };
}

/** Plays the cases of an agent side by side: their calls wait for each other, and calls that begin alike follow one another, so that an engine reads a prompt once. */
async function measured(agent, { model, seeds, decisions, lang, write }) {
  const tally = { ...newTally(agent), corrections: 0, seeds: 0, applied: 0, seconds_a_call: null };
  const watched = timed(counted(model, tally), tally);
  const limited = (request, context) => {
    if (agent !== 'guide' && tally.decisions >= decisions) throw new Error(`${decisions} decisions are made`);
    if (request.contract.name === 'plan') return { text: JSON.stringify(STEPS[lang]), finishReason: 'stop' };
    return watched(given.temperature === undefined ? request : { ...request, sampling: { ...request.sampling, temperature: Number(given.temperature) } }, context);
  };
  await Promise.all((await casesOf(agent, lang, seeds)).map(async (one, index) => {
    let writes = 0;
    const line = entry => {
      if (entry.type === 'result') writes = entry.writes;
      write({ seed: index + 1, ...entry });
    };
    const result = await play(one, { modelFor: () => limited, speaker: scriptedSpeaker(one.person, lang), seed: index + 1, write: line });
    tally.seeds += 1;
    tally.corrections += result.corrections;
    tally.applied += writes > 0 ? 1 : 0;
    console.error(`${agent} seed ${index + 1}: ${result.calls} calls, ${result.corrections} corrections, ${writes} writes; ${tally.legal} of ${tally.decisions} decisions legal so far`);
  }));
  return tally;
}

async function main() {
  const strange = given.agent.find(agent => !(agent in DECISIONS));
  if (given.help || !given.gguf || strange) {
    if (strange) console.error(`--agent is ${JSON.stringify(strange)}; allowed are ${Object.keys(DECISIONS).join(', ')}`);
    console.error(USAGE);
    process.exitCode = given.help ? 0 : 2;
    return;
  }
  await init();
  const options = { grammar: !given['no-grammar'], seed: 1, longestText: Number(given['longest-text']), threads: Number(given.threads) };
  const { model, figures, close } = await (given.native ? nativeModel : ggufModel)(given.gguf, options);
  mkdirSync(given.out, { recursive: true });
  try {
    for (const agent of given.agent) {
      const file = join(given.out, `tiny.${agent}.${given.lang}.${options.grammar ? 'grammar' : 'free'}.jsonl`);
      const tally = await measured(agent, { model, seeds: Number(given.seeds), decisions: Number(given.decisions), lang: given.lang, write: line => appendFileSync(file, `${JSON.stringify(line)}\n`) });
      console.log(JSON.stringify({ grammar: options.grammar, lang: given.lang, ...tally, ...figures }));
      if (options.grammar && tally.legal < tally.decisions) process.exitCode = 1;
    }
  } finally {
    await close();
  }
}

await main();
