// Plays the model of a session by hand, and keeps the session as a recording: tests/recorded/README.md says how.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS, LANGS, peopleOf } from './cases.js';
import { recordingOf } from './recording.js';
import { sit } from './sitting.js';

const USAGE = `node evals/by-hand.js open FOLDER AGENT LANG PERSON   opens a session and serves it until "end"; run it in the background
    AGENT is one of ${AGENTS.join(', ')}; LANG one of ${LANGS.join(', ')}
    PERSON is the id of one in evals/people, or a JSON file with { "about", "input", "files" }
node evals/by-hand.js say FOLDER TEXT [EXTRA]        the person speaks; EXTRA is JSON that goes with the words
node evals/by-hand.js answer FOLDER yes|no [REASON]  the person answers the card; or JSON in place of yes and no
node evals/by-hand.js edit FOLDER JSON               an edit of the page
node evals/by-hand.js reply FOLDER [FILE]            the model's reply, from a file or from standard input
node evals/by-hand.js stop FOLDER                    the person ends the call of the model that waits for a reply
node evals/by-hand.js look FOLDER                    prints the whole of the model's last request
node evals/by-hand.js end FOLDER                     ends the session; FOLDER/recording.json is the recording`;

/** Lines after which somebody must act; a command prints the log up to the next one. */
const MARK = /^>>> .*$/m;

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Writes a file so that a reader never sees a part of it. @param {string} file @param {string} text */
function put(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** @param {string} agent @param {any} lang @param {string} name */
async function settingOf(agent, lang, name) {
  const person = (await peopleOf(agent, lang)).find(({ id }) => id === name);
  if (person) return { about: `${person.persona} ${person.goal}`, ...person };
  if (!existsSync(name)) throw new Error(`${JSON.stringify(name)} is neither a file nor a person of ${agent} ${lang}; those are ${(await peopleOf(agent, lang)).map(({ id }) => id).join(', ')}`);
  return JSON.parse(readFileSync(name, 'utf8'));
}

/** Serves a session: takes commands from files in the folder, and writes what happens to its log. */
async function serve(folder, agent, lang, name) {
  if (!AGENTS.includes(agent) || !LANGS.includes(lang) || !name) throw new Error(USAGE);
  if (existsSync(join(folder, 'log.txt'))) throw new Error(`${folder} has a session already; name a new folder`);
  mkdirSync(folder, { recursive: true });
  const person = await settingOf(agent, lang, name);
  const lines = [], seen = new Map(), said = new Set();
  const log = text => appendFileSync(join(folder, 'log.txt'), `${text}\n`);
  const write = line => { lines.push(line); appendFileSync(join(folder, 'transcript.jsonl'), `${JSON.stringify(line)}\n`); };
  let waiting, requests = 0;
  write({ type: 'case', agent, lang, seed: 1, person });
  log([person.about, person.opening && `opening: ${person.opening}`, ...(person.facts ?? []).map(({ say }) => `knows: ${say}`), ...(person.asides ?? []).map(({ say }) => `may say: ${say}`), ...(person.then ?? []).map(text => `says then: ${text}`)].filter(Boolean).join('\n'));

  const sitting = await sit({ agent, lang, seed: 1, setting: person, write, model: ({ messages, contract, sampling }, { signal, onText }) => new Promise((resolve, reject) => {
    requests += 1;
    put(join(folder, `request-${requests}.json`), JSON.stringify({ messages, contract, sampling }, null, 1));
    log(requestShown(requests, messages, contract, said));
    waiting = text => { waiting = undefined; onText?.(text); resolve({ text, finishReason: 'stop' }); };
    signal.addEventListener('abort', () => { waiting = undefined; reject(signal.reason); });
    log(`>>> request ${requests} waits for a reply`);
  }) });

  async function turn(act) {
    try {
      log(viewShown(await sitting.turn(act), seen));
      const result = { type: 'result', ...(await sitting.state()) };
      put(join(folder, 'recording.json'), `${JSON.stringify(recordingOf([...lines, result], person.about), null, 1)}\n`);
    } catch (error) {
      log(`refused: ${error.name} ${error.code ?? ''} ${error.message}`);
    }
    log('>>> the person is waited for');
  }

  /** @type {Record<string, (command: any) => void>} */
  const does = {
    say: ({ text, extra }) => turn({ kind: 'say', text, extra }),
    answer: ({ answer }) => turn({ kind: 'answer', call: sitting.view.card?.id, answer }),
    edit: ({ edit }) => turn({ kind: 'edit', edit }),
    reply: ({ text }) => (waiting ? waiting(text) : log('>>> refused: no request waits for a reply')),
    stop: () => (waiting ? sitting.stop() : log('>>> refused: no request waits for a reply')),
  };
  turn({ kind: 'opens' });
  for (let number = 1; ; number += 1) {
    const file = join(folder, `command-${number}.json`);
    while (!existsSync(file)) await sleep(50);
    const command = JSON.parse(readFileSync(file, 'utf8'));
    if (command.does === 'end') break;
    if (waiting && !['reply', 'stop'].includes(command.does)) log('>>> refused: the request waits for a reply first');
    else does[command.does](command);
  }
  await sitting.close();
  log('>>> ended');
}

/** A request without the messages and contracts that were shown before. @param {Set<string>} said */
function requestShown(number, messages, contract, said) {
  const once = (text, label) => {
    const again = said.has(text);
    said.add(text);
    return again ? `--- ${label}, as before: ${text.slice(0, 80).replaceAll('\n', ' ')}` : `--- ${label}\n${text}`;
  };
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  return [`=== request ${number}: ${chars} characters`, ...messages.map(({ role, content }) => once(content, role)), once(JSON.stringify(contract ?? null), 'contract')].join('\n');
}

/** News of a view in the words that the person sees, with the corrections that the model got. @param {Map<number, number>} seen */
function viewShown({ blocks, card, error, input, output, usage }, seen) {
  const fresh = blocks.filter(({ seq, revision }) => seen.get(seq) !== revision);
  for (const { seq, revision } of fresh) seen.set(seq, revision);
  const short = value => JSON.stringify(value)?.slice(0, 1500);
  return [
    '=== view',
    ...fresh.filter(({ kind, code }) => kind !== 'card' && code !== 'decided').map(({ kind, seq, revision, thread, atMs, text, ...rest }) => `${kind}: ${text ?? short(rest)}`),
    card && `card: ${card.title}\n${card.text ?? ''}\n${card.calls ? short(card.calls) : ''} ${card.preview ? short(card.preview) : ''}\nbuttons: ${card.buttons.map(({ role, label, edit }) => `${role} "${label}"${edit ? ` edit ${JSON.stringify(edit)}` : ''}`).join(', ')}`,
    error && `error: ${short(error)}`, input && `handed back: ${input}`, output && `output: ${short(output)}`, `usage: ${short(usage)}`,
  ].filter(Boolean).join('\n');
}

/** Gives a command to the session, and prints the log up to the next mark. */
async function tell(folder, command) {
  const file = join(folder, 'log.txt');
  const before = readFileSync(file, 'utf8').length;
  const number = readdirSync(folder).filter(name => /^command-\d+\.json$/.test(name)).length + 1;
  put(join(folder, `command-${number}.json`), JSON.stringify(command));
  for (let tries = 0; tries < 200; tries += 1) {
    await sleep(50);
    const fresh = readFileSync(file, 'utf8').slice(before);
    if (MARK.test(fresh)) return console.log(fresh.trimEnd());
  }
  console.log('nothing came within 10 seconds; is the session that "open" began still running?');
}

/** Prints the log from its beginning, or the last request whole. */
function look(folder) {
  const numbers = readdirSync(folder).map(name => Number(/^request-(\d+)\.json$/.exec(name)?.[1] ?? 0));
  const last = Math.max(...numbers);
  if (last === 0) return console.log(readFileSync(join(folder, 'log.txt'), 'utf8'));
  const { messages, contract } = JSON.parse(readFileSync(join(folder, `request-${last}.json`), 'utf8'));
  console.log([...messages.map(({ role, content }) => `--- ${role}\n${content}`), `--- contract\n${JSON.stringify(contract)}`].join('\n'));
  return console.log(readFileSync(join(folder, 'log.txt'), 'utf8').trimEnd().split('\n').at(-1));
}

/** @param {string | undefined} word @param {string | undefined} reason */
function answerOf(word = '', reason) {
  if (word === 'yes') return { accept: true };
  return word === 'no' ? { accept: false, ...(reason ? { reason } : {}) } : JSON.parse(word);
}

async function main([verb, folder, ...words]) {
  if (!folder) return console.log(USAGE);
  switch (verb) {
    case 'open': return serve(folder, words[0], words[1], words[2]);
    case 'say': return tell(folder, { does: 'say', text: words[0], extra: words[1] && JSON.parse(words[1]) });
    case 'answer': return tell(folder, { does: 'answer', answer: answerOf(words[0], words[1]) });
    case 'edit': return tell(folder, { does: 'edit', edit: JSON.parse(words[0]) });
    case 'reply': return tell(folder, { does: 'reply', text: readFileSync(words[0] ?? 0, 'utf8').replace(/\n$/, '') });
    case 'stop': case 'end': return tell(folder, { does: verb });
    case 'look': return look(folder);
    default: return console.log(USAGE);
  }
}

main(process.argv.slice(2)).catch(error => {
  console.error(error.message);
  process.exitCode = 2;
});
