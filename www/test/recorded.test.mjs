// The recorded sessions: each is played through the package, without a model.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { AGENTS, LANGS } from '../evals/cases.js';
import { evaluate } from '../evals/evaluate.js';
import { readOptions } from '../evals/options.js';
import { recordingOf, replay } from '../evals/recording.js';
import { memoryStore } from 'stepgate';
import { agentOf } from '../src/load/wasm-agent.js';
import { checked } from '../src/trace/checked.js';

const FOLDER = new URL('../../tests/recorded/', import.meta.url);
const recordings = readdirSync(FOLDER).filter(name => name.endsWith('.json')).map(name => ({ name, recording: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) }));

describe('recorded sessions', () => {
  for (const { name, recording } of recordings) it(`${name}, and its file plays again to the same bytes`, async () => {
    const store = memoryStore();
    assert.deepEqual(await replay(recording, undefined, store), [], name);
    const { [recording.agent]: agent } = await import(`stepgate/${recording.agent}`);
    const [file, { core }] = [await store.export('sitting'), await agentOf(agent)];
    assert.deepEqual(checked(core, recording.agent, file), { events: file.trace.filter(line => !/^.{1,20}"(?:late|refused)"/.test(line)).length }, name);
  });

  it('are there for each agent and language', () => {
    for (const agent of AGENTS) for (const lang of LANGS) assert.ok(recordings.some(({ recording }) => recording.agent === agent && recording.lang === lang), `${agent} ${lang}`);
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
