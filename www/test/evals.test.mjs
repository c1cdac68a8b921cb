// The evaluation: its checks, its arguments, and a few people of each agent with the scripted model.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { init as initJson } from 'stepgate/json';
import { AGENTS, casesOf, LANGS, peopleOf } from '../evals/cases.js';
import { brokenIn } from '../evals/agents/schedule-rules.js';
import * as checks from '../evals/checks.js';
import { evaluate } from '../evals/evaluate.js';
import { counted, newTally } from '../evals/legal.js';
import { readOptions } from '../evals/options.js';
import { checkedPeople, HABITS } from '../evals/person.js';
import { fit } from '../evals/scripted/fit.js';
import { faultsOf, tableOf } from '../evals/table.js';

const say = (text, more = {}) => ({ act: { kind: 'say', text, ...more }, calls: 1, chars: 100, writes: [], questions: [] });
const PERSON = { id: 'x', persona: 'x', habits: [], goal: 'x', facts: [{ say: 'It took 1,500 ms', keep: ['1,500 ms'] }], asides: [{ after: 1, say: 'also Rust', keep: ['Rust'] }], expect: { absent: ['Word'], turns: 2, calls: 3 } };
const PLAYED = {
  person: PERSON, document: 'Ada: 1500 ms', figures: 'Ada: 1500 ms', keeps: ['Ada'], known: ['It took 1,500 ms'],
  heard: ['It took 1,500 ms'], waiting: [], turns: [say('It took 1,500 ms')], done: true, good: true,
};

describe('checks', () => {
  const faults = (name, change) => checks[name]({ ...PLAYED, ...change });

  it('a fact and an aside that was said must be in the document', () => {
    assert.deepEqual(faults('factsAreThere', { document: 'it took 1,500ms' }), []);
    assert.deepEqual(faults('factsAreThere', { turns: [say('also Rust')] }), ['"1,500 ms" is not in the document', '"Rust" is not in the document']);
  });
  it('what was taken back must be gone', () => {
    assert.deepEqual(faults('absentIsAbsent', {}), []);
    assert.deepEqual(faults('absentIsAbsent', { document: 'word' }), ['"Word" is in the document, and was not wanted']);
  });
  it('a number is the same in any form, and must come from somebody', () => {
    assert.deepEqual(faults('numbersAreKnown', {}), []);
    assert.deepEqual(faults('numbersAreKnown', { figures: '１５００ ms, 30% less' }), ['the number 30 comes from nobody']);
  });
  it('a write needs words of agreement, or the card of this very call', () => {
    const tool = { name: 'write_file', args: { path: 'a' } };
    const turn = (act, write) => ({ turns: [{ ...say('x'), act: { kind: 'say', ...act }, writes: [write] }] });
    assert.deepEqual(faults('writesAreApproved', turn({ agrees: true }, { what: 'a' })), []);
    assert.deepEqual(faults('writesAreApproved', turn({}, { what: 'a' })), ['a was written in turn 1 without an approval']);
    assert.deepEqual(faults('writesAreApproved', turn({ agrees: true, tools: [tool] }, { what: 'a', tool })), []);
    assert.equal(faults('writesAreApproved', turn({ agrees: true, tools: [{ ...tool, args: { path: 'b' } }] }, { what: 'a', tool })).length, 1);
  });
  it('a card shows every place that is written', () => {
    const turn = places => ({ turns: [{ ...say('x', { agrees: true, places: ['1 on Monday'] }), writes: [{ what: 'the calendar', places }] }] });
    assert.deepEqual(faults('writesAreApproved', turn(['1 on Monday'])), []);
    assert.equal(faults('writesAreApproved', turn(['1 on Monday', '2 on Monday'])).length, 1);
  });
  it('a calendar keeps its rules, and its past', () => {
    const item = (id, week, day_of_week, section_from, class_id = 1) => ({ id, class_id, content: `task ${id}`, status: 2, embedded_time: { week, day_of_week, section_from, section_to: section_from + 1 } });
    const broken = (rules, ...task_items) => brokenIn(rules, { task_items: [item(1, 7, 1, 3), item(2, 8, 2, 3, 2)] }, { task_items }, { week: 8, day_of_week: 1 });
    const [past, coming] = [item(1, 7, 1, 3), item(2, 8, 2, 3, 2)];
    assert.deepEqual(broken({ free: [{ weekdays: [1] }, { from: 5 }], mostADay: 2, mostMoved: 0, onlyClasses: [], allPlaced: true }, past, coming), []);
    assert.deepEqual(broken({}, item(1, 9, 1, 3), item(2, 7, 3, 3, 2)).length, 2, 'out of the past, and into it');
    assert.deepEqual(broken({ free: [{ weekdays: [3], from: 5, to: 8 }, { from: 5, class_id: 1 }], mostMoved: 0, onlyClasses: [1] }, past, item(2, 8, 3, 6, 2)).length, 3);
    assert.deepEqual(broken({ mostADay: 2 }, past, coming, item(3, 8, 2, 5)), ['a day has 4 sections of tasks, at most 2']);
    assert.deepEqual(broken({ allPlaced: true }, past, { ...coming, status: 1, embedded_time: null }), ['task 2 has no place']);
  });
  it('texts that were there stay, and so do the words of the person', () => {
    assert.deepEqual(faults('nothingIsLost', {}), []);
    assert.deepEqual(faults('nothingIsLost', { keeps: ['Bob'], heard: [] }), ['"Bob" was there before, and is gone', 'the words "It took 1,500 ms" are not in the conversation']);
    assert.deepEqual(faults('nothingIsLost', { heard: [], waiting: ['It took 1,500 ms'] }), []);
  });
  it('turns and calls have bounds', () => {
    assert.deepEqual(faults('boundsHold', {}), []);
    assert.deepEqual(faults('boundsHold', { turns: [1, 2, 3, 4].map(() => say('x')) }), ['4 turns, at most 2', '4 calls, at most 3']);
  });
  it('the same question three times is one too many', () => {
    const asked = times => ({ turns: Array.from({ length: times }, () => ({ ...say('x'), questions: ['Why?'] })) });
    assert.deepEqual(faults('nobodyIsStuck', asked(2)), []);
    assert.deepEqual(faults('nobodyIsStuck', asked(3)), ['asked 3 times: "Why?"']);
  });
  it('the work must come to a good end', () => {
    assert.deepEqual(faults('workIsDone', {}), []);
    assert.deepEqual(faults('workIsDone', { good: false }), ['the work ended without success']);
    assert.deepEqual(faults('workIsDone', { broken: 'Refusal: no' }), ['ended by an error: Refusal: no']);
  });
});

describe('arguments', () => {
  const wrong = [
    [['--agnt', 'guide'], /found "--agnt"; allowed are .*--agent/], [['--scripted', '--agent', 'guid'], /--agent is "guid"; allowed are guide, stepper/],
    [['--scripted', '--cases', '0'], /--cases is "0"; allowed is a whole number above 0/], [['--model', 'm'], /--base-url is missing/],
    [['--no-grammar', '--scripted'], /--no-grammar is for a model file/], [['--gguf', 'a.gguf', '--scripted'], /--gguf needs no server/],
    [['--scripted', '--model', 'm'], /--scripted needs no server/], [['--scripted', '--lang'], /--lang needs a value; found nothing/],
    [['--base-url', 'http://localhost', '--model', 'm', '--api-key-env', 'NO_SUCH_NAME'], /"NO_SUCH_NAME", which is not set/],
  ];
  for (const [words, message] of wrong) it(words.join(' '), () => assert.throws(() => readOptions(words), { name: 'ArgumentError', message }));
  it('have defaults', () => {
    const { agents, langs, cases, seed } = readOptions(['--scripted', '--lang=zh']);
    assert.deepEqual({ agents, langs, cases, seed }, { agents: AGENTS, langs: ['zh'], cases: Infinity, seed: 1 });
  });
});

describe('people', () => {
  it('are checked, with the place of a fault', () => {
    assert.throws(() => checkedPeople([{ ...PERSON, facts: [{ say: '' }] }], 'x.js'), { message: 'x.js: [0].facts[0].say must be a text, and is ""' });
    assert.throws(() => checkedPeople([{ ...PERSON, fact: [] }], 'x.js'), { message: /\[0\]\.fact is not a member; allowed are id, / });
    assert.throws(() => checkedPeople([PERSON, PERSON], 'x.js'), { message: 'x.js: the id "x" stands twice' });
  });
  it('are twelve or more of each agent and language, with every habit', async () => {
    for (const agent of AGENTS) {
      for (const lang of LANGS) {
        const people = await peopleOf(agent, lang);
        assert.ok(people.length >= 12, `${agent} ${lang}: ${people.length}`);
      }
    }
    const all = (await casesOf({ agents: AGENTS, langs: LANGS, cases: Infinity })).flatMap(({ person }) => person.habits);
    assert.deepEqual(HABITS.filter(habit => !all.includes(habit)), []);
  });
  it('want something that is not there before', async () => {
    for (const { agent, lang, person } of await casesOf({ agents: AGENTS, langs: LANGS, cases: Infinity })) {
      const before = { person, turns: [], document: JSON.stringify([person.input ?? {}, person.files ?? {}]) };
      assert.notDeepEqual(checks.factsAreThere(before), [], `${agent} ${lang} ${person.id}`);
    }
  });
});

describe('the scripted model', () => {
  it('fits a wish to any contract', () => {
    const schema = { type: 'object', properties: { kind: { enum: ['a', 'b'] }, new_member: { type: 'string' }, maybe: { type: ['string', 'null'] } }, required: ['kind', 'new_member', 'maybe'] };
    assert.deepEqual(fit(schema, { kind: 'b', unknown: 1 }), { kind: 'b', new_member: 'ok', maybe: null });
    const either = { oneOf: [{ type: 'object', properties: { tool: { const: 'read' } }, required: ['tool'] }, { type: 'object', properties: { tool: { const: 'write' } }, required: ['tool'] }, { type: 'null' }] };
    assert.deepEqual([fit(either, { tool: 'write' }), fit(either, null)], [{ tool: 'write' }, null]);
    const lists = { anyOf: either.oneOf.slice(0, 2).map(items => ({ type: 'array', items })) };
    assert.deepEqual(fit(lists, [{ tool: 'write' }]), [{ tool: 'write' }]);
  });

  it('brings every person to a good end, with mistakes in a third of its replies', async t => {
    const lines = [];
    const results = await evaluate(readOptions(['--scripted', '--cases', '4', '--mistakes', '0.33']), { transcript: () => line => lines.push(line) });
    t.diagnostic(`\n${tableOf(results)}`);
    assert.deepEqual(faultsOf(results), []);
    assert.equal(lines.filter(({ type }) => type === 'result').length, results.length);
    assert.ok(results.every(({ chars }) => chars.every(size => size > 0)));
  });
});

describe('a real server', () => {
  it('a model that keeps to its contracts without sense ends its cases with faults, and the key stands nowhere', async () => {
    const asked = [], lines = [];
    const server = createServer(async (request, response) => {
      const { model, response_format } = JSON.parse(await new Response(request).text());
      asked.push({ model, key: request.headers.authorization });
      const content = model === 'person' ? '[YES] fine' : JSON.stringify(fit(response_format.json_schema.schema, {}));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    process.env.EVALS_TEST_KEY = 'secret-of-the-test';
    try {
      const address = `http://127.0.0.1:${server.address().port}/v1`;
      const options = readOptions(['--base-url', address, '--model', 'agent', '--user-model', 'person', '--api-key-env', 'EVALS_TEST_KEY', '--lang', 'en', '--cases', '1']);
      const results = await evaluate(options, { transcript: () => line => lines.push(line) });
      assert.ok(results.every(({ faults }) => Object.values(faults).flat().length > 0), tableOf(results));
      assert.ok(asked.every(({ key }) => key === 'Bearer secret-of-the-test'));
      assert.deepEqual([...new Set(asked.map(({ model }) => model))].sort(), ['agent', 'person']);
      assert.doesNotMatch(JSON.stringify([lines, results, tableOf(results)]), /secret-of-the-test/);
    } finally {
      delete process.env.EVALS_TEST_KEY;
      server.close();
    }
  });
});

it('a decision is legal if it fits its contract; other replies are not counted', async () => {
  await initJson();
  const tally = newTally('guide');
  const contract = name => ({ contract: { name, schema: { type: 'object', properties: { next_action: { type: 'string', enum: ['CONTINUE_ASKING'] } }, required: ['next_action'] } } });
  for (const [name, text] of [['decision', '{"next_action": "CONTINUE_ASKING"}'], ['decision', '{"next_action": "CONFIRM_FINISH"}'], ['decision', '{"next_action'], ['plan', '{}']]) {
    const reply = { text, finishReason: 'stop' };
    assert.equal(await counted(async () => reply, tally)(contract(name)), reply);
  }
  assert.deepEqual(tally, { agent: 'guide', replies: 4, decisions: 3, legal: 1 });
});
