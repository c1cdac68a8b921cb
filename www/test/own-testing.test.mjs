// `stepgate/test`: stories, and what `explore` finds in agents with one fault each.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { defineAgent, memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { schedule } from 'stepgate/schedule';
import { stepper } from 'stepgate/stepper';
import { explore, ExploreError, failingStore, recorded, scripted, story } from 'stepgate/test';

const flight = { flight: 'TP1', euros: 120 };
const text = { type: 'string' };
const object = properties => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
const planner = (run = () => ({})) => toolAgent({
  name: 'travel', instructions: 'Help the user plan a trip.',
  tools: {
    flights: tool({ description: 'Searches flights', inputSchema: object({ to: text }), execute: () => [flight] }),
    book: tool({ description: 'Books a flight', inputSchema: object({ flight: text }), access: 'write', execute: run }),
  },
});

describe('story', () => {
  it('asks before it books, also after a reload', async () => {
    const spy = mock.fn(() => ({ booked: true }));
    const s = await story(planner(), { tools: { flights: () => [flight], book: spy } });
    await s.say('Lisbon');
    assert.match(s.request.messages[0].content, /flights/);
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } });
    assert.deepEqual(s.card.calls[0].args, { flight: 'TP1' });
    await s.reload();
    assert.equal(spy.mock.callCount(), 0);
    await s.answer({ accept: true });
    assert.equal(spy.mock.callCount(), 1);
    await s.reply({ say: 'Booked.' });
    assert.equal(s.view.waiting, 'user');
    await s.close();
  });

  it('tells the model how many of its replies to a request were refused', async () => {
    const model = scripted('no JSON', { say: 'Hello.' }, { say: 'Bye.' });
    const session = await openSession({ agent: planner(), id: 'refused', model, store: memoryStore() });
    await session.say('hi');
    await session.say('bye');
    assert.deepEqual(model.asked.map(({ corrections, messages }) => [corrections, messages.length]), [[0, 2], [1, 4], [0, 4]]);
    await session.close();
  });

  it('a move that is refused while the model is asked rejects, and the reply still counts', async () => {
    const s = await story(planner());
    await s.say('Lisbon');
    await assert.rejects(s.say('Porto'), { name: 'Refusal', code: 'busy' });
    await assert.rejects(s.edit({ retry: true }), { name: 'Refusal' });
    assert.equal((await s.reply({ say: 'When?' })).waiting, 'user');
    await s.close();
  });

  it('a page that is killed after a write asks what became of it', async () => {
    const spy = mock.fn(() => ({ booked: true }));
    const s = await story(planner(spy));
    await s.say('Lisbon');
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } });
    await s.crash();
    assert.deepEqual([s.card.kind, spy.mock.callCount()], ['doubt', 1]);
    assert.match(s.card.text, /not known whether it took effect/);
    await s.reload();
    await s.answer({ accept: true });
    assert.equal(spy.mock.callCount(), 1, 'the user says that it was done');
    await s.reply({ say: 'Booked.' });
    assert.equal(s.view.waiting, 'user');
    await s.close();
  });

  it('a write that is idempotent runs again with its key after the page was killed', async () => {
    const keys = [];
    const book = tool({ description: 'Books', inputSchema: object({ flight: text }), access: 'write', idempotent: true, execute: (_, { idempotencyKey: key }) => { keys.push(key); } });
    const s = await story(toolAgent({ name: 'travel', instructions: 'Book.', tools: { book } }));
    await s.say('Lisbon');
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } });
    await s.crash();
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
    await s.reply({ say: 'Booked.' });
    await s.close();
  });

  it('a write that can say what became of it is asked after the page was killed', async () => {
    const done = new Map();
    const book = tool({
      description: 'Books', inputSchema: object({ flight: text }), access: 'write',
      execute: ({ flight }, { idempotencyKey: key }) => { done.set(key, flight); },
      status: (_, { idempotencyKey: key }) => (done.has(key) ? { done: true, result: { booked: done.get(key) } } : { done: false }),
    });
    const s = await story(toolAgent({ name: 'travel', instructions: 'Book.', tools: { book } }));
    await s.say('Lisbon');
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } });
    const { blocks } = await s.crash();
    assert.deepEqual([blocks.at(-1).result, done.size], [{ ok: { booked: 'TP1' } }, 1]);
    await s.close();
  });

  it('a crash without a write is an error, and the story goes on', async () => {
    const spy = mock.fn(() => ({ booked: true }));
    const s = await story(planner(spy));
    await s.say('Lisbon');
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } });
    await assert.rejects(s.crash({ accept: false }), /no tool that writes has run/);
    assert.equal(spy.mock.callCount(), 0);
    await s.reply({ say: '', tool: { name: 'book', args: { flight: 'TP2' } } });
    await s.answer({ accept: true });
    assert.equal(spy.mock.callCount(), 1);
    await s.close();
  });

  it('a reply on its way is asked for anew after a reload; raw texts, failures and a stop', async () => {
    const s = await story(planner());
    await s.say('Lisbon');
    await s.reload();
    assert.equal(s.view.waiting, 'model');
    await s.reply('```json\n{"say": "When?",}\n```');
    assert.equal(s.view.blocks.findLast(({ kind }) => kind === 'assistant').text, 'When?');
    await s.say('In May');
    assert.equal((await s.fail('unauthorized')).error.cause, 'unauthorized');
    await s.say('In May');
    assert.equal((await s.stop()).waiting, 'user');
    await assert.rejects(s.reply({ say: 'late' }), /does not wait for a reply/);
    await assert.rejects(s.say(' '), { name: 'Refusal' });
    assert.throws(() => s.answer({ accept: true }), /there is no card/);
    await s.close();
  });

  it('waits for the next request of an opening, as for that of a turn', async () => {
    const reply = object({ say: text });
    const s = await story(defineAgent({
      name: 'first', memory: () => ({ asked: 0 }), opening: 'open', opens: ({ memory }) => memory.asked === 0,
      stages: { ask: { prompt: () => 'Ask.', reply, decide: ({ memory, to }) => { memory.asked += 1; return memory.asked < 2 ? to.think() : to.listen(); } } },
      on: { edited: ({ to }) => to.think() },
    }));
    await s.reply({ say: 'One.' });
    await s.reply({ say: 'Two.' });
    assert.equal(s.view.waiting, 'user');
    await s.close();
  });
});

describe('a store that fails on command', () => {
  it('lets no tool write', async () => {
    const store = failingStore();
    const spy = mock.fn(() => ({}));
    const model = scripted({ say: '', tool: { name: 'book', args: { flight: 'TP1' } } }, { say: 'It did not work.' });
    const session = await openSession({ agent: planner(spy), id: 'a', lang: 'en', lock: false, store, model });
    const { card } = await session.say('Book it');
    store.fails = 'quota';
    await session.answer(card.id, { accept: true });
    assert.equal(spy.mock.callCount(), 0);
    assert.equal(session.warning.code, 'quota');
    await session.close();
  });

  it('has everything else of the store that it stands before, also of a class', async () => {
    class Mine {
      #kept = memoryStore();
      get name() { return 'mine'; }
      load(id) { return this.#kept.load(id); }
      save(id, step) { return this.#kept.save(id, step); }
      start(...given) { return this.#kept.start(...given); }
      list() { return this.#kept.list(); }
    }
    for (const store of [failingStore(new Mine()), failingStore(Object.freeze(new Mine()))]) {
      const session = await openSession({ agent: planner(), id: 'a', lang: 'en', lock: false, store, model: scripted({ say: 'Hello.' }) });
      await session.say('Hello');
      assert.deepEqual([store.name, 'list' in store, (await store.list()).length], ['mine', true, 1]);
      store.fails = 'blocked';
      await assert.rejects(store.load('a'), { name: 'StoreError', code: 'blocked' });
      store.fails = undefined;
      assert.equal((await store.load('a')).snapshot.agent, 'travel');
      await session.close();
    }
  });

  it('the model has as many lines as it was given', async () => {
    const model = scripted({ say: 'One.' });
    const session = await openSession({ agent: planner(), id: 'a', lang: 'en', lock: false, store: memoryStore(), model });
    await session.say('Hello');
    const view = await session.say('Hello');
    assert.match(view.error.text, /once more than there are lines|did not/);
    assert.equal(model.asked.length, 2);
    await session.close();
  });
});

describe('recorded', () => {
  /** A session with a correction, two tools, an approval, a reload, an edit and a stop, as a page exports it. */
  async function exported() {
    const store = memoryStore();
    const model = scripted(
      { say: '', tool: { name: 'fly', args: {} } },
      { tool_calls: [{ name: 'flights', arguments: '{"to":"Lisbon"}' }] },
      { say: 'I book it.', tool: { name: 'book', args: { flight: 'TP1' } } },
      { say: 'Booked.' },
    );
    const options = { agent: planner(), id: 'a', lang: 'en', lock: false, store, model, seed: 7 };
    const first = await openSession(options);
    await first.say('Lisbon');
    await first.close();
    const second = await openSession(options);
    await second.edit({ lang: 'zh' });
    await second.answer(second.view.card.id, { accept: true });
    await second.close();
    return store.export('a');
  }

  it('a session that a page exported is played without a model and without a tool', async () => {
    const spy = mock.fn(() => ({}));
    const file = await exported();
    await recorded(planner(spy), file);
    await recorded(planner(spy), JSON.stringify(file));
    assert.equal(spy.mock.callCount(), 0);
  });

  it('says the first place where something else happens', async () => {
    const file = await exported();
    const other = more => toolAgent({ name: 'travel', instructions: 'Help.', tools: { ...more, book: tool({ description: 'Books a flight', inputSchema: object({ flight: text }), access: 'write', execute: () => ({}) }) } });
    await assert.rejects(recorded(other(), file), /^Error: event 2 \(replied "\{.*fly.*"\): entry 1\/correction\/complaint: expected ".*flights.*", found "/);
    const renamed = tool({ description: 'Searches flights', inputSchema: object({ place: text }), execute: () => [] });
    await assert.rejects(recorded(other({ flights: renamed }), file), /event \d \(replied .*flights.*entry \d/);
    const writes = tool({ description: 'Searches flights', inputSchema: object({ to: text }), access: 'write', execute: () => [] });
    await assert.rejects(recorded(other({ flights: writes }), file), /event \d \(replied .*\): entry \d/);
    const altered = structuredClone(file);
    altered.snapshot.entries = altered.snapshot.entries.map(line => line.replace('Booked.', 'Done.'));
    await assert.rejects(recorded(planner(), altered), /event 9 .*entry 8\/decision/);
  });

  it('refuses what is no whole session of this agent', async () => {
    const file = await exported();
    await assert.rejects(recorded(planner(), { ...file, trace: [] }), /no trace from the beginning/);
    const other = defineAgent({ name: 'other', stages: { ask: stage() } });
    await assert.rejects(recorded(other, file), /one of "travel", not of "other"/);
  });
});

const stage = more => ({ prompt: () => 'Ask.', reply: object({ say: text }), decide: ({ reply, say, to }) => { say(reply.say); return to.listen(); }, ...more });
let clock = 0;

/** Agents with one fault each, and what is said of it. */
const BROKEN = {
  'a dead end': [{ stages: { ask: stage(), think: stage({ decide: ({ to }) => to.think('think') }) }, on: { said: ({ to }) => to.think('think') } }, /dead end: think/, ['never reached: ask']],
  'always complains': [{ stages: { ask: stage({ decide: ({ complain }) => complain('Again.') }) } }, /always complains: ask/],
  'a forgotten stage': [{ stages: { ask: stage(), write: stage() } }, /never reached: write/],
  'an impure clock': [{ memory: () => ({}), stages: { ask: stage({ decide: ({ memory, to }) => { memory.at = clock += 1; return to.listen(); } }) } }, /fault: stages\.ask\.decide.*impure.*memory\.at/],
  'an impure prompt': [{ stages: { ask: stage({ prompt: () => `It is ${clock += 1}.` }) } }, /fault: stages\.ask\.prompt|impure/],
  'a throw in decide': [{ stages: { ask: stage({ decide: ({ reply, to }) => to[reply.say.trim().split(' ')[9].length]() }) } }, /fault: stages\.ask\.decide.*(undefined|not a function)/],
  'no step': [{ stages: { ask: stage({ decide: () => undefined }) } }, /fault: stages\.ask\.decide.*must return a step/],
  'a stage that is not there': [{ stages: { ask: stage({ decide: ({ to }) => to.think('wirte') }) } }, /fault: stages\.ask\.decide.*one of the stages ask/],
  'a view that throws': [{ stages: { ask: stage() }, view: ({ memory }) => memory.facts.length }, /fault: view/],
  'an answer that is no card': [{ stages: { ask: stage({ decide: ({ to }) => to.confirm({}, { yes: to.listen(), no: to.listen() }) }) } }, /fault: stages\.ask\.decide.*title/],
  'an edit that throws': [{ stages: { ask: stage() }, on: { edited: ({ change, to }) => { if (change.topic.length) return to.stay(); return undefined; } } }, /fault|throws/, [], [{ other: 1 }]],
  'words that are ignored for good': [{ stages: { ask: stage() }, on: { said: ({ to }) => to.stay() } }, /never reached: ask/],
};

describe('explore', () => {
  for (const [fault, [definition, words, allow = [], edits = []]] of Object.entries(BROKEN)) {
    it(`finds ${fault}`, async () => {
      const agent = defineAgent({ name: 'broken', ...definition });
      await assert.rejects(explore(agent, { events: 600, allow, edits }), error => {
        assert.ok(error instanceof ExploreError);
        assert.match(error.message, words);
        for (const { story: moves } of error.report.failures) assert.ok(moves.length <= 10, `${moves.length} moves`);
        return true;
      });
    });
  }

  it('finds nothing in agents without a fault, the same for the same seed', async () => {
    const result = ({ name }, roll) => (roll(3) ? { ok: [flight] } : { error: { code: 'down', text: `${name} is down` } });
    const once = await explore(planner(), { events: 10_000, result });
    assert.ok(once.stages.turn > 1_000, `${once.stages.turn} replies`);
    const [one, same] = [await explore(planner(), { events: 1_000, result }), await explore(planner(), { events: 1_000, result })];
    assert.deepEqual(one, same);
  });

  const resume = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] };
  const tasks = [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }];
  for (const [agent, input] of [[guide, { resume, plan: { tasks } }], [content, {}], [stepper, {}], [schedule, {}]]) {
    it(`finds nothing in the ${agent.name}`, async () => {
      const { events } = await explore(agent, { events: 2_000, inputs: [input], edits: [{ open: true }, { skip: true }, { lang: 'zh' }] });
      assert.ok(events >= 2_000);
    });
  }
});
