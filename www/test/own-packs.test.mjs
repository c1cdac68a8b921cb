// Packs of tools: what the model is told of them, how it opens them, and that nothing else changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent, toolStage } from 'stepgate';
import { explore, story } from 'stepgate/test';

const object = properties => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
const path = object({ path: { type: 'string' } });
const call = (name, args = {}, say = '') => ({ say, tool: { name, args } });
const open = (...packs) => call('open_tools', { packs });
const system = s => s.request.messages[0].content;
const last = s => s.request.messages.at(-1).content;
/** The names of tools in the contract, in the order in which they stand there. */
const told = s => [...new Set([...JSON.stringify(s.request.contract.schema).matchAll(/"name":\{"type":"string","enum":\["(\w+)"\]/g)].map(([, name]) => name))];

const tools = (wrote = []) => ({
  today: tool({ description: 'Gives the date', execute: () => 'Monday' }),
  read_file: tool({ description: 'Reads a file', pack: 'files', inputSchema: path, execute: ({ path: at }) => `text of ${at}` }),
  write_file: tool({ description: 'Writes a file', pack: 'files', access: 'write', inputSchema: path, execute({ path: at }) { wrote.push(at); return 'written'; } }),
  read_mail: tool({ description: 'Reads the mail', pack: 'mail', execute: () => 'no mail' }),
});
const packs = { files: { en: 'reads and writes files', zh: '读写文件' } };
const clerk = (more = {}, wrote = []) => toolAgent({ name: 'clerk', instructions: 'You help.', tools: tools(wrote), packs, packLimits: { tools: 3 }, ...more });

test('up to the limits the request is the same as without packs', async () => {
  const plain = Object.fromEntries(Object.entries(tools()).map(([name, { pack, ...own }]) => [name, Object.freeze(own)]));
  const [one, other] = [await story(clerk({ packLimits: undefined })), await story(clerk({ tools: plain, packs: undefined, packLimits: undefined }))];
  for (const s of [one, other]) await s.say('Hello');
  assert.deepEqual(one.request, other.request);
  assert.equal(one.view.packs, undefined);
});

test('above the limits a closed pack is one line, and its tools are not in the contract', async () => {
  const s = await story(clerk());
  await s.say('Hello');
  assert.match(system(s), /Closed packs of tools\. Open one by open_tools to see its tools and call them:\n- files \(2 tools\): reads and writes files\n- mail \(1 tool\): read_mail\n/);
  assert.doesNotMatch(system(s), /Reads a file|close_tools/);
  assert.deepEqual(told(s), ['today', 'open_tools']);
  assert.deepEqual(s.view.packs, [{ name: 'files', open: false, tools: ['read_file', 'write_file'] }, { name: 'mail', open: false, tools: ['read_mail'] }]);

  const zh = await story(clerk(), { lang: 'zh' });
  await zh.say('你好');
  assert.match(system(zh), /以下工具包没有打开，要用其中的工具，先用 open_tools 打开：\n- files（2 个工具）：读写文件\n- mail（1 个工具）：read_mail\n/);

  const long = await story(clerk({ packLimits: { characters: 100 } }));
  await long.say('Hello');
  assert.deepEqual(told(long), ['today', 'open_tools'], 'long descriptions close packs, too');
});

test('the model opens and closes packs without a card, also across reloads', async () => {
  const s = await story(clerk());
  await s.say('What is in a.txt?');
  await s.reply(open('files'));
  await s.reload();
  assert.deepEqual([told(s), s.view.packs[0].open, s.view.card], [['today', 'read_file', 'write_file', 'open_tools', 'close_tools'], true, undefined]);
  assert.match(system(s), /- read_file: Reads a file/);
  await s.reply(call('read_file', { path: 'a.txt' }));
  assert.match(last(s), /text of a\.txt/);
  await s.reply(call('close_tools', { packs: ['files'] }));
  await s.reload();
  assert.deepEqual(told(s), ['today', 'open_tools']);
  await s.reply({ say: 'It has text.', tool: null });
  await s.say('And in b.txt?');
  assert.deepEqual(told(s), ['today', 'open_tools']);
});

test('a call in a closed pack opens it and goes on; a write asks first, with what will run', async () => {
  const wrote = [];
  const s = await story(clerk({}, wrote));
  await s.say('Read and write');
  await s.reply(call('read_file', { path: 'a.txt' }));
  assert.match(last(s), /open_tools.*"packs":\["files"\].*text of a\.txt/s);
  await s.reply({ say: 'Done.', tool: null });

  const other = await story(clerk({}, wrote));
  await other.say('Write');
  await other.reply({ say: 'I write.', tool: [{ name: 'read_mail', args: {} }, { name: 'write_file', args: { path: 'b.txt' } }] });
  assert.deepEqual([other.view.card.calls.map(({ name }) => name), wrote], [['write_file'], []]);
  assert.deepEqual(other.view.packs.map(pack => pack.open), [true, true]);
  await other.answer({ accept: true });
  assert.deepEqual(wrote, ['b.txt']);
});

test('wrong arguments of a tool that was not shown are told with its pack', async () => {
  const s = await story(clerk());
  await s.say('Read');
  await s.reply(call('read_file', { file: 'a.txt' }));
  assert.match(last(s), /read_file is in the closed pack files, so you have not seen its arguments\. If they are still unclear, open it by open_tools instead when you send again\./);
  await s.reply(open('film'));
  assert.match(last(s), /film/);
  await s.reply(open('files'));
  assert.deepEqual(told(s), ['today', 'read_file', 'write_file', 'open_tools', 'close_tools'], 'the complaints cost no turn');
});

test('opening counts as a step of the turn, and on.returned hears nothing of it', async () => {
  const heard = [];
  const desk = defineAgent({
    name: 'desk', stages: { talk: toolStage({ instructions: 'You help.', tools: tools(), packs, packLimits: { tools: 0 }, limits: { maxSteps: 2 } }) },
    on: { returned({ results }) { heard.push(results.map(({ name }) => name).join()); } },
  });
  const s = await story(desk);
  await s.say('Read');
  await s.reply(open('files'));
  assert.deepEqual([[...heard], s.view.budget.steps], [[], 2]);
  await s.reply(call('read_file', { path: 'a' }));
  assert.deepEqual([[...new Set(heard)], s.view.error.code], [['read_file'], 'limit_reached']);
});

test('a sub-agent has packs of its own, which end with it', async () => {
  const stage = () => toolStage({ instructions: 'You help.', tools: tools(), packs, packLimits: { tools: 3 } });
  const boss = defineAgent({
    name: 'boss',
    stages: {
      boss: { prompt: () => 'You ask.', reply: object({ job: { type: 'string' } }), decide: ({ reply, to }) => to.ask('helper', reply.job) },
      helper: stage(),
    },
  });
  const s = await story(boss);
  await s.say('Work');
  assert.equal(s.view.packs, undefined, 'a plain stage has none');
  await s.reply({ job: 'Read a' });
  await s.reply(open('files'));
  assert.equal(s.view.packs[0].open, true);
  await s.reply({ say: 'Read.', tool: null });
  await s.reply({ job: 'Read b' });
  assert.equal(s.view.packs[0].open, false);
});

test('a wrong definition says what is wrong', () => {
  const throws = (make, message) => assert.throws(make, { name: 'TypeError', message });
  throws(() => tool({ description: 'x', pack: 'my files', execute: () => 1 }), 'tool: pack: must be the name of a pack: 1 to 64 letters, digits, _ and -');
  throws(() => clerk({ packs: { file: 'x' } }), 'toolAgent("clerk"): packs.file: must be left out; there is files, mail; did you mean files?');
  throws(() => toolAgent({ name: 'a', instructions: 'x', packs: { files: 'x' } }), "toolAgent(\"a\"): packs.files: must be left out, since no tool is in a pack: tool({ pack: 'files', … }) puts one there");
  throws(() => defineAgent({ name: 'a', stages: {}, packs: {} }), 'defineAgent("a"): packs: must be left out: toolAgent and toolStage have it, whose prompt the engine writes');
  throws(() => clerk({ packs: { files: 7 } }), /^toolAgent\("clerk"\): packs\.files: must be a text/);
  throws(() => clerk({ packLimits: { tools: -1 } }), 'toolAgent("clerk"): packLimits.tools: must be a whole number from 0');
  throws(() => clerk({ packLimits: { count: 1 } }), /packLimits\.count: must be left out/);
  throws(() => clerk({ tools: { ...tools(), open_tools: tools().today } }), /tools\.open_tools: must be called otherwise: by this name the engine opens and closes packs/);
  throws(
    () => defineAgent({ name: 'a', stages: { one: { prompt: () => '', reply: object({}), decide: ({ to }) => to.listen() } }, tools: { read_file: tools().read_file } }),
    'defineAgent("a"): tools.read_file.pack: must be left out: packs are opened in stages of toolStage, whose prompt the engine writes',
  );
});

test('a tool whose name servers would refuse is named', () => {
  const message = 'toolAgent("a"): tools.查询: must be called by a name of 1 to 64 letters (a to z), digits, _ and -: servers take no other';
  assert.throws(() => toolAgent({ name: 'a', instructions: 'x', tools: { 查询: tools().today } }), { name: 'TypeError', message });
});

test('random events keep the laws in an agent with packs', async () => {
  await explore(clerk(), { events: 2000 });
});
