/** The calendar's page: the line that offers to undo, the term in steps, and an empty calendar. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { PHONE, scene as anyScene } from './stage.mjs';
import { at, counts, reads, until } from './user.mjs';

/** The scenes play on the Thursday of week 8, in China. */
const scene = (name, act, { context, ...options } = {}) => anyScene(name, act, { now: '2026-10-29T01:30:00Z', ...options, context: { timezoneId: 'Asia/Shanghai', ...context } });

async function begins({ context, open }, id = 'start-schedule') {
  await context.addInitScript({ path: AXE });
  const page = await open();
  await at(page, id).click();
  await at(page, 'week').waitFor({ state: 'attached' });
  return page;
}

async function save(page) {
  await at(page, 'sheet-save').click();
  await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
}

scene('a change offers to be undone beside the calendar until it is closed or another one comes', async ({ context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'tab-work').click();
  await counts(page, 'undo-line-undo', 0);
  await at(page, 'calendar-add').click();
  await at(page, 'add-class').click();
  await at(page, 'field-name').fill('Piano');
  await save(page);
  await reads(page, 'undo-line', /Piano/);
  await passes(page, 'the line that offers to undo');
  await at(page, 'undo-line-undo').focus();
  await page.keyboard.press('Enter');
  await counts(page, 'class', 3);
  await counts(page, 'undo-line-undo', 0);
  await at(page, 'redo-write').click();
  await counts(page, 'class', 4);
  await at(page, 'class').nth(3).getByTestId('class-edit').waitFor({ state: 'attached' });
  await at(page, 'calendar-add').click();
  await at(page, 'add-class').click();
  await at(page, 'field-name').fill('Chess');
  await save(page);
  await reads(page, 'undo-line', /Chess/);
  await at(page, 'undo-line-close').click();
  await counts(page, 'undo-line-undo', 0);
  await counts(page, 'class', 5);
}, { context: { viewport: PHONE, hasTouch: true, isMobile: true } });

const weekInView = (page, week) => until(async () => assert.ok(await page.locator('.month tbody tr').nth(week - 1).evaluate(row => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}), `week ${week} is in view`));

scene('the term goes on and back by four weeks, and to today', async ({ context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'mode-month').click();
  await weekInView(page, 8);
  await at(page, 'term-on').click();
  await reads(page, 'week-shown', /12/);
  await weekInView(page, 12);
  await at(page, 'term-on').click();
  await weekInView(page, 16);
  await until(async () => assert.equal(await at(page, 'term-on').isDisabled(), true));
  for (const week of [12, 8, 4, 1]) {
    await at(page, 'term-back').click();
    await weekInView(page, week);
  }
  await until(async () => assert.equal(await at(page, 'term-back').isDisabled(), true));
  await at(page, 'show-today').click();
  await reads(page, 'week-shown', /8/);
  await weekInView(page, 8);
});

scene('an empty calendar offers an import and first entries where the calendar is, until it has one', async ({ context, open }) => {
  const page = await begins({ context, open }, 'start-blank');
  await at(page, 'tab-work').click();
  await passes(page, 'an empty calendar');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'empty-import').click()]);
  await chooser.setFiles([]);
  await at(page, 'empty-event').click();
  await at(page, 'field-name').fill('Chess');
  await save(page);
  await counts(page, 'empty-calendar', 0);
  await at(page, 'undo-line-undo').click();
  await at(page, 'empty-calendar').waitFor();
}, { context: { viewport: PHONE } });
