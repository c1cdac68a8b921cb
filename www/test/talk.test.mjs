// A model that has only words: they are the last resort, in the place of giving up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tool, toolAgent } from 'stepgate';
import { story } from 'stepgate/test';
import { z } from 'zod';

const TOOLS = { find_rooms: tool({ description: 'Finds rooms', inputSchema: z.object({ seats: z.int() }), execute: () => [] }) };
const desk = tools => toolAgent({ name: 'desk', instructions: 'Help.', ...(tools ? { tools } : {}) });

async function told(tools, replies, lang = 'en') {
  const s = await story(desk(tools), { lang });
  await s.say('Hello');
  for (const reply of replies) await s.reply(reply);
  const said = s.view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);
  return { said, note: s.view.blocks.find(({ code }) => code === 'only_talked')?.data.text, error: s.view.error?.code, waiting: s.view.waiting, input: s.view.input };
}

test('words alone are said once nothing else helps, and it is told that no tool ran', async () => {
  const talk = 'Hello! How many seats do you need?';
  const three = await told(TOOLS, [talk, talk, talk]);
  assert.deepEqual([three.said, three.waiting, three.error], [[talk], 'user', undefined]);
  assert.match(three.note, /called no tool/);
  assert.match((await told(TOOLS, ['你好', '你好', '你好'], 'zh')).note, /没有调用工具/);
});

test('before that they are returned to the model, which may do better', async () => {
  const { said, note } = await told(TOOLS, ['Hello!', 'Hello!', '{"say": "How many seats?", "tool": null}']);
  assert.deepEqual([said, note], [['How many seats?'], undefined]);
});

test('words behind thoughts are said without them; words that are only in a thought are no reply', async () => {
  const thought = '<think>maybe {"say": "secret", "tool": null}</think>';
  const words = `${thought}\nHow many seats?`;
  assert.deepEqual((await told(TOOLS, [words, words, words])).said, ['How many seats?']);
  for (const endless of ['<think>maybe {"say": "secret", "tool": null}, or not', '<think>How many']) {
    const { said, error } = await told(TOOLS, [endless, endless, endless]);
    assert.deepEqual([said, error], [[], 'llm_bad_output'], endless);
  }
});

test('an agent without tools needs no word about tools', async () => {
  const { said, note } = await told(undefined, ['Hi.', 'Hi.', 'Hi.']);
  assert.deepEqual([said, note], [['Hi.'], undefined]);
});

test('what looks like JSON or a call is never taken for words', async () => {
  const odd = ['{"say": ', 'find_rooms', 'I call find_rooms now.', 'look(4)', '<tool>x</tool>', '```\nHi\n```', 'Rooms: [1, 2]', ''];
  for (const text of odd) {
    const { said, error, input } = await told(TOOLS, [text, text, text]);
    assert.deepEqual([said, error, input], [[], 'llm_bad_output', 'Hello'], text);
  }
});
