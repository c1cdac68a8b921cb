/** The examples, each as `npm start` or `npm run build` serves it: a story with reloads, a write that is done once, other tabs, axe. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { AXE, passes } from './axe.mjs';
import { serve } from './server.mjs';
import { CHROMIUM, LANGS, LOCALES, PHONE, SCENE, twice, watch } from './stage.mjs';

const folderOf = name => fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url));
let browser;
before(async () => { browser = await chromium.launch(CHROMIUM); });
after(() => browser.close());

/** A scene on the page of `url`, in a phone's window. Random numbers stand still: no search of the travel agency fails. */
const played = (t, url, lang, act, expected = []) => twice(t, t.name, () => playedOnce(url, lang, act, expected));

async function playedOnce(url, lang, act, expected) {
  const troubles = [];
  const context = await browser.newContext({ locale: LOCALES[lang], viewport: PHONE });
  await watch(context, troubles);
  await context.addInitScript({ path: AXE });
  await context.addInitScript(() => { Math.random = () => 0.5; });
  const open = async () => {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  try {
    await act(open, context);
  } finally {
    await context.close();
  }
  assert.deepEqual(troubles.filter(line => !expected.some(words => line.includes(words))), []);
}

/** A model of the OpenAI protocol that answers with the replies in turn; in place of a number's reply there is that status. */
async function model(context, replies) {
  const asked = [];
  await context.route('**/v1/chat/completions', async (route, request) => {
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    asked.push(await request.headerValue('authorization'));
    const reply = replies.shift();
    if (typeof reply === 'number') return route.fulfill({ status: reply, headers: cors, json: {} });
    return route.fulfill({ headers: cors, json: { choices: [{ message: { content: JSON.stringify(reply) }, finish_reason: 'stop' }] } });
  });
  return asked;
}
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

const named = (page, role, name) => page.getByRole(role, { name, exact: true });
const kept = (page, name) => page.evaluate(name => Object.values(JSON.parse(localStorage.getItem(name) ?? '{}')), name);

const TRAVEL = {
  en: { ask: 'From Berlin to Lisbon, tomorrow, 2 people, 3 nights', travellers: 'Travellers', hotel: 'Hotel', book: 'Book', booked: /^Booked: T\d{6}/, retry: 'Try again', lead: 'Lead here', model: 'Model', name: 'Model name', key: 'Key, if needed', use: 'Use this model', wrong: /key/i, stop: 'Stop' },
  zh: { ask: '从柏林到里斯本，明天，2 人，3 晚', travellers: '人数', hotel: '酒店', book: '预订', booked: /^已预订：T\d{6}/, retry: '重试', lead: '在这里继续', model: '模型', name: '模型名', key: '密钥（如需要）', use: '使用这个模型', wrong: /密钥|key/i, stop: '停止' },
};

for (const lang of LANGS) {
  test(`travel: a trip is changed on the card and booked once, over reloads and a second tab (${lang})`, SCENE, async t => {
    const server = await serve(`${folderOf('travel')}dist`, '');
    t.after(() => server.close());
    const words = TRAVEL[lang];
    await played(t, server.url, lang, async open => {
      const page = await open();
      await passes(page, 'empty');
      const input = page.locator('.composer input');
      await input.fill(words.ask);
      await input.press('Enter');
      await named(page, 'button', words.stop).waitFor();
      await page.reload(); // while the model or the search is under way
      await page.locator('.card').waitFor();
      await passes(page, 'card');
      const second = await open();
      await second.locator('.card').waitFor();
      assert.ok(await named(second, 'button', words.book).isDisabled(), 'the second tab watches');
      await named(second, 'button', words.lead).click();
      await page.close();

      await second.getByLabel(words.travellers).fill('1');
      await second.getByLabel(words.hotel).selectOption('');
      const total = await second.locator('.card b').textContent();
      await named(second, 'button', words.book).click();
      await second.locator('.card').waitFor({ state: 'hidden' });
      await second.reload(); // while it is booked
      await second.locator('.receipt').waitFor();
      assert.match(await second.locator('.receipt b').first().textContent(), words.booked);
      assert.ok(total.endsWith(await second.locator('.receipt b').last().textContent()), total);
      assert.deepEqual((await kept(second, 'agency')).map(({ travellers, hotel }) => [travellers, hotel]), [[1, undefined]]);
      await second.locator('.composer .main').waitFor();
      await passes(second, 'booked');
    });
  });

  test(`travel: a model with a wrong key, then with the right one, which is kept nowhere (${lang})`, SCENE, async t => {
    const server = await serve(`${folderOf('travel')}dist`, '');
    t.after(() => server.close());
    const words = TRAVEL[lang];
    await played(t, server.url, lang, async (open, context) => {
      const page = await open();
      const asked = await model(context, [401, { say: 'Lisbon!', tool: null }]);
      const use = async key => {
        await named(page, 'textbox', words.name).fill('m');
        await named(page, 'textbox', words.key).fill(key);
        await named(page, 'button', words.use).click();
      };
      await named(page, 'button', words.model).click();
      await use('wrong');
      await page.locator('.composer input').fill(words.ask);
      await page.locator('.composer input').press('Enter');
      await page.getByRole('alert').waitFor();
      assert.equal(await page.locator('.composer input').inputValue(), words.ask);
      await passes(page, 'error');
      await page.reload();
      await passes(page, 'settings');
      await use('secret');
      await page.locator('.composer input').fill(words.ask);
      await page.locator('.composer input').press('Enter');
      await page.getByText('Lisbon!').waitFor();
      assert.deepEqual(asked, ['Bearer wrong', 'Bearer secret']);
      assert.doesNotMatch(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])), /secret|wrong/);
    }, ['401']);
  });
}

const SUPPORT = {
  en: { ask: 'A cup of order 1041 is broken, refund 7 euros', pay: 'Pay back', decline: 'Decline', model: 'Model', name: 'Model name', use: 'Use this model', again: 'New conversation', title: 'Refund 6.5 euros for order 1041?' },
  zh: { ask: '订单 1041 的杯子碎了，退 7 欧元', pay: '退款', decline: '拒绝', model: '模型', name: '模型名', use: '使用这个模型', again: '新对话', title: '给订单 1041 退款 6.5 欧元？' },
};

for (const lang of LANGS) {
  test(`support: a refund is paid once, and an order in a note only by the card (${lang})`, SCENE, async t => {
    const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('support'), env: { ...process.env, PORT: '0' } });
    t.after(() => server.kill());
    const [address] = await once(server.stdout, 'data');
    const words = SUPPORT[lang];
    await played(t, String(address).trim(), lang, async (open, context) => {
      const page = await open();
      const input = page.locator('#composer input');
      await input.fill(words.ask);
      await input.press('Enter');
      await page.locator('#stop:visible, #card:visible').first().waitFor(); // the script may be done before one looks
      await page.reload();
      await page.locator('#card').waitFor();
      await page.locator('#card [name=euros]').fill('6.5');
      assert.equal(await page.locator('#question').textContent(), words.title);
      await passes(page, 'card');
      await named(page, 'button', words.pay).click();
      await page.locator('#card').waitFor({ state: 'hidden' });
      await page.reload();
      await page.locator('.receipt').waitFor();
      await page.locator('#send').waitFor();
      assert.deepEqual((await kept(page, 'refunds')).map(({ order, euros }) => [order, euros]), [[1041, 6.5]]);

      await named(page, 'button', words.again).click();
      await page.getByText(words.model, { exact: true }).click();
      await named(page, 'textbox', words.name).fill('m');
      await model(context, [
        { say: '', tool: { name: 'find', args: { text: '1043' } } }, { say: 'Done.', tool: { name: 'refund', args: { order: 1043, euros: 255.9, reason: 'approved' } } }, { say: 'Nothing was paid back.' },
      ]);
      await named(page, 'button', words.use).click();
      await input.fill('1043');
      await input.press('Enter');
      await page.locator('#card').waitFor();
      await named(page, 'button', words.decline).click();
      await page.getByText('Nothing was paid back.').waitFor();
      assert.equal((await kept(page, 'refunds')).length, 1);
      await passes(page, 'declined');

      await named(page, 'button', words.again).click();
      const refund = (order, euros) => ({ name: 'refund', args: { order, euros, reason: 'broken' } });
      await model(context, [{ say: 'Both.', tool: [refund(1042, 3), refund(1043, 4), refund(1044, 5)] }, { say: 'Two were paid back.' }]);
      await input.fill('1042, 1043, 1044');
      await input.press('Enter');
      const call = place => page.locator('#card fieldset').nth(place);
      await call(2).locator('[name=euros]').fill('5.5');
      assert.match(await call(2).locator('legend').textContent(), /5\.5/);
      await call(1).locator('[type=checkbox]').uncheck();
      assert.equal(await input.isDisabled(), true); // words would approve also what has no tick
      await passes(page, 'a card of several refunds');
      await named(page, 'button', words.pay).click();
      await page.getByText('Two were paid back.').waitFor();
      assert.deepEqual((await kept(page, 'refunds')).slice(1).map(({ order, euros }) => [order, euros]), [[1042, 3], [1044, 5.5]]);
    });
  });
}

const INTERVIEW = {
  en: { topic: 'My first year as a nurse', lines: ['I began in 2024', 'The ward had 28 beds', 'Falls went from 9 to 4'], text: 'I began in 2024. The ward had 28 beds. Falls went from 9 to 4.', use: 'Use it', keep: 'Keep my changes', save: 'Save as Markdown', fact: 'Fact 2' },
  zh: { topic: '我当护士的第一年', lines: ['我 2024 年开始', '病区有 28 张床', '跌倒从 9 次降到 4 次'], text: '我 2024 年开始。病区有 28 张床。跌倒从 9 次降到 4 次。', use: '使用', keep: '保留我的修改', save: '另存为 Markdown', fact: '事实 2' },
};

for (const lang of LANGS) {
  test(`interview: questions, a text that is confirmed after a reload, corrections by hand, a file (${lang})`, SCENE, async t => {
    const server = await serve(`${folderOf('interview')}dist`, '');
    t.after(() => server.close());
    const words = INTERVIEW[lang];
    await played(t, server.url, lang, async open => {
      const page = await open();
      await page.locator('#again:not(:empty)').waitFor({ state: 'attached' });
      await passes(page, 'begin');
      await page.locator('#begin input').fill(words.topic);
      await page.locator('#begin input').press('Enter');
      for (const [answered, line] of words.lines.entries()) {
        await page.waitForFunction(answered => document.querySelectorAll('#log p:not(.user, .quiet)').length > answered && !document.querySelector('#send').hidden, answered);
        await page.locator('#composer input').fill(line);
        await page.locator('#composer input').press('Enter');
      }
      await page.locator('#card').waitFor();
      await page.reload();
      await page.locator('#card').waitFor();
      assert.equal(await page.locator('#card p').textContent(), words.text);
      await passes(page, 'card');
      await named(page, 'button', words.use).click();
      await page.locator('#text').waitFor();
      await page.getByLabel(words.fact, { exact: true }).fill('30');
      await page.getByLabel(words.fact, { exact: true }).press('Tab');
      await page.locator('#text textarea').fill('30 <b>');
      await named(page, 'button', words.keep).click();
      await page.waitForFunction(() => document.querySelector('#text textarea').defaultValue === '30 <b>'); // saved
      await page.reload();
      await page.locator('#text').waitFor();
      assert.equal(await page.getByLabel(words.fact, { exact: true }).inputValue(), '30');
      const [download] = await Promise.all([page.waitForEvent('download'), named(page, 'button', words.save).click()]);
      const text = await (await download.createReadStream()).toArray();
      assert.equal(Buffer.concat(text).toString(), `# ${words.topic}\n\n30 <b>\n`);
      await passes(page, 'kept');
    });
  });
}

const ROOMS = {
  en: { send: 'Send', always: 'Approve, and do not ask again', no: 'Decline', price: 'Server: raise the price', done: 'Birch is yours.', left: 'Then I leave it.' },
  zh: { send: '发送', always: '批准，并且不再询问', no: '拒绝', price: '服务器：提价', done: 'Birch 订好了。', left: '那就不订了。' },
};

const RECEIPTS = {
  en: { sample: 'A sample receipt', torn: 'A torn one', title: 'Enter 14.6 euros at Café Linde?', enter: 'Enter', table: 'Apple cake', failed: /Not entered: .*26\.49/ },
  zh: { sample: '一张示例小票', torn: '一张残缺的', title: '记入 Café Linde 14.6 欧元？', enter: '记入', table: 'Apple cake', failed: /没有记入：.*26\.49/ },
};

for (const lang of LANGS) {
  test(`receipts: a photo becomes a table and is entered once over reloads, and a torn one is not asked about (${lang})`, SCENE, async t => {
    const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('receipts'), env: { ...process.env, PORT: '0' } });
    t.after(() => server.kill());
    const [address] = await once(server.stdout, 'data');
    const words = RECEIPTS[lang];
    await played(t, String(address).trim(), lang, async open => {
      const page = await open();
      const seesPhoto = () => page.waitForFunction(() => [...document.querySelectorAll('#log img')].some(image => image.complete && image.naturalWidth > 0));
      await named(page, 'button', words.sample).click();
      await page.locator('#card').waitFor();
      await page.reload();
      await page.locator('#card').waitFor();
      await seesPhoto();
      assert.equal(await page.locator('#question').textContent(), words.title);
      await page.locator('#card td').filter({ hasText: words.table }).waitFor();
      await passes(page, 'card');
      await named(page, 'button', words.enter).click();
      await page.locator('#book table').waitFor();
      await page.reload();
      await page.locator('.receipt').waitFor();
      assert.deepEqual((await kept(page, 'receipts')).map(({ shop, total }) => [shop, total]), [['Café Linde', 14.6]]);

      await named(page, 'button', words.torn).click();
      await page.getByText(words.failed).waitFor();
      assert.equal(await page.locator('#card').isHidden(), true);
      assert.equal((await kept(page, 'receipts')).length, 1);
      await passes(page, 'a torn receipt');
    });
  });
}

/** Starts the example of an MCP server: the address of its page, and that of its tools. */
async function rooms(t, env = {}) {
  const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('mcp'), env: { ...process.env, PORT: '0', ...env } });
  t.after(() => server.kill());
  const url = String((await once(server.stdout, 'data'))[0]).trim();
  const [, tools] = /data-tools="(.*?)"/.exec(await (await fetch(url)).text());
  return { url, tools };
}

for (const lang of LANGS) {
  test(`mcp: a room is booked once over a reload, and a changed tool asks in spite of a grant (${lang})`, SCENE, t => twice(t, t.name, async () => {
    const { url, tools } = await rooms(t);
    const words = ROOMS[lang];
    await playedOnce(url, lang, async open => {
      const page = await open();
      await page.locator('#offer').filter({ hasText: 'Books a room for a day' }).waitFor();
      await named(page, 'button', words.send).click();
      await page.locator('#card').waitFor();
      await page.reload();
      await page.locator('#card').waitFor();
      assert.deepEqual(JSON.parse(await page.locator('#args').textContent()), { room: 'Birch', day: 'Friday' });
      await passes(page, 'card');
      await named(page, 'button', words.always).click();
      await page.getByText(words.done).waitFor();
      await page.locator('#booked').filter({ hasText: 'Birch, Friday' }).waitFor();
      await page.reload();
      await page.locator('#offer').filter({ hasText: 'Books a room' }).waitFor();
      assert.deepEqual(await (await fetch(`${tools}/booked`)).json(), ['Birch, Friday']);

      await named(page, 'button', words.price).click();
      await page.locator('#offer').filter({ hasText: 'for 20 euros' }).waitFor();
      await named(page, 'button', words.send).click();
      await page.locator('#question').filter({ hasText: 'Book a room, for 20 euros' }).waitFor();
      await named(page, 'button', words.no).click();
      await page.getByText(words.left).waitFor();
      assert.deepEqual(await (await fetch(`${tools}/booked`)).json(), ['Birch, Friday']);
    }, []);
  }));
}

test('mcp: a page that the server does not allow is told which header is missing', SCENE, async t => {
  const { url } = await rooms(t, { ALLOW: 'https://other.example' });
  await played(t, url, 'en', async open => {
    const page = await open();
    await page.getByRole('alert').filter({ hasText: `Access-Control-Allow-Origin: ${new URL(url).origin}` }).waitFor();
  }, ['CORS', 'Failed to load resource', 'net::ERR_FAILED']);
});

const CLUB = {
  en: { send: 'Send', yes: 'Pay what is ticked', ask: 'Two bills are open.', done: 'Done.' },
  zh: { send: '发送', yes: '付勾选的', ask: '有两张账单未付。', done: '办好了。' },
};

for (const lang of LANGS) {
  test(`ag-ui: a card is there again after a reload, and what is ticked is paid once, with the sum of the field (${lang})`, SCENE, async t => {
    const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('ag-ui'), env: { ...process.env, PORT: '0' } });
    t.after(() => server.kill());
    const url = String((await once(server.stdout, 'data'))[0]).trim();
    const words = CLUB[lang];
    await played(t, url, lang, async open => {
      const page = await open();
      await passes(page, 'empty');
      await named(page, 'button', words.send).click();
      await page.locator('#card').waitFor();
      await page.getByText(words.ask).waitFor();
      const before = await page.locator('#log p').allTextContents();
      await page.reload();
      await page.locator('#card').waitFor();
      assert.deepEqual(await page.locator('#log p').allTextContents(), before);
      assert.deepEqual(await kept(page, 'paid'), []);
      await passes(page, 'card');

      await page.locator('#card fieldset').nth(0).locator('input[type=number]').fill('10');
      await page.locator('#card fieldset').nth(1).locator('input[type=checkbox]').uncheck();
      await named(page, 'button', words.yes).dblclick();
      await page.getByText(words.done).waitFor();
      await page.reload();
      await page.getByText(words.done).waitFor();
      assert.ok(await page.locator('#card').isHidden());
      assert.deepEqual(await kept(page, 'paid'), [{ to: 'Ann', euros: 10 }]);
    });
  });
}

const TWO_ROOMS = {
  en: { send: 'Send', yes: 'Approve', no: 'Decline', ask: 'Both rooms are free.', question: 'Which one is larger?', kept: 'Birch has four seats, Cedar twelve.', done: 'Done.', say: 'Two rooms for Friday', day: 'Friday' },
  zh: { send: '发送', yes: '批准', no: '拒绝', ask: '两个房间都空着。', question: '哪个大一些？', kept: 'Birch 有四个座位，Cedar 有十二个。', done: '办好了。', say: '周五要两个房间', day: '周五' },
};

for (const [name, path] of [['useChat', ''], ['assistant-ui', 'assistant.html']]) {
  for (const lang of LANGS) {
    test(`chat-ui: ${name} shows the card again after a reload and after words at it, and what is approved is booked once (${lang})`, SCENE, async t => {
      const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('chat-ui'), env: { ...process.env, PORT: '0' } });
      t.after(() => server.kill());
      const url = String((await once(server.stdout, 'data'))[0]).trim() + path;
      const words = TWO_ROOMS[lang];
      await played(t, url, lang, async open => {
        const page = await open();
        const approve = named(page, 'button', words.yes);
        const say = async text => {
          await page.getByRole('textbox').fill(text);
          await named(page, 'button', words.send).click();
        };
        await named(page, 'button', words.send).waitFor();
        await passes(page, 'empty');
        await say(words.say);
        await approve.nth(1).waitFor();
        const before = await page.locator('#log p').allTextContents();
        assert.deepEqual(before.slice(-1), [words.ask]);
        await page.reload();
        await approve.nth(1).waitFor();
        assert.deepEqual(await page.locator('#log p').allTextContents(), before);
        assert.deepEqual(await kept(page, 'booked'), []);
        await passes(page, 'card');

        await say(words.question);
        await page.getByText(words.kept).waitFor();
        await approve.nth(1).waitFor();
        assert.equal(await approve.count(), 2);
        await named(page, 'button', words.no).nth(1).click();
        await approve.nth(0).dblclick();
        await page.getByText(words.done).waitFor();
        await page.reload();
        await page.getByText(words.done).waitFor();
        assert.equal(await approve.count(), 0);
        assert.deepEqual(await kept(page, 'booked'), [{ room: 'Birch', day: words.day }]);
      });
    });
  }
}

const BANK = {
  en: { send: 'Send', passkey: 'Make a passkey', made: 'There is a passkey.', done: 'Ann has the money.', refused: 'It could not be confirmed that you are here', press: 'Press the button on the card yourself' },
  zh: { send: '发送', passkey: '创建通行密钥', made: '通行密钥已创建。', done: '已经转给 Ann 了。', refused: '未能确认是您本人在操作', press: '请亲自按卡片上的按钮' },
};

/** A key of the browser's own that a person unlocks, or fails to. @param {import('playwright-core').Page} page */
async function authenticator(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return { unlocks: isUserVerified => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) };
}

for (const lang of LANGS) {
  test(`presence: nothing but a press and a passkey sends the money, once over reloads (${lang})`, SCENE, t => twice(t, t.name, async () => {
    const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('presence'), env: { ...process.env, PORT: '0' } });
    t.after(() => server.kill());
    const url = String((await once(server.stdout, 'data'))[0]).trim();
    const sent = async () => (await (await fetch(`${url}sent`)).json()).map(({ to, euros }) => `${to} ${euros}`);
    const words = BANK[lang];
    await playedOnce(url, lang, async open => {
      const page = await open();
      const key = await authenticator(page);
      const yes = page.locator('#card button').first();
      await named(page, 'button', words.passkey).click();
      await page.getByText(words.made).waitFor();
      await named(page, 'button', words.send).click();
      await yes.waitFor();
      await passes(page, 'card');

      await yes.evaluate(button => button.click());
      await page.getByRole('alert').filter({ hasText: words.press }).waitFor();
      await page.getByRole('textbox').fill(lang === 'zh' ? '好的' : 'yes');
      await named(page, 'button', words.send).click();
      await page.getByRole('alert').filter({ hasText: words.press }).waitFor();

      await key.unlocks(false);
      await yes.click();
      await page.getByRole('alert').filter({ hasText: words.refused }).waitFor();
      assert.deepEqual(await sent(), []);

      await page.reload();
      await key.unlocks(true);
      await yes.click();
      await page.getByText(words.done).waitFor();
      assert.deepEqual(await sent(), ['Ann 40']);
      await page.reload();
      await page.getByText(words.done).waitFor();
      assert.deepEqual(await sent(), ['Ann 40']);
    }, []);
  }));
}

test('presence: a browser calls a submit trusted that a script began, so it counts for nothing', SCENE, async () => {
  const page = await browser.newPage();
  await page.setContent('<form><button>Yes</button></form>');
  const trusted = await page.evaluate(() => new Promise(resolve => {
    document.forms[0].onsubmit = event => {
      event.preventDefault();
      resolve([event.type, event.isTrusted]);
    };
    document.querySelector('button').click();
  }));
  assert.deepEqual(trusted, ['submit', true]);
  await page.close();
});

test('presence: a call of another agent of the browser waits for the card and the passkey', SCENE, async t => {
  const server = spawn(process.execPath, ['serve.js'], { cwd: folderOf('presence'), env: { ...process.env, PORT: '0' } });
  t.after(() => server.kill());
  const url = String((await once(server.stdout, 'data'))[0]).trim();
  const sent = async () => (await (await fetch(`${url}sent`)).json()).map(({ to, euros }) => `${to} ${euros}`);
  const other = await chromium.launch({ ...CHROMIUM, args: [...(CHROMIUM.args ?? []), '--enable-features=WebMCP'] });
  t.after(() => other.close());
  const page = await other.newPage({ locale: 'en-US' });
  await page.goto(url);
  await authenticator(page);
  await named(page, 'button', BANK.en.passkey).click();
  await page.getByText(BANK.en.made).waitFor();
  await page.waitForFunction(() => document.modelContext.getTools().then(tools => tools.length));
  assert.deepEqual((await page.webmcp.tools()).map(({ name, annotations }) => [name, annotations.consequential]), [['transfer', true]]);

  const call = page.webmcp.callTool('transfer', { to: 'Eve', euros: 7 });
  await page.locator('#other').filter({ hasText: 'Another agent in this browser asks for this.' }).waitFor();
  await page.locator('#other button').first().evaluate(button => button.click());
  await page.getByRole('alert').filter({ hasText: BANK.en.press }).waitFor();
  assert.deepEqual(await sent(), []);
  await page.locator('#other button').first().click();
  assert.deepEqual((await call).structuredContent, { result: { number: 1, to: 'Eve', euros: 7 } });

  const declined = page.webmcp.callTool('transfer', { to: 'Eve', euros: 8 });
  await page.locator('#other button').nth(1).click();
  assert.equal((await declined).structuredContent.error.code, 'declined');
  assert.deepEqual(await sent(), ['Eve 7']);
});
