/** Questions of a new user about a conversation, found by pressing only what the page shows: why, what it cost, back and again, a test of a bug. */
import assert from 'node:assert/strict';
import { recorded } from 'stepgate/test';
import { AXE, passes } from './axe.mjs';
import { PHONE, scene } from './stage.mjs';
import { at, counts, downloaded, reads, send, until } from './user.mjs';

// The desk's code asks the page for its language and address; in Node there is none.
globalThis.navigator ??= /** @type {any} */ ({ language: 'en' });
globalThis.location ??= /** @type {any} */ ({ search: '' });
const { desk } = await import('../../demo/desk/desk.js');

const DESK = '?agent=desk&model-delay=0&tool-delay=0';
const WORDS = {
  en: { ask: 'What can you do?', why: 'Why this answer?', prompt: 'Prompt as sent', raw: 'Raw reply', prices: 'Prices and limits', again: 'Another answer', save: 'Save as test', go: 'Go on with this', cost: /\$0\.\d+/, close: 'Close' },
  zh: { ask: '你能做什么？', why: '为什么这样回答？', prompt: '发送的提示词', raw: '原始回复', prices: '价格与上限', again: '换一个回答', cost: /\$0\.\d+/, close: '关闭' },
};

/** A button by what stands on it. */
const button = (page, name) => page.getByRole('button', { name, exact: true });

for (const [where, context] of [['in a window', {}], ['on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }]]) {
  scene(`a new user finds why it said that, what it cost, the way back, and a test of a bug, ${where}`, async ({ lang, context: own, open }) => {
    const words = WORDS[lang];
    await own.addInitScript({ path: AXE });
    const page = await open(DESK);
    await until(async () => assert.equal(await at(page, 'input').isEnabled(), true));
    await send(page, words.ask);
    await counts(page, 'block-said', 1);

    await button(page, words.why).click();
    const inspector = page.locator('stepgate-inspector');
    await inspector.locator('section', { hasText: words.prompt }).waitFor();
    assert.match(await inspector.locator('.detail').innerText(), new RegExp(`${words.raw}[^]*"say"`));
    await passes(page, 'why it said that');
    await button(page, words.close).last().click();
    await until(async () => assert.equal(await inspector.count(), 0));

    await button(page, words.prices).click();
    await at(page, 'costs-input').fill('1000');
    await at(page, 'costs-output').fill('2000');
    await passes(page, 'prices');
    await at(page, 'dialog-close').click();
    await button(page, words.again).click();
    await counts(page, 'version', 1);
    await reads(page, 'usage-turn', words.cost);
    await at(page, 'version-show').click();
    await counts(page, 'version', 1);
    await passes(page, 'two versions and what they cost');

    if (where === 'on a phone') await at(page, 'tab-tasks').click();
    await at(page, 'session-menu').first().click();
    const file = await downloaded(page, () => at(page, 'session-test').first().click());
    await recorded(desk, file);
  }, { context });
}
