/** Words that were written before what now waits: the model reads that they answer neither the words nor the card above them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent } from '../src/index.js';
import { story } from '../src/test/index.js';

const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const EARLY = { en: /before they had seen your last words or the card that is open/, zh: /当时还没看到你上一次说的话和现在的卡片/ };

/** A story of an agent that has been told something, and of the writes that it made. */
async function begun(lang = 'en') {
  const made = [];
  const tools = { order: tool({ description: 'Orders', inputSchema, access: 'write', yes: ['order it'], execute: ({ to }) => { made.push(to); return 'done'; } }) };
  const s = await story(toolAgent({ name: 'shop', instructions: 'Sells.', tools }), { lang });
  await s.say('cups, please');
  return { s, made };
}
const wait = (s, text, when = 'queue') => { s.session.say(text, undefined, { when }).catch(() => {}); return new Promise(resolve => { setTimeout(resolve, 5); }); };
const all = s => s.request.messages.map(({ content }) => content).join('\n');

for (const lang of ['en', 'zh']) {
  test(`a yes that was written before the question says so in the request (${lang})`, async () => {
    const { s, made } = await begun(lang);
    await wait(s, 'yes');
    await s.reply({ say: 'Six or twelve? Shall I order six?', tool: null });
    assert.match(all(s), EARLY[lang]);
    await s.reload();
    assert.match(all(s), EARLY[lang], 'also after a reload');
    await s.reply({ say: 'You wrote that before: six?', tool: null });
    await s.say('yes');
    assert.doesNotMatch(all(s), EARLY[lang], 'these words answer what was read');
    assert.deepEqual(made, []);
  });
}

test('words that nothing came before are as any others, and so are those that interrupt', async () => {
  const { s } = await begun();
  await wait(s, 'no, plates', 'interrupt');
  assert.match(all(s), /plates/);
  assert.doesNotMatch(all(s), EARLY.en);
});

test('of several words that wait, each is compared with what came since it was written', async () => {
  const { s } = await begun();
  await wait(s, 'and plates');
  await s.reply({ say: 'Cups: noted.', tool: null });
  assert.match(all(s), EARLY.en);
  await wait(s, 'and forks');
  await s.reply({ say: 'Plates: noted.', tool: null });
  assert.match(all(s), EARLY.en);
});

test('words from before a card are never its answer, and the model reads that they are none', async () => {
  for (const yes of ['ok', 'order it', 'Approve', 'Decline']) {
    const { s, made } = await begun();
    await wait(s, yes);
    await s.reply({ say: 'I order cups.', tool: { name: 'order', args: { to: 'cups' } } });
    assert.deepEqual([s.view.waiting, s.view.input, made], ['approval', yes, []], yes);
  }
  const { s, made } = await begun();
  await wait(s, 'yes, go ahead with it');
  await s.reply({ say: 'I order cups.', tool: { name: 'order', args: { to: 'cups' } } });
  assert.match(all(s), /The words above were written before this card came up, so they do not answer it\./);
  assert.match(all(s), EARLY.en);
  await s.reply({ say: 'Press Approve if you mean the cups.', about_card: 'keep' });
  await s.say('how much is it?');
  assert.match(all(s), /The words above were said while this card was open\./);
  assert.doesNotMatch(all(s), EARLY.en);
  assert.deepEqual(made, []);
});

test('in stages of one\'s own, with a window of nothing, it is told, too', async () => {
  const agent = defineAgent({
    name: 'asker',
    stages: { talk: { prompt: () => ({ system: 'Ask.', window: 0 }), reply: { type: 'object', properties: { say: { type: 'string' } } }, decide: ({ reply, say, to }) => { say(reply.say ?? ''); return to.listen(); } } },
  });
  const s = await story(agent);
  await s.say('hello');
  await wait(s, 'yes');
  await s.reply({ say: 'Delete it all?' });
  assert.match(all(s), EARLY.en);
});
