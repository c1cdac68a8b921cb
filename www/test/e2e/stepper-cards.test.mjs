/** The stepper with the replies of a model: the cards about a plan and about several writes, and words that steer it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { delta, events } from '../server.js';
import { AXE, passes } from './axe.mjs';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { SAYS, actions, begins, ended, filesOf } from './stepper.mjs';
import { at, counts, send, until } from './user.mjs';

const write = path => ({ tool_name: 'write_file', description: path, params: { path, content: `# ${path}\n` } });

const PLAN = { goal: 'Two files', steps: [{ name: 'Write both files', description: 'a.md and b.md', expected_output: 'a.md, b.md' }] };
const WRITES = { thought: 'Both can be written at once', is_complete: false, action: [write('a.md'), write('b.md')] };
const DONE = { thought: 'What was wanted is written', is_complete: true, action: null };

/** Replies that are left, and the requests so far. A request without a reply waits until the page ends it. */
let [replies, asked] = [[], []];
const prepare = (...list) => { [replies, asked] = [list, []]; };

const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  let body = '';
  request.on('data', piece => { body += piece; });
  request.on('end', () => {
    asked.push(body);
    const reply = replies.shift();
    if (reply) events([delta({ content: JSON.stringify(reply) }), delta({}, 'stop')])(response);
  });
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
after(() => {
  server.closeAllConnections();
  server.close();
});
const settings = { provider: 'openai', baseUrl: `http://127.0.0.1:${server.address().port}/v1`, model: 'm' };

scene('of several writes on one card, those without a tick are not made', async ({ open }) => {
  prepare(PLAN, WRITES, DONE);
  const page = await begins(open, { sample: 'notes' });
  await counts(page, 'agree-write', 2);
  assert.ok(await at(page, 'agree-tick').last().isChecked());
  await at(page, 'agree-tick').last().uncheck();
  await at(page, 'input').fill('ok');
  assert.ok(await at(page, 'send').isDisabled(), 'a yes in words would accept the card as it came');
  await at(page, 'input').fill('');
  await at(page, 'card-accept').click();
  await ended(page, 'completed');
  await until(async () => assert.deepEqual((await actions(page)).sort(), ['write_file', 'write_file rejected']));
  assert.equal(await at(page, 'answered').getAttribute('data-ending'), 'changed', 'the card was answered, with a change');
  const files = await filesOf(page);
  assert.deepEqual(['a.md', 'b.md'].map(path => path in files), [true, false]);
}, { settings });

scene('a question at a write is answered beside its card, which can be pressed while the model answers the next one', async ({ lang, open }) => {
  const answer = { en: 'The step names it.', zh: '步骤里写的就是它。' }[lang];
  prepare(PLAN, { thought: 'It can be written', is_complete: false, action: write('a.md') }, { about_card: 'keep', say: answer }, undefined, DONE);
  const page = await begins(open, { sample: 'notes' });
  await at(page, 'card-accept').waitFor();
  await send(page, { en: 'Why a.md?', zh: '为什么是 a.md？' }[lang]);
  await until(async () => assert.equal(await at(page, 'block-said').last().innerText(), answer));
  assert.ok(await at(page, 'card-accept').isEnabled(), 'the card is still there');
  await send(page, { en: 'And what stands in it?', zh: '里面写什么？' }[lang]);
  await until(async () => assert.equal(asked.length, 4));
  assert.match(await at(page, 'live').innerText(), { en: /The model answers; the card stays/, zh: /模型正在回答，卡片一直留着/ }[lang]);
  await at(page, 'card-accept').click();
  await ended(page, 'completed');
  assert.equal(await at(page, 'answered').last().getAttribute('data-ending'), 'accepted');
  assert.ok('a.md' in await filesOf(page));
}, { settings });

scene('words sent while the model works are in the call that is made anew', async ({ lang, open }) => {
  prepare(PLAN, undefined, WRITES, DONE);
  const page = await begins(open, { sample: 'notes', auto: true });
  await until(async () => assert.equal(asked.length, 2));
  assert.ok(!asked[1].includes(SAYS[lang].no));
  await send(page, SAYS[lang].no);
  await ended(page, 'completed');
  assert.deepEqual(asked.map(body => body.includes(SAYS[lang].no)), [false, false, true, true]);
  assert.equal(await at(page, 'block-user').last().innerText(), SAYS[lang].no);
}, { settings });

for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing on the cards about a plan and about writes: ${size}`, async ({ context, open }) => {
    prepare(PLAN, WRITES, DONE);
    await context.addInitScript({ path: AXE });
    const page = await begins(open, { sample: 'notes', plan: true });
    await counts(page, 'agree-step', 1);
    await passes(page, 'plan card');
    await at(page, 'card-accept').click();
    await counts(page, 'agree-write', 2);
    await passes(page, 'card about writes');
  }, { settings, context: { viewport } });
}
