// Choices by `to.choose`: by the user on a card, by the model in a call whose contract has only the ids.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore } from 'stepgate';
import { explore, recorded, story } from 'stepgate/test';

const text = { type: 'string' };
const TIMES = [
  { id: 'mon', label: { en: 'Monday 10:00', zh: '周一 10:00' }, about: 'Room 2', data: { room: 2 } },
  { id: 'tue', label: { en: 'Tuesday, 14:00', zh: '周二 14:00' } },
];
/** An agent that has a time chosen, by the user or the model. */
function planner({ by = 'user', candidates = TIMES, options = {}, on = { chosen({ choice, by: who, memory }) { memory.chosen.push([choice.id, choice.data?.room ?? null, who]); } } } = {}) {
  return defineAgent({
    name: 'planner',
    memory: () => ({ chosen: [] }),
    stages: {
      talk: {
        prompt: () => ({ system: 'You plan.', window: { replies: 9000 } }),
        reply: { type: 'object', properties: { say: text, meet: { type: 'boolean' } } },
        decide({ reply, say, to }) {
          if (reply.meet) return to.choose(candidates, { by, title: { en: 'When shall we meet?', zh: '什么时候见面？' }, ...options });
          say(reply.say ?? 'Yes?');
          return to.listen();
        },
      },
    },
    view: ({ memory }) => memory.chosen,
    on,
  });
}
const last = s => s.request.messages.at(-1).content;
async function asked(options, opened) {
  const s = await story(planner(options), opened);
  await s.say('Meet me');
  await s.reply({ meet: true });
  return s;
}

test('the user chooses on a card, and the model reads the choice', async () => {
  const s = await asked();
  await s.reload();
  const { id, unusual, ...card } = s.view.card;
  assert.deepEqual(card, {
    kind: 'choice', title: 'When shall we meet?', buttons: [{ role: 'decline', label: 'None of these' }],
    candidates: [{ id: 'mon', label: 'Monday 10:00', about: 'Room 2', data: { room: 2 } }, { id: 'tue', label: 'Tuesday, 14:00' }],
  });
  await s.answer({ choice: 'mon' });
  assert.deepEqual(s.view.data, [['mon', 2, 'user']]);
  assert.match(last(s), /The user has chosen on the card:\n<data from="choice">\n\{"id":"mon","label":"Monday 10:00"\}\n<\/data>/);
  assert.deepEqual(s.view.blocks.filter(({ kind }) => kind === 'card').map(({ ending, choice }) => [ending, choice]), [['accepted', 'mon']]);
  const zh = await asked({}, { lang: 'zh' });
  assert.deepEqual([zh.view.card.title, zh.view.card.candidates[1].label, zh.view.card.buttons[0].label], ['什么时候见面？', '周二 14:00', '都不选']);
});

test('words that are nothing but a label or an id choose; all others are for the model, and the card stays', async () => {
  for (const words of ['Tuesday, 14:00', 'tuesday 14:00', 'TUE', 'tue.']) {
    const s = await asked();
    await s.say(words);
    assert.deepEqual(s.view.data, [['tue', null, 'user']], words);
  }
  for (const words of ['ok', 'yes', 'Tuesday', 'not Tuesday, 14:00', 'tue?  or mon', 'tue?', 'the second one']) {
    const s = await asked();
    await s.say(words);
    assert.deepEqual([s.view.data, s.view.waiting, s.view.card.kind], [[], 'model', 'choice'], words);
    assert.match(last(s), /waits for the user to choose one of its candidates.*\{"id":"tue","label":"Tuesday, 14:00"\}/s);
    await s.reply({ about_card: 'keep', say: 'Please press one.' });
    assert.equal(s.view.card.kind, 'choice', words);
  }
});

test('the user may take none, an id that was not offered is refused, and a yes chooses nothing', async () => {
  const s = await asked();
  const { id } = s.view.card;
  await assert.rejects(s.answer({ choice: 'wed' }), { code: 'no_such_choice', message: 'The choice must be one of the ids on the card: mon, tue.' });
  await assert.rejects(s.answer({ accept: true }), { code: 'no_such_choice' });
  await assert.rejects(s.answer({ choice: 7 }), /answer\(id, answer\): choice: must be the id of a candidate/);
  assert.equal(s.view.card.id, id);
  await s.answer({ accept: false });
  assert.deepEqual([s.view.data, s.view.waiting, s.view.card], [[], 'user', undefined]);
});

test('the model chooses in a call of its own, whose contract has only the ids', async () => {
  const s = await asked({ by: 'model' });
  await s.reload();
  assert.deepEqual(s.request.contract.schema, { type: 'object', properties: { choice: { type: 'string', enum: ['mon', 'tue'] } }, required: ['choice'], additionalProperties: false });
  assert.match(last(s), /^Choose one of the candidates below.*"question":"When shall we meet\?","candidates":\[\{"id":"mon","label":"Monday 10:00","about":"Room 2"\}.*\{"choice":"mon"\}$/s);
  await s.reply({ choice: 'wed' });
  assert.match(last(s), /\/choice.*"mon" \| "tue"/);
  await s.reload();
  await s.reply({ choice: 'tue' });
  assert.deepEqual([s.view.data, s.view.waiting], [[['tue', null, 'model']], 'model']);
  assert.deepEqual(Object.keys(s.request.contract.schema.properties), ['say', 'meet'], 'afterwards the stage has its own contract again');
  const zh = await asked({ by: 'model' }, { lang: 'zh' });
  assert.match(last(zh), /^请从下面的候选项里选一个.*例如：\{"choice":"mon"\}$/s);
});

test('without on.chosen the step of the choice is taken', async () => {
  const s = await asked({ on: {} });
  await s.answer({ choice: 'tue' });
  assert.equal(s.view.waiting, 'model');
});

test('a stop ends the choice of the model', async () => {
  const s = await asked({ by: 'model' });
  await s.stop();
  await s.say('And now?');
  assert.deepEqual(Object.keys(s.request.contract.schema.properties), ['say', 'meet']);
});

test('wrong candidates fail the turn with their place', async () => {
  const wrong = async (given, message) => {
    const s = await asked(given);
    assert.equal(s.view.error.code, 'agent_fault');
    assert.match(s.view.error.text, message);
  };
  await wrong({ candidates: [] }, /to\.choose: candidates: must be a list of 1 to 100 candidates, not 0/);
  await wrong({ candidates: [TIMES[0], TIMES[0]] }, /to\.choose: candidates\[1\]\.id: must be an id of its own: candidates\[0\] has "mon", too/);
  await wrong({ candidates: [{ id: 'a' }] }, /to\.choose: candidates\[0\]\.label: must be a text/);
  await wrong({ candidates: [{ id: 'a', name: 'A' }] }, /to\.choose: candidates\[0\]\.name: must be left out/);
  await wrong({ by: 'nobody' }, /to\.choose: by: must be 'user' or 'model'/);
  await wrong({ by: 'model', options: { decline: 'None' } }, /to\.choose: decline: must be left out: the model takes one of the candidates/);
});

test('a recorded session with choices plays again to the same end', async () => {
  for (const [by, choose] of [['user', s => s.answer({ choice: 'mon' })], ['user', s => s.say('tue')], ['model', s => s.reply({ choice: 'tue' })]]) {
    const store = memoryStore();
    const s = await asked({ by }, { store });
    await choose(s);
    await s.reply({ say: 'Good.' });
    await recorded(planner({ by }), await store.export('story'));
  }
});

test('random events keep the laws, and choose', async () => {
  for (const by of ['user', 'model']) {
    const seen = new Set();
    const agent = planner({ by, on: { chosen({ choice }) { seen.add(choice.id); } } });
    await explore(agent, { events: 2000 });
    assert.deepEqual([...seen].sort(), ['mon', 'tue'], by);
  }
});
