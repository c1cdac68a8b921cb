/** Going back on the page: another answer, other words in the place of a message, another version, and what was done there. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { scene } from './stage.mjs';
import { at, counts, reads, send, until } from './user.mjs';

const DESK = '?agent=desk&model-delay=0&tool-delay=0';
const LINES = {
  en: { which: 'What can you do?', refund: 'Order 1041: pay 20 back', other: 'Order 1042: pay 5 back', done: /Done there, and not undone/, again: /already done/ },
  zh: { which: '你能做什么？', refund: '订单 1041：退 20 欧元', other: '订单 1042：退 5 欧元', done: /没有撤销的/, again: /已经做过/ },
};

scene('a user changes a message, sees both versions, and is told what was done on the other one', async ({ lang, context, open }) => {
  const words = LINES[lang];
  await context.addInitScript({ path: AXE });
  const page = await open(DESK);
  await until(async () => assert.equal(await at(page, 'input').isEnabled(), true));
  await send(page, words.which);
  await counts(page, 'block-said', 1);
  await send(page, words.refund);
  await counts(page, 'card', 1);
  await at(page, 'card-accept').click();
  await counts(page, 'receipts', 1);

  await at(page, 'change').last().focus();
  await page.keyboard.press('Enter');
  await counts(page, 'changing', 1);
  assert.equal(await at(page, 'input').inputValue(), words.refund);
  await passes(page, 'a message is changed');
  await send(page, words.other);
  await counts(page, 'card', 1);
  await reads(page, 'version', words.done);
  await reads(page, 'card', words.again);
  await passes(page, 'a card that names what was done in another version');

  await page.reload();
  await counts(page, 'version', 1);
  await at(page, 'version-show').click();
  await counts(page, 'card', 0);
  await until(async () => assert.match(await at(page, 'block-user').last().innerText(), /1041/));
  await counts(page, 'version', 1);
});

scene('another answer to the last words', async ({ lang, open }) => {
  const page = await open(DESK);
  await until(async () => assert.equal(await at(page, 'input').isEnabled(), true));
  await send(page, LINES[lang].which);
  await counts(page, 'again', 1);
  await at(page, 'again').click();
  await counts(page, 'version', 1);
  await counts(page, 'block-user', 1);
});
