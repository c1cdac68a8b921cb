/** The name of a session: the model on a server gives it once, after the first request, unless the user has chosen one. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { offlineModel } from '../../demo/offline/model.js';
import { delta, events } from '../server.js';
import { scene as anyScene } from './stage.mjs';
import { at, say, until } from './user.mjs';

const scene = (name, act, options) => anyScene(name, act, { now: '2026-10-29T01:30:00Z', ...options, context: { timezoneId: 'Asia/Shanghai' } });

/** The text that the server gives when it is asked for a title, and the requests for one. */
let [title, asked] = [/** @type {(language: string) => unknown} */ (() => ''), /** @type {string[]} */ ([])];

/** A server that answers as the script of the page does, and names sessions. */
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  let body = '';
  request.on('data', piece => { body += piece; });
  request.on('end', async () => {
    const { messages, response_format: form } = JSON.parse(body);
    const contract = form.json_schema;
    const words = messages.at(-1).content;
    const zh = /[\u4e00-\u9fff]/.test(words);
    if (contract.name === 'title') asked.push(words);
    const text = contract.name === 'title' ? await title(zh ? 'zh' : 'en') : (await offlineModel({ lang: zh ? 'zh' : 'en', broken: 0, delayMs: 0 })({ messages, contract })).text;
    events([delta({ content: String(text) }), delta({}, 'stop')])(response);
  });
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
after(() => {
  server.closeAllConnections();
  server.close();
});
const settings = { provider: 'openai', baseUrl: `http://127.0.0.1:${server.address().port}/v1`, model: 'm' };

const SAYS = {
  en: { first: 'Which tasks are still open?', second: 'What is on Wednesday?', title: 'Open tasks of the term', own: 'My own name', begun: 'My semester' },
  zh: { first: '还有哪些任务没排？', second: '周三有什么安排？', title: '本学期未排的任务', own: '我自己的名字', begun: '我的学期' },
};

async function begins(open, answer) {
  [title, asked] = [answer, []];
  const page = await open();
  await at(page, 'start-schedule').click();
  await page.locator('.session[aria-current]').waitFor({ state: 'attached' });
  return page;
}

const isCalled = (page, name) => until(async () => assert.equal(await page.locator('.session[aria-current] .session-name').textContent(), name));

scene('a session is named by the model, once, after its first request', async ({ lang, open }) => {
  const page = await begins(open, language => JSON.stringify({ title: ` ${SAYS[language].title}\n` }));
  await isCalled(page, SAYS[lang].begun);
  await say(page, SAYS[lang].first);
  await isCalled(page, SAYS[lang].title);
  assert.deepEqual(asked, [SAYS[lang].first]);
  await page.reload();
  await at(page, 'block-user').waitFor();
  await say(page, SAYS[lang].second);
  await isCalled(page, SAYS[lang].title);
  assert.equal(asked.length, 1);
}, { settings });

scene('a name that the user chose stays, also while the model is asked, and so does the first one after an answer without a title', async ({ lang, open }) => {
  let answer = () => {};
  const page = await begins(open, language => new Promise(done => { answer = () => done(JSON.stringify({ title: SAYS[language].title })); }));
  await say(page, SAYS[lang].first);
  await until(async () => assert.equal(asked.length, 1));
  await at(page, 'session-menu').first().click();
  await at(page, 'session-rename').first().click();
  await at(page, 'rename-input').fill(SAYS[lang].own);
  await at(page, 'rename-save').click();
  await isCalled(page, SAYS[lang].own);
  answer();
  await say(page, SAYS[lang].second);
  await isCalled(page, SAYS[lang].own);
  for (const bad of ['I call it “Tasks”', JSON.stringify({ title: 'x'.repeat(61) })]) {
    title = () => bad;
    await at(page, 'session-new').click();
    await at(page, 'start-schedule').click();
    await page.locator('.session[aria-current]').waitFor({ state: 'attached' });
    asked = [];
    await say(page, SAYS[lang].first);
    await until(async () => assert.equal(asked.length, 1));
    await say(page, SAYS[lang].second);
    assert.match(await page.locator('.session[aria-current] .session-name').textContent(), new RegExp(`^${SAYS[lang].begun}`));
    assert.equal(asked.length, 1);
  }
}, { settings });
