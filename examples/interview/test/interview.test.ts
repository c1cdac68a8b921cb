import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, openSession } from 'stepgate';
import { explore, story } from 'stepgate/test';
import { interview } from '../src/agent';
import { script, wordsOf } from '../src/script';

const begin = async (lang: 'en' | 'zh' = 'en', more = {}) => story(interview, { input: { topic: 'My first year as a nurse' }, lang, ...more });
const ask = (say: string, facts: string[] = [], enough = false) => ({ say, facts, enough });
const facts = (s: { view: { data: { facts: { text: string }[] } } }) => s.view.data.facts.map(({ text }) => text);
const TEXT = 'I began in 2024 on a ward with 28 beds. We cut falls from 9 to 4 a month.';

/** An interview up to the card with the text. */
async function written(lang: 'en' | 'zh' = 'en') {
  const s = await begin(lang);
  await s.reply(ask('Where did you begin?'));
  await s.say('In 2024, on a ward with 28 beds');
  await s.reply(ask('What came of it?', ['I began in 2024', 'The ward had 28 beds']));
  await s.say('Falls went from 9 to 4 a month');
  await s.reply(ask('Thank you, I write it down.', ['Falls went from 9 to 4 a month'], true));
  await s.reply({ text: TEXT });
  return s;
}

test('it asks first, collects facts, writes, and has the text confirmed', async () => {
  const s = await written();
  assert.deepEqual(facts(s), ['I began in 2024', 'The ward had 28 beds', 'Falls went from 9 to 4 a month']);
  assert.deepEqual([s.card.title, s.card.preview], ['Use this text?', TEXT]);
  await s.answer({ accept: true });
  assert.deepEqual(s.view.output, { text: TEXT });
  assert.equal(s.session.read({ markdown: true }), `# My first year as a nurse\n\n${TEXT}\n`);
});

test('a number that nobody gave reaches neither the facts nor the text', async () => {
  const s = await begin();
  await s.reply(ask('Where did you begin?'));
  await s.say('On a ward with 28 beds');
  await s.reply(ask('Good.', ['The ward had 30 beds']));
  assert.match(wordsOf(s.request!.messages.at(-1)!), /did not say 30/);
  assert.deepEqual(facts(s), []);
  await s.reply(ask('Good.', ['The ward had 28 beds', 'I worked there', 'It was hard'], true));
  await s.reply({ text: 'I worked on a hard ward.' });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /Missing in the text: 28/);
  await s.reply({ text: 'In 2024 I worked on a hard ward with 28 beds.' });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /did not say 2024/);
  assert.equal(s.view.data.text, null);
});

test('a wish at the card makes a new version; a plain no asks what to change', async () => {
  const s = await written();
  await s.say('Shorter, please, and falls are 3 now');
  assert.match(wordsOf(s.request!.messages[0]!), new RegExp(`The last version:\n${TEXT}\nThe user wants this changed: Shorter`));
  await s.reply({ text: 'From 2024: 28 beds, falls from 9 to 3.', about_card: 'replace' });
  await s.answer({ accept: false, reason: 'Warmer' });
  assert.match(wordsOf(s.request!.messages[0]!), /The user wants this changed: Warmer/);
  await s.reply({ text: 'I loved it: from 2024, 28 beds, falls from 9 to 4.' });
  await s.answer({ accept: false });
  assert.deepEqual([s.view.waiting, s.view.blocks.findLast(block => block.kind === 'assistant')?.text], ['user', 'What should be different?']);
});

test('what models get wrong: no JSON, too early, words in the place of a list, a claim in the place of a text', async () => {
  const s = await begin('zh');
  await s.reply('好的！你在哪里开始的？');
  await s.reply('```json\n{"say": "从哪里开始的？", "facts": [], "enough": "false",}\n```');
  assert.equal(s.view.waiting, 'user');
  await s.say('2024 年，28 张床');
  await s.reply(ask('我来写。', ['2024 年开始'], true));
  assert.match(wordsOf(s.request!.messages.at(-1)!), /现在有 1 条事实/);
  await s.reply({ say: '结果呢？', facts: '病区有 28 张床', enough: false });
  assert.deepEqual(facts(s).slice(-1), ['病区有 28 张床']);
  await s.edit({ write: true });
  await s.reply({ text: '已经写好了。' });
  assert.match(wordsOf(s.request!.messages.at(-1)!), /文字里缺少：28/);
});

test('edits by hand: topic, facts, text; wrong ones change nothing', async () => {
  const s = await written();
  await s.answer({ accept: true });
  await s.edit({ topic: 'A year' });
  await s.edit({ fact: { id: 1, text: 'The ward had 30 beds' } });
  await s.edit({ remove: 0 });
  await s.edit({ text: 'By hand.' });
  assert.deepEqual([facts(s), s.view.data.topic], [['The ward had 30 beds', 'Falls went from 9 to 4 a month'], 'A year']);
  assert.equal(s.session.read({ markdown: true }), '# A year\n\nBy hand.\n');
  const before = s.view.data;
  for (const [edit, code] of [[{ topic: ' ' }, 'no_topic'], [{ fact: { id: 7, text: 'x' } }, 'no_fact'], [{ other: 1 }, 'unknown_edit']] as const) {
    await assert.rejects(s.edit(edit), { name: 'Refusal', code });
  }
  assert.deepEqual(s.view.data, before);
  await assert.rejects(story(interview, { input: { topic: ' ' } }), { name: 'StepgateError', place: '/input/topic' });
});

test('the same interview with a reload between any two steps', async () => {
  for (let at = 0; at < 6; at += 1) {
    const s = await begin();
    const steps = [
      () => s.reply(ask('Where?')), () => s.say('In 2024'), () => s.reply(ask('More?', ['I began in 2024', 'It was hard', 'I stayed'], true)),
      () => s.reply({ text: 'I began in 2024, it was hard, I stayed.' }), () => s.answer({ accept: true }),
    ];
    for (const [step, act] of steps.entries()) {
      if (step === at) await s.reload();
      await act();
    }
    if (at === steps.length) await s.reload();
    assert.deepEqual(s.view.output, { text: 'I began in 2024, it was hard, I stayed.' });
    await s.close();
  }
});

test('an interview of the first version goes on in this one', async () => {
  const first = defineAgent({
    name: 'interview',
    memory: (input: { topic: string }) => ({ topic: input.topic, facts: ['I began in 2024'], text: null }),
    stages: { ask: { prompt: () => 'Ask.', reply: { type: 'object', properties: {} }, decide: ({ to }) => to.listen() } },
  });
  const store = memoryStore();
  const options = { id: 'story', lang: 'en', store, lock: false, model: () => ({ text: '{}' }) } as const;
  const old = await openSession({ ...options, agent: first, input: { topic: 'Nurse' } });
  await old.say('Hello');
  await old.close();

  const s = await story(interview, { store });
  assert.deepEqual(s.view.data, { topic: 'Nurse', facts: [{ id: 0, text: 'I began in 2024' }], text: null });
  await s.say('There were 28 beds');
  await s.reply(ask('What came of it?', ['There were 28 beds']));
  assert.deepEqual(facts(s), ['I began in 2024', 'There were 28 beds']);
});

test('the script leads to a text in both languages', async () => {
  for (const [lang, lines, text] of [
    ['en', ['I began in 2024', 'The ward had 28 beds', 'Falls went from 9 to 4'], 'I began in 2024. The ward had 28 beds. Falls went from 9 to 4.'],
    ['zh', ['我 2024 年开始', '病区有 28 张床', '跌倒从 9 次降到 4 次'], '我 2024 年开始。病区有 28 张床。跌倒从 9 次降到 4 次。'],
  ] as const) {
    const s = await begin(lang);
    const answers = async () => { while (s.request) await s.reply((await script(s.request, {})).text); };
    await answers();
    for (const line of lines) {
      await s.say(line);
      await answers();
    }
    assert.equal(s.card.preview, text);
  }
});

test('holds under anything', () => explore(interview, {
  events: 2_000,
  inputs: [{ topic: 'Work' }, { topic: '工作' }],
  words: ['Hello', 'I led 7 people', 'since 2026-05-12', 'no'],
  edits: [{ open: true }, { write: true }, { topic: 'School' }, { fact: { id: 0, text: 'By hand' } }, { remove: 0 }, { text: 'A text' }, { lang: 'zh' }],
}));
