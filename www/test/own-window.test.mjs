// The window by tokens: a talk of 400 turns whose facts reach its end, by a model that knows nothing but what stands in its request.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { defineAgent, memoryStore, openSession, tool, toolAgent, toolStage } from 'stepgate';
import { explore, story } from 'stepgate/test';
import { agentOf } from '../src/load/wasm-agent.js';
import { checked } from '../src/trace/checked.js';
import { stepsOf } from '../src/trace/steps.js';
import { summaryOf } from '../src/trace/summary.js';
import { seeded } from './seeded.js';

const WINDOW = { tokens: 8_000 };
const TURNS = 400;
const FACTS = 60;

/** Facts that are planted, one in a turn now and then, and the questions for them. */
const KINDS = {
  en: [
    (name, n) => [`the locker of ${name}`, `K-${4000 + n * 37}`], (name, n) => [`the budget of ${name}`, `${1313 + n * 71} euros`],
    (name, n) => [`the address of ${name}`, `${name.toLowerCase()}.${n}@post.example`], (name, n) => [`the phone of ${name}`, `030-55${1000 + n * 13}`],
  ],
  zh: [
    (name, n) => [`${name}的柜号`, `K-${4000 + n * 37}`], (name, n) => [`${name}的预算`, `${1313 + n * 71} 元`],
    (name, n) => [`${name}的邮箱`, `${name.toLowerCase()}.${n}@post.example`], (name, n) => [`${name}的电话`, `030-55${1000 + n * 13}`],
  ],
};
const NAMES = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Jo', 'Kai', 'Lea', 'Max', 'Nia', 'Otto'];
const WORDS = {
  en: { is: (what, value) => `Note: ${what} is ${value}.`, found: /(?:Note: )?(the \w+ of \w+) is ([^".\\]+(?:\.[^".\s\\]+)*)/g, ask: what => `What is ${what}?`, asked: /What is (the \w+ of \w+)\?/, unknown: 'I do not know.', chat: 'The weather is nice and we talk on about this and that. ', rooms: n => `there are ${n} rooms` },
  zh: { is: (what, value) => `记一下：${what}是 ${value}。`, found: /(?:记一下：)?(\w+的(?:柜号|预算|邮箱|电话))是 ([^"。\\]+)/g, ask: what => `${what}是多少？`, asked: /(\w+的(?:柜号|预算|邮箱|电话))是多少/, unknown: '我不知道。', chat: '今天天气不错，我们随便聊聊这个那个。', rooms: n => `一共有 ${n} 个房间` },
};

const textOf = ({ messages }) => messages.map(({ content }) => content).join('\n');
const sizeOf = request => textOf(request).length;

/** The facts that stand in a text, the later one counts. */
const factsIn = (text, { found }) => new Map([...text.matchAll(found)].map(([, what, value]) => [what, value.trim()]));

/**
 * A stand-in for a model. It reads the request and nothing else. One in six of the facts it drops, or changes a digit of it, when it first summarises;
 * corrected, it looks again at what it was told about.
 */
function standIn(lang, roll) {
  const words = WORDS[lang];
  const log = { requests: [], summaries: 0, mistakes: 0 };
  const summarise = request => {
    const isFirst = request.corrections === 0;
    log.summaries += Number(isFirst);
    // The messages to summarise stand in the first one; behind it stand its own refused replies.
    const facts = [...factsIn(request.messages[1].content, words)].flatMap(([what, value]) => {
      if (!isFirst || roll() >= 1 / 6) return [words.is(what, value)];
      log.mistakes += 1;
      return roll() < 0.5 ? [] : [words.is(what, value.replace(/\d/, digit => String((Number(digit) + 1) % 10)))];
    });
    if (isFirst && roll() < 1 / 6) facts.push(words.rooms(7000 + Math.floor(roll() * 999)));
    return { facts, wishes: [], decisions: [], ids: [] };
  };
  const answer = request => {
    const [, what] = words.asked.exec(request.messages.at(-1).content.split('\n').at(-1)) ?? [];
    if (!what) return { say: words.chat.repeat(4) };
    return { say: factsIn(textOf(request), words).get(what) ?? words.unknown };
  };
  const model = async request => {
    const isSummary = request.contract.name === 'summary';
    log.requests.push({ isSummary, size: sizeOf(request) });
    const text = JSON.stringify(isSummary ? summarise(request) : answer(request));
    return { text, finishReason: 'stop', usage: { inputTokens: Math.ceil(sizeOf(request) / (lang === 'zh' ? 1.6 : 4)), outputTokens: 50 } };
  };
  return { model, log };
}

const agent = toolAgent({ name: 'talker', instructions: 'Talk.', window: WINDOW });

/** A talk of 400 turns, reopened now and then, and the answers at its end. */
async function talk(lang) {
  const roll = seeded(11);
  const { model, log } = standIn(lang, roll);
  const store = memoryStore();
  const options = { agent, id: 'long', lang, store, model, lock: false };
  const words = WORDS[lang];
  const planted = Array.from({ length: FACTS }, (_, n) => KINDS[lang][n % 4](NAMES[n % NAMES.length], n));
  assert.equal(new Set(planted.map(([what]) => what)).size, FACTS);
  let session = await openSession(options);
  for (let turn = 0, next = 0; turn < TURNS; turn += 1) {
    const fact = turn >= next * (TURNS / FACTS) ? planted[next++] : undefined;
    await session.say(`${fact ? words.is(...fact) : ''} ${words.chat.repeat(5)}`);
    if (turn % 90 === 89) {
      await session.close();
      session = await openSession(options);
    }
  }
  const answers = [];
  for (const [what, value] of planted) {
    const { blocks } = await session.say(words.ask(what));
    const { text } = blocks.findLast(({ kind }) => kind === 'assistant');
    answers.push({ value, text });
  }
  const file = await store.export('long');
  await session.close();
  return { answers, log, file, view: session.view, words };
}

for (const lang of ['en', 'zh']) {
  test(`400 turns, 60 facts, a window of 8 K tokens: they are answered, none is invented, and prompts stay as long (${lang})`, async () => {
    const { answers, log, file, view, words } = await talk(lang);
    const right = answers.filter(({ value, text }) => text === value).length;
    const invented = answers.filter(({ value, text }) => text !== value && text !== words.unknown);
    console.log(JSON.stringify({ lang, right, invented: invented.length, mistakes: log.mistakes, summaries: log.summaries, calls: log.requests.length }));
    assert.ok(right >= 57, `${right} of ${FACTS}`);
    assert.deepEqual(invented, []);
    assert.ok(log.mistakes >= 40, `the stand-in made ${log.mistakes} mistakes`);
    assert.ok(log.summaries >= 4, `${log.summaries}`);
    const talks = log.requests.filter(({ isSummary }) => !isSummary).map(({ size }) => size);
    const most = Math.max(...log.requests.map(({ size }) => size));
    const characters = WINDOW.tokens * (lang === 'zh' ? 1.6 : 4);
    assert.ok(most < characters * 1.6, `${most} characters`);
    const half = talks.length / 2;
    const [first, second] = [Math.max(...talks.slice(0, half)), Math.max(...talks.slice(half))];
    assert.ok(second <= first * 1.05, `${first} and ${second} characters`);
    assert.ok(talks.at(-1) > characters / 4, 'the window is used');
    assert.ok(view.summary.to > view.summary.from && view.summary.facts.length > 20);
    const steps = stepsOf(file).filter(({ marks }) => marks.includes('summary'));
    assert.equal(steps.length, log.summaries);
    assert.match(summaryOf(steps[0]), /^0–\d+: /);
    checked((await agentOf(agent)).core, 'talker', file);
  });
}

const look = tool({ description: 'Looks', inputSchema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] }, execute: ({ at }) => `seen ${at}` });
const window = { tokens: 600, keep: 200 };
const text = { type: 'string' };
const AGENTS = {
  toolAgent: () => toolAgent({ name: 'desk', instructions: 'Help.', tools: { look }, window }),
  toolStage: () => defineAgent({ name: 'desk', stages: { talk: toolStage({ instructions: 'Help.', tools: { look }, window }) } }),
  defineAgent: () => defineAgent({
    name: 'desk', stages: { talk: { prompt: () => ({ system: 'Help.', window }), reply: { type: 'object', properties: { say: text } }, decide({ reply, say, to }) { say(reply.say); return to.listen(); } } },
  }),
};
const all = s => s.request.messages.map(({ content }) => content).join('\n');
const good = { facts: ['The order is A-771.'], wishes: ['a refund'], decisions: [], ids: ['A-771'] };

/** Talks until a summary is asked for. */
async function fill(s) {
  await s.say('My order is A-771. I want a refund.');
  for (let at = 0; s.request.contract.name !== 'summary'; at += 1) {
    assert.ok(at < 20);
    await s.reply({ say: 'so '.repeat(150) });
    await s.say('Go on.');
  }
}

for (const [name, make] of Object.entries(AGENTS)) {
  describe(name, () => {
    it('has what leaves the window summarised, over a reload and a mistake', async () => {
      const s = await story(make(), { lang: 'en' });
      await fill(s);
      assert.match(all(s), /<data from="conversation">\n\{"user":"My order is A-771/);
      await s.reload();
      await s.reply({ ...good, ids: ['A-772'] });
      assert.match(all(s), /do not stand in the conversation: A-772/);
      await s.reload();
      await s.reply(good);
      assert.match(all(s), /as the model has summarised it[\s\S]*<data from="summary">[\s\S]*A-771/);
      assert.doesNotMatch(all(s), /My order is/);
      await s.reply({ say: 'Yes.' });
      assert.deepEqual([s.view.waiting, s.view.summary.wishes, s.view.summary.refused], ['user', ['a refund'], undefined]);
      assert.ok(s.view.blocks.some(({ text: said }) => said === 'My order is A-771. I want a refund.'), 'the conversation stays');
    });

    it('lets the user correct it', async () => {
      const s = await story(make(), { lang: 'zh' });
      await assert.rejects(s.edit({ summary: { facts: [] } }), { code: 'no_summary' });
      await fill(s);
      await s.reply(good);
      await s.reply({ say: 'Yes.' });
      await assert.rejects(s.edit({ summary: { fact: [] } }), { code: 'bad_summary' });
      await s.edit({ summary: { wishes: [], facts: ['The order is A-900.'] } });
      assert.deepEqual([s.view.summary.edited, s.view.summary.facts, s.view.summary.ids], [true, ['The order is A-900.'], ['A-771']]);
      await s.say('And?');
      assert.match(all(s), /A-900/);
      assert.doesNotMatch(all(s), /a refund"/);
    });
  });
}

test('a summary that is never usable leaves the messages out, and says so', async () => {
  const s = await story(AGENTS.toolAgent(), { lang: 'en' });
  await fill(s);
  for (const reply of ['no', '{}', '[]']) await s.reply(reply);
  assert.match(all(s), /\(\d+ earlier messages are left out here\.\)/);
  await s.reply({ say: 'What was it?' });
  assert.deepEqual([s.view.waiting, s.view.error], ['user', undefined]);
  assert.ok(s.view.summary.leftOut > 2);
});

/** Agents with a window that a few messages fill. */
const TINY = { tokens: 60, keep: 20 };
const TINIES = {
  toolAgent: () => toolAgent({ name: 'tiny', instructions: 'Help.', tools: { look }, window: TINY }),
  defineAgent: () => defineAgent({
    name: 'tiny', stages: { talk: { prompt: () => ({ system: 'Help.', window: TINY }), reply: { type: 'object', properties: { say: text }, required: ['say'] }, decide({ reply, say, to }) { say(reply.say || 'so'); return to.listen(); } } },
  }),
};
for (const [name, make] of Object.entries(TINIES)) {
  test(`${name}: random stories hold to the laws, with summaries among their calls`, async () => {
    const { failures, events } = await explore(make(), { events: 600, seed: 5, words: ['My order is A-771, and I want a refund of 250 euros.', 'Go on.', 'No, wait.'] });
    assert.deepEqual([failures, events], [[], 600]);
  });
}

test('mistakes in a window are told at their place', async () => {
  const made = more => () => toolAgent({ name: 'desk', instructions: 'Help.', ...more });
  for (const [window, place, allowed] of [
    [8_000, 'window', 'an object { tokens, keep?, summarise? }'], [null, 'window', 'an object { tokens, keep?, summarise? }'], [{}, 'window.tokens', 'a whole number above 0'],
    [{ tokens: 0 }, 'window.tokens', 'a whole number above 0'], [{ tokens: 100, keep: 60 }, 'window.keep', 'at most half of tokens, 50'], [{ tokens: 100, summarise: 1 }, 'window.summarise', 'true or false'],
    [{ tokens: 100, summarize: true }, 'window.summarize', 'left out; there is tokens, keep, summarise; did you mean summarise?'],
  ]) assert.throws(made({ window }), { name: 'TypeError', message: `toolAgent("desk"): ${place}: must be ${allowed}` });
  assert.throws(made({ window: { tokens: 100 }, windowCharacters: 100 }), { message: 'toolAgent("desk"): windowCharacters: must be left out: window counts in tokens' });
  const own = defineAgent({ name: 'own', stages: { talk: { prompt: () => ({ system: 'x', window: { tokens: 100, kep: 1 } }), reply: { type: 'object' }, decide: ({ to }) => to.listen() } } });
  const s = await story(own, { lang: 'en' });
  await s.say('Hello');
  assert.match(s.view.error.text, /window\.kep: must be left out; there is tokens, keep, summarise; did you mean keep\?/);
});
