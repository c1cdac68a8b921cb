/** The desk: an agent of the demo's own whose writes stand together on one card. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { scene } from './stage.mjs';
import { at, counts, reads, send, until } from './user.mjs';

const DESK = '?agent=desk&model-delay=0&tool-delay=0';
const LINES = {
  en: { all: 'Order 1041: change the address, pay 20 back and write to the customer', dear: 'Order 1042: pay 500 back and write to the customer', who: 'Who gets this mail?', both: 'Order 1041: pay 20 back. Then order 1042: pay 5 back', second: /order 1042: pay 5 back/, more: 'Order 1042: write to the customer. Then order 1041: change the address' },
  zh: { all: '订单 1041：改地址，退 20 欧元，再给客人写信', dear: '订单 1042：退 500 欧元，再给客人写信', who: '这封信是寄给谁的？', both: '订单 1041：退 20 欧元。然后订单 1042：退 5 欧元', second: /订单 1042：退 5 欧元/, more: '订单 1042：给客人写信。然后订单 1041：改地址' },
};

/** A session with an open card. */
async function asks(open, words) {
  const page = await open(DESK);
  await until(async () => assert.equal(await at(page, 'input').isEnabled(), true));
  await send(page, words);
  await counts(page, 'card', 1);
  return page;
}

const amountOf = page => page.locator('fieldset[name="call-1"] input[name="euros"]');

scene('of three writes two are approved, one of them changed', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await asks(open, LINES[lang].all);
  await counts(page, 'batch-call', 3);
  await at(page, 'card-edit-args').click();
  await amountOf(page).fill('15');
  await until(async () => assert.match(await at(page, 'batch-call').nth(1).innerText(), /15/)); // the title follows
  await at(page, 'batch-tick').nth(2).uncheck();
  await passes(page, 'a card with several writes, one of them without a tick');
  await at(page, 'card-accept').click();
  await counts(page, 'receipts', 1);
  await counts(page, 'deed', 2);
  await reads(page, 'work', /15/);
  await reads(page, 'answered', lang === 'zh' ? /2 项，共 3 项/ : /2 of 3 approved, with your changes/);
  assert.match(await at(page, 'tool').last().innerText(), lang === 'zh' ? /已拒绝/ : /declined/);
  assert.equal(await at(page, 'receipts').getAttribute('data-writes'), '2');
  await passes(page, 'receipts');
});

scene('a card that the model has dropped is brought back, and runs after a yes', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await asks(open, LINES[lang].all);
  await send(page, lang === 'zh' ? '里面别写价格' : 'no prices in it');
  await counts(page, 'card', 0);
  await counts(page, 'reopen', 1);
  await passes(page, 'a dropped card');
  await at(page, 'reopen').click();
  await counts(page, 'batch-call', 3);
  await counts(page, 'reopen', 0);
  await counts(page, 'deed', 0);
  await at(page, 'card-accept').click();
  await counts(page, 'deed', 3);
});

scene('double clicks do once what a click does', async ({ open }) => {
  const page = await open('?model-delay=200&tool-delay=0');
  await at(page, 'sample').click();
  await at(page, 'wish').fill('x');
  await at(page, 'begin').dblclick();
  await at(page, 'block-said').first().waitFor();
  await counts(page, 'session-menu', 1);
  await page.goto(new URL('?agent=desk&model-delay=200&tool-delay=0', page.url()).href);
  await at(page, 'desk-try').dblclick();
  await counts(page, 'card', 1);
  await counts(page, 'block-user', 1);
});

scene('the first words are a button, and a page that dies in a write asks about it', async ({ lang, open }) => {
  const page = await open('?agent=desk&model-delay=0&tool-delay=60000');
  await at(page, 'desk-try').click();
  await counts(page, 'card', 1);
  for (const place of [0, 1]) await at(page, 'batch-tick').nth(place).uncheck();
  await at(page, 'card-accept').click();
  await counts(page, 'card', 0);
  await page.reload();
  await counts(page, 'card', 1);
  assert.equal(await at(page, 'card').getAttribute('data-kind'), 'doubt');
  assert.match(await at(page, 'doubtful').innerText(), lang === 'zh' ? /写信/ : /Write to/);
  assert.doesNotMatch(await page.locator('#card-title').innerText(), /@/); // the question, not the call
});

scene('a write behind one that fails does not begin', async ({ lang, open }) => {
  const page = await asks(open, LINES[lang].dear);
  await at(page, 'card-accept').click();
  await counts(page, 'receipts', 1);
  await counts(page, 'deed', 0);
  assert.match(await at(page, 'tool').last().innerText(), lang === 'zh' ? /没有开始/ : /not begun/);
  assert.equal(await at(page, 'receipts').getAttribute('data-writes'), '0');
});

scene('words do not approve a card of which something is unticked', async ({ lang, open }) => {
  const page = await asks(open, LINES[lang].all);
  await at(page, 'input').fill('ok');
  const sends = isEnabled => until(async () => assert.equal(await at(page, 'send').isEnabled(), isEnabled));
  await sends(true);
  await at(page, 'batch-tick').nth(0).uncheck();
  await sends(false);
});

scene('the answer to a question stands in sight above a card that does not fit', async ({ lang, open }) => {
  const page = await asks(open, LINES[lang].all);
  await send(page, LINES[lang].who);
  await counts(page, 'block-said', 2);
  const tops = () => page.evaluate(() => ['[data-testid="log"]', '[data-testid="block-said"]:last-of-type'].map(place => [...document.querySelectorAll(place)].at(-1)?.getBoundingClientRect().top ?? 0));
  await until(async () => { const [log, answer] = await tops(); assert.ok(answer >= log && answer < log + 300, `${log} ${answer}`); });
  await counts(page, 'card', 1);
});

scene('what is still to be done stands above the input box until it is done or dropped', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await asks(open, LINES[lang].both);
  await counts(page, 'wish', 1);
  await reads(page, 'wish', LINES[lang].second);
  await passes(page, 'a wish above the input box');
  await at(page, 'card-accept').click();
  await counts(page, 'deed', 1);
  await counts(page, 'card', 1);
  await at(page, 'card-accept').click();
  await counts(page, 'wishes', 0);
  await counts(page, 'deed', 2);
  await send(page, LINES[lang].more);
  await counts(page, 'wish', 1);
  await at(page, 'unwish').click();
  await counts(page, 'wishes', 0);
  await counts(page, 'card', 1); // dropping a wish leaves the card
});

scene('after a no what is still to be done waits, and its button says it', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await asks(open, LINES[lang].both);
  await at(page, 'card-decline').click();
  await counts(page, 'card', 0);
  await reads(page, 'wish', LINES[lang].second);
  await passes(page, 'a wish that waits');
  const said = await page.locator('[data-testid="block-user"]').count();
  await at(page, 'take-up').click();
  await counts(page, 'block-user', said + 1);
  await counts(page, 'card', 1);
});
