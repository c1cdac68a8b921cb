// Going back: another answer, other words in the place of a message, branches, forks. What was written stays written, and nothing is written twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { until } from './until.js';

let agents = 0;
const shape = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };

/** An agent whose one tool pays, and the payments with their keys. */
function payer() {
  const paid = [];
  const execute = ({ to }, { idempotencyKey }) => {
    paid.push({ to, key: idempotencyKey });
    return `paid ${to}`;
  };
  const agent = toolAgent({ name: `branches-${agents += 1}`, instructions: 'Pay.', tools: { pay: tool({ description: 'Pays', inputSchema: shape, access: 'write', execute }) } });
  return { agent, paid };
}

/** A model that pays whoever the last words name, and talks of anything else. `asked` has the temperatures of its requests. */
function payingModel(asked = []) {
  const model = async ({ messages, sampling }) => {
    const last = messages.at(-1).content;
    asked.push(sampling.temperature);
    const to = last.includes('<data') ? undefined : /pay (\w+)$/.exec(last)?.[1];
    return { text: JSON.stringify(to ? { say: null, tool: { name: 'pay', args: { to } } } : { say: `answer ${asked.length}`, tool: null }), finishReason: 'stop' };
  };
  return { model, asked };
}

const tab = (agent, model, store, more = {}) => openSession({ agent, id: '1', lang: 'en', store, lock: false, model, ...more });
const isWord = block => block.kind === 'user' && !block.cue;
const words = view => view.blocks.filter(isWord).map(({ text }) => text);
const seqOf = (view, text) => view.blocks.find(block => isWord(block) && block.text === text).seq;
const answers = view => view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);
const yes = session => session.answer(session.view.card.id, { accept: true });

/** A session that has talked and paid ann. */
async function paying(more = {}) {
  const [{ agent, paid }, { model, asked }, store] = [payer(), payingModel(), memoryStore()];
  const session = await tab(agent, model, store, more);
  await session.say('hello', { tone: 'warm' });
  await session.say('pay ann');
  await yes(session);
  return { agent, paid, model, asked, store, session };
}

test('another answer to the last words has another sampling, and the first one stays as a branch', async () => {
  const [{ agent }, { model, asked }] = [payer(), payingModel()];
  const session = await tab(agent, model, memoryStore());
  await session.say('hello');
  const view = await session.again();
  assert.deepEqual([words(view), answers(view)], [['hello'], ['answer 2']]);
  assert.ok(asked[1] >= 0.9 && asked[1] !== asked[0], `${asked}`);
  const [branch] = view.branches;
  const there = await session.rewind({ branch: branch.id });
  assert.deepEqual(answers(there), ['answer 1']);
  assert.equal(asked.length, 2, 'to go back asks nobody');
});

test('other words in the place of a message', async () => {
  const { session } = await paying();
  const view = await session.again({ before: seqOf(session.view, 'hello'), text: 'good morning' });
  assert.deepEqual(words(view), ['good morning']);
  assert.equal(view.branches.length, 1);
  assert.equal(view.branches[0].text, 'hello');
});

test('the words come back, and what was paid stays paid and is named on the card', async () => {
  const { session, paid } = await paying();
  const back = await session.rewind({ before: seqOf(session.view, 'pay ann') });
  assert.deepEqual([words(back), back.input], [['hello'], 'pay ann']);
  assert.deepEqual(back.branches[0].writes.map(({ name, args, ok }) => [name, args.to, ok]), [['pay', 'ann', true]]);
  const { card } = await session.say('pay ann');
  assert.equal(card.kind, 'approval');
  assert.deepEqual(card.calls[0].elsewhere.map(({ args }) => args.to), ['ann']);
  assert.match(card.text, /already done.*\n- pay \{"to":"ann"\}/s);
  assert.equal(paid.length, 1);
  await yes(session);
  assert.equal(paid.length, 2, 'the user has said yes again');
  assert.notEqual(paid[0].key, paid[1].key);
});

test('leave from before covers no like of what was done on another branch', async () => {
  const { session, paid } = await paying();
  await session.say('pay bob');
  await session.answer(session.view.card.id, { accept: true, always: 'session' });
  await session.say('pay carl');
  assert.equal(paid.length, 3, 'by the leave');
  await session.rewind({ before: seqOf(session.view, 'pay carl') });
  assert.equal(session.view.grants.length, 1);
  const { card } = await session.say('pay carl');
  assert.deepEqual(card.calls[0].elsewhere.map(({ args }) => args.to), ['carl']);
  assert.equal(paid.length, 3);
});

test('a yes that is said again approves nothing', async () => {
  const { session, paid } = await paying();
  await session.say('pay bob');
  await session.say('yes');
  assert.deepEqual(paid.map(({ to }) => to), ['ann', 'bob']);
  await assert.rejects(session.again({ before: seqOf(session.view, 'yes') }), { name: 'Refusal', code: 'card_changed' });
  assert.equal(session.view.card.kind, 'approval');
  assert.equal(session.view.card.calls[0].elsewhere.length, 1, 'bob was paid on the other branch, ann on this one');
  assert.equal(paid.length, 2);
});

test('a reload and another tab see the same branches', async () => {
  const { session, agent, model, store } = await paying();
  await session.rewind({ before: seqOf(session.view, 'pay ann') });
  await session.say('hello again');
  const other = await tab(agent, model, store);
  assert.deepEqual(other.view.branches, session.view.branches);
  assert.deepEqual(words(other.view), ['hello', 'hello again']);
  const back = await other.rewind({ branch: other.view.branches[0].id });
  assert.deepEqual(words(back), ['hello', 'pay ann']);
  await until(() => assert.deepEqual(words(session.view), ['hello', 'pay ann']));
});

test('a call of the model is stopped first', async () => {
  const [{ agent }, store] = [payer(), memoryStore()];
  let calls = 0;
  const model = (_, { signal }) => (calls += 1) === 1
    ? { text: '{"say":"hi","tool":null}' }
    : new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
  const session = await tab(agent, model, store);
  await session.say('hello');
  const said = session.say('slow');
  await until(() => assert.equal(calls, 2));
  const view = await session.rewind({ before: seqOf(session.view, 'hello') });
  assert.deepEqual([words(view), view.waiting, view.input], [[], 'user', 'hello']);
  await said;
});

test('nobody goes back while a write runs', async () => {
  let end;
  const store = memoryStore();
  const agent = toolAgent({ name: `branches-${agents += 1}`, instructions: 'Pay.', tools: { pay: tool({ description: 'Pays', inputSchema: shape, access: 'write', execute: () => new Promise(resolve => { end = resolve; }) }) } });
  const session = await tab(agent, payingModel().model, store);
  await session.say('pay ann');
  const answered = yes(session);
  await until(() => assert.ok(end));
  await assert.rejects(session.rewind({ before: seqOf(session.view, 'pay ann') }), { name: 'Refusal', code: 'busy' });
  end('paid');
  await answered;
});

test('the page\'s own data is said again with the words', async () => {
  const { session, store } = await paying();
  await session.again({ before: seqOf(session.view, 'hello') });
  const said = (await store.records('1')).map(line => JSON.parse(line)).flatMap(line => (line.said ? [line.said.with] : []));
  assert.deepEqual(said.at(-1), { tone: 'warm' });
});

test('a fork is a session of its own that begins before a message', async () => {
  const { session, agent, model, store, paid } = await paying();
  const before = JSON.stringify(await store.export('1'));
  assert.equal(await store.fork('1', { before: seqOf(session.view, 'pay ann') }, '2'), '2');
  const fork = await tab(agent, model, store, { id: '2' });
  assert.deepEqual([words(fork.view), fork.view.input], [['hello'], 'pay ann']);
  assert.equal(fork.view.branches[0].writes.length, 1);
  const { card } = await fork.say('pay ann');
  assert.deepEqual(card.calls[0].elsewhere.map(({ args }) => args.to), ['ann'], 'the fork knows what was done');
  await yes(fork);
  assert.notEqual(paid[0].key.split('-')[0], paid[1].key.split('-')[0], 'keys of its own');
  await fork.close();
  const again = await tab(agent, model, store, { id: '2' });
  assert.deepEqual(words(again.view), ['hello', 'pay ann']);
  const untimed = text => JSON.stringify({ ...JSON.parse(text), createdMs: 0, updatedMs: 0 });
  assert.equal(untimed(JSON.stringify(await store.export('1'))), untimed(before), 'the first one is as it was, byte for byte');
  await assert.rejects(store.fork('1', { before: 0 }, '2'), { code: 'exists' });
  await assert.rejects(store.fork('none', { before: 0 }, '3'), { code: 'not_found' });
});

test('a store without a trace, a trace that is not whole, and a message that is not there', async () => {
  const { session } = await paying();
  await assert.rejects(session.rewind({ before: 9999 }), { name: 'Refusal', code: 'no_such_message' });
  await assert.rejects(session.rewind({ branch: 1 }), { name: 'Refusal', code: 'no_such_branch' });
  for (const wrong of [{}, { before: 1, branch: 2 }, { before: -1 }, { after: 1 }, undefined]) await assert.rejects(session.rewind(wrong), { name: 'TypeError', message: /^rewind\(to\): / }, JSON.stringify(wrong));
  const { records, ...without } = memoryStore();
  const [{ agent }, { model }] = [payer(), payingModel()];
  const poor = await tab(agent, model, without);
  await poor.say('hello');
  await assert.rejects(poor.again(), { name: 'Refusal', code: 'no_records' });
  const kept = memoryStore();
  const lossy = await tab(agent, model, { ...kept, records: async id => (await kept.records(id)).slice(0, 1) }, { id: 'lossy' });
  await lossy.say('hello');
  await lossy.say('again');
  await assert.rejects(lossy.again(), { name: 'Refusal', code: 'no_way_back' });
  assert.deepEqual(words(lossy.view), ['hello', 'again'], 'nothing has changed');
  const empty = await tab(agent, model, memoryStore(), { id: 'empty' });
  await assert.rejects(empty.again(), { name: 'TypeError', message: /before: must be the seq/ });
});

/** Reproducible random numbers. @param {number} seed */
function chance(seed) {
  let state = seed + 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let n = 0; n < 5; n += 1) next();
  return sides => Math.floor(next() * sides);
}

/** The words and deeds of a branch, without what the model was told at its end of other branches. @param {any} view */
const told = ({ blocks }) => JSON.stringify(blocks.slice(0, blocks.findLastIndex(({ cue }) => cue !== 'rewound') + 1));

/** A user of one session at random, on one or two tabs; everything that was saved or paid is compared after each act. */
class Wanderer {
  #tabs = []; #saved = []; #left = new Map(); #world; #id; #roll;
  /** Yeses of the user, and payments that leave covered. */
  accepted = 0;
  payments = 0;

  constructor(world, id, roll) {
    [this.#world, this.#id, this.#roll] = [world, id, roll];
  }

  get session() { return this.#tabs[0]; }

  async open() {
    this.#tabs.unshift(await tab(this.#world.agent, this.#world.model, this.#world.store, { id: this.#id }));
    return this;
  }

  async act(step) {
    const { card, branches = [], blocks } = this.session.view;
    const messages = blocks.filter(isWord);
    const [roll, act] = [this.#roll, this.#roll(11)];
    const some = list => list[roll(list.length)];
    if (card && act < 5) await this.#accepts(card, roll(3) === 0);
    else if (act < 4) await this.#counts(() => this.session.say(roll(2) ? `pay ${'abc'[roll(3)]}` : `talk ${step}`));
    else if (act < 6 && messages.length) await this.#leaves(() => this.session.rewind({ before: some(messages).seq }));
    else if (act < 8 && branches.length) await this.#returns(some(branches).id);
    else if (act < 10 && messages.length) {
      const text = roll(2) ? undefined : `pay ${'abc'[roll(3)]}`;
      await this.#leaves(() => this.#counts(() => this.session.again({ before: some(messages).seq, ...(text && { text }) }).catch(error => assert.equal(error.code, 'card_changed'))));
    } else await this.#moves();
    await this.check();
  }

  /** Says yes. The likes of what was paid on other branches are named on the card. */
  async #accepts(card, always) {
    const done = (this.session.view.branches ?? []).flatMap(({ writes = [] }) => writes.map(({ args }) => args.to));
    for (const { args, elsewhere = [] } of card.calls) {
      if (done.includes(args.to)) assert.ok(elsewhere.some(({ args: { to } }) => to === args.to), `${args.to} was paid on another branch, and the card does not say so`);
    }
    this.accepted += 1;
    await this.#pays(() => this.session.answer(card.id, { accept: true, ...(always && { always: 'session' }) }));
  }

  /** Does something that pays only by leave of the user, which covers none of what was paid on another branch. */
  async #counts(work) {
    const paid = await this.#pays(work);
    const done = new Set((this.session.view.branches ?? []).flatMap(({ writes = [] }) => writes.map(({ args }) => args.to)));
    for (const { to } of paid) {
      assert.ok(this.session.view.grants?.length, 'only leave pays without a question');
      assert.ok(!done.has(to), `${to} was paid on another branch, and nobody asked`);
    }
    this.accepted += paid.length;
  }

  async #pays(work) {
    const { paid } = this.#world;
    const count = paid.length;
    await work();
    this.payments += paid.length - count;
    return paid.slice(count);
  }

  /** Leaves a branch, and keeps what it had. */
  async #leaves(work) {
    const [before, known] = [told(this.session.view), new Set((this.session.view.branches ?? []).map(({ id }) => id))];
    await work();
    const fresh = (this.session.view.branches ?? []).filter(({ id }) => !known.has(id));
    if (fresh.length === 1) this.#left.set(fresh[0].id, before);
  }

  /** Goes back to a branch, which is as it was left. */
  async #returns(branch) {
    await this.#leaves(() => this.session.rewind({ branch }));
    if (!this.#left.has(branch)) return;
    assert.equal(told(this.session.view), this.#left.get(branch), 'a branch is as it was left');
    this.#world.compared += 1;
  }

  /** Closes a tab, opens another one, or lets the one behind drive. */
  async #moves() {
    if (this.#tabs.length > 1 && this.#roll(2)) {
      this.#tabs.reverse();
      if (this.session.role === 'watches') await this.session.takeOver();
    } else {
      if (this.#roll(2) || this.#tabs.length > 1) await Promise.all(this.#tabs.splice(0).map(one => one.close()));
      await this.open();
    }
  }

  /** Nothing that was saved is lost or changed, also by what other sessions do. */
  async check() {
    const { snapshot: { entries } } = await this.#world.store.export(this.#id);
    assert.deepEqual(entries.slice(0, this.#saved.length), this.#saved, `${this.#id}: entries stay byte for byte`);
    this.#saved = entries;
    assert.ok(this.payments <= this.accepted, `${this.#id}: ${this.payments} payments, ${this.accepted} yeses`);
  }

  /** A session that begins before a message of this one. */
  async forked(id) {
    const messages = this.session.view.blocks.filter(isWord);
    if (!messages.length) return undefined;
    await this.#world.store.fork(this.#id, { before: messages[this.#roll(messages.length)].seq }, id);
    return new Wanderer(this.#world, id, this.#roll).open();
  }

  close() { return Promise.all(this.#tabs.splice(0).map(one => one.close())); }
}

test('at random, with reloads, two tabs and forks: every payment is one yes, no entry is lost, and branches stay as they were', async t => {
  let [forks, compared, payments] = [0, 0, 0];
  for (let seed = 0; seed < Number(process.env.ROUNDS ?? 20); seed += 1) {
    const roll = chance(seed);
    const world = { ...payer(), ...payingModel(), store: memoryStore(), compared: 0 };
    const users = [await new Wanderer(world, '1', roll).open()];
    try {
      for (let step = 0; step < 40; step += 1) {
        const fork = roll(12) === 0 && users.length < 4 ? await users[roll(users.length)].forked(`fork-${users.length}`) : undefined;
        if (fork) users.push(fork);
        await users[roll(users.length)].act(step);
        for (const user of users) await user.check();
        assert.equal(new Set(world.paid.map(({ key }) => key)).size, world.paid.length, 'every payment has a key of its own');
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    }
    await Promise.all(users.map(user => user.close()));
    [forks, compared, payments] = [forks + users.length - 1, compared + world.compared, payments + world.paid.length];
  }
  t.diagnostic(`${forks} forks, ${compared} branches compared, ${payments} payments`);
  assert.ok(forks > 0 && compared > 0 && payments > 0);
});
