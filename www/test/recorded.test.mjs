// The recorded sessions: each is played through the package, without a model; and each, as a file, plays to the same bytes, opens elsewhere, is forked in
// its middle, and is a test that fails once its agent goes another way.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { AGENTS, LANGS } from '../evals/cases.js';
import { evaluate } from '../evals/evaluate.js';
import { readOptions } from '../evals/options.js';
import { recordingOf, replay } from '../evals/recording.js';
import { AGENTS as SHIPPED, HOSTS } from '../evals/sitting.js';
import { memoryStore, openSession } from 'stepgate';
import { recorded } from 'stepgate/test';
import { agentIn, agentOf } from '../src/load/wasm-agent.js';
import { checked } from '../src/trace/checked.js';

let forks = 0;
const FOLDER = new URL('../../tests/recorded/', import.meta.url);
const recordings = readdirSync(FOLDER).filter(name => name.endsWith('.json')).map(name => ({ name, recording: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) }));

/** The events of a file that changed something. @param {{ trace: string[] }} file */
const eventsOf = file => file.trace.filter(line => !/^.{1,20}"(?:late|refused)"/.test(line)).length;

const isWord = block => block.kind === 'user' && !block.cue;

/** Opens a session of a recording where no model answers and no tool runs. */
async function openedAt(store, id, { agent, lang, input, files, calendar }) {
  const ran = [];
  const { tools } = await HOSTS[agent].world({ input, files, calendar }, lang);
  const dead = Object.fromEntries(Object.keys(tools ?? {}).map(name => [name, async () => { ran.push(name); }]));
  const session = await openSession({ agent: SHIPPED[agent], id, lang, store, tools: dead, lock: false, autoOpen: false, model: async () => { ran.push('the model'); return { text: '' }; } });
  return { session, ran };
}

/** An agent that goes another way at one reply, as after a change of its prompt: it finds nothing in what it once took. */
async function changedAt(agent, reply) {
  const { name, core } = await agentOf(agent);
  let replies = 0;
  const Session = class extends core.Session {
    handle(event) {
      return super.handle(event.type === 'replied' && (replies += 1) === reply ? { ...event, text: '{}' } : event);
    }
  };
  return agentIn(name, { load: async () => {}, core: () => ({ ...core, Session }) });
}

describe('recorded sessions', () => {
  for (const { name, recording } of recordings) it(`${name}: played, opened elsewhere, forked, and saved as a test`, async () => {
    const store = memoryStore();
    assert.deepEqual(await replay(recording, undefined, store), [], name);
    const agent = SHIPPED[recording.agent];
    const [file, { core }] = [await store.export('sitting'), await agentOf(agent)];
    assert.deepEqual(checked(core, recording.agent, file), { events: eventsOf(file) }, name);

    const elsewhere = memoryStore('elsewhere');
    const id = await elsewhere.import(JSON.parse(JSON.stringify(file)));
    const copy = await openedAt(elsewhere, id, recording);
    const first = await openedAt(store, 'sitting', recording);
    const words = ({ blocks }) => blocks.filter(({ kind }) => ['user', 'assistant'].includes(kind)).map(({ text }) => text);
    assert.deepEqual([words(copy.session.view), copy.ran], [words(first.session.view), []]);
    const went = await elsewhere.export(id);
    assert.deepEqual(went.snapshot.entries.slice(0, file.snapshot.entries.length), file.snapshot.entries);
    assert.deepEqual(checked(core, recording.agent, went), { events: eventsOf(went) }, 'the copy plays to the same bytes, too');
    await copy.session.close();

    const said = first.session.view.blocks.filter(isWord);
    await first.session.close();
    const middle = said[Math.floor(said.length / 2)];
    if (middle) {
      await store.fork('sitting', { before: middle.seq }, 'fork');
      const fork = await openedAt(store, 'fork', recording);
      assert.deepEqual([fork.session.view.blocks.filter(isWord).map(({ text }) => text), fork.session.view.input, fork.ran], [said.slice(0, Math.floor(said.length / 2)).map(({ text }) => text), middle.text, []]);
      await fork.session.close();
      const forked = await store.export('fork');
      assert.deepEqual(forked.snapshot.entries.slice(0, file.snapshot.entries.length), file.snapshot.entries);
      assert.deepEqual(checked(core, recording.agent, forked), { events: eventsOf(forked) }, 'the fork plays to the same bytes, too');
      forks += 1;
    }
    assert.deepEqual((await store.export('sitting')).snapshot, file.snapshot, 'a fork leaves the first one as it was');

    await recorded(agent, JSON.stringify(file));
    const replies = file.trace.filter(line => JSON.parse(line).replied).length;
    for (const at of new Set([1, Math.ceil(replies / 2), replies])) await assert.rejects(recorded(await changedAt(agent, at), file), { message: /^event \d+ \(replied/ }, `another way at reply ${at} of ${replies}`);
  });

  it('are forked, all of them where the user says something', () => assert.ok(forks >= recordings.length * 0.9, `${forks} of ${recordings.length}`));

  it('are there for each agent and language', () => {
    for (const agent of AGENTS) for (const lang of LANGS) assert.ok(recordings.some(({ recording }) => recording.agent === agent && recording.lang === lang), `${agent} ${lang}`);
  });
});

describe('requests of the schedule, whose calendar has 40 tasks', () => {
  /** Characters of a request's blocks and of its contract, the heaviest first. */
  const weights = ({ messages, contract }) => {
    const blocks = messages.flatMap(({ content }) => content.split(/\n(?=# )/)).map(block => [block.split('\n', 1)[0], block.length + 1]);
    return [...blocks, ['contract', JSON.stringify(contract.schema).length]].sort(([, one], [, other]) => other - one);
  };
  for (const [lang, most] of [['zh', 9_120], ['en', 14_000]]) it(`${lang}: have at most ${most} characters, contract included`, async () => {
    const requests = [];
    for (const { recording } of recordings) if (recording.agent === 'schedule' && recording.lang === lang) await replay(recording, request => requests.push(weights(request)));
    const size = blocks => blocks.reduce((sum, [, length]) => sum + length, 0);
    const largest = requests.reduce((one, other) => size(one) >= size(other) ? one : other);
    assert.ok(requests.length > 5 && size(largest) <= most, `${size(largest)} characters: ${largest.map(([name, length]) => `${length} ${name}`).join(', ')}`);
  });
});

describe('the player', () => {
  const { recording } = recordings.find(({ name }) => name.startsWith('guide.en.'));
  const changed = change => {
    const other = structuredClone(recording);
    change(other);
    return replay(other);
  };
  const cases = {
    'a reply that is missing': [other => other.turns[1].calls.pop(), /^turn 2 \(.*\): expected no further call of the model, found one for "decision"$/],
    'a reply too many': [other => other.turns[1].calls.push(other.turns[1].calls[0]), /^turn 2 \(.*\): expected a call of the model for "decision", found none$/],
    'a reply of another contract': [other => { other.turns[0].calls[0].contract = 'other'; }, /^turn 1 \(\{"opens":true\}\): expected a call of the model for "other", found one for "plan"$/],
    'a reply that is refused': [other => { other.turns[1].calls[0].reply = '{}'; }, /^turn 2 \(.*\): expected no further call/],
    'an answer without a card': [other => { other.turns[1].does = { answer: { accept: true } }; }, /^turn 2 \(.*\): ended by an error: /],
    'another wait': [other => { other.turns[0].then.card = 'write_file'; }, /^turn 1 \(.*\): card: expected "write_file", found null$/],
    'another document': [other => { other.ends.document = other.ends.document.slice(1); }, /^at the end: document: expected /],
    'another status': [other => { other.ends.statuses = {}; }, /^at the end: statuses: expected \{\}, found \{/],
  };
  for (const [name, [change, message]] of Object.entries(cases)) it(`tells ${name}`, async () => assert.match((await changed(change)).join('\n'), message));
});

it('a run with mistakes is recorded as it was', async () => {
  const lines = [];
  await evaluate({ ...readOptions(['--scripted', '--lang', 'zh', '--cases', '1']), agents: AGENTS, mistakes: 0.5 }, { transcript: () => { const own = []; lines.push(own); return line => own.push(line); } });
  for (const one of lines) assert.deepEqual(await replay(recordingOf(one, 'a run')), []);
});
