/** The calendar's page: rules as a list, the line that offers to undo, the term in steps, and an empty calendar. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { PHONE, scene as anyScene } from './stage.mjs';
import { at, counts, reads, until } from './user.mjs';

/** The scenes play on the Thursday of week 8, in China. */
const scene = (name, act, { context, ...options } = {}) => anyScene(name, act, { now: '2026-10-29T01:30:00Z', ...options, context: { timezoneId: 'Asia/Shanghai', ...context } });

const SAYS = {
  en: { fridays: '“Calculus revision”: never Fri', saturdays: '“Calculus revision”: never Sat', wish: /kept where possible/, late: /^All tasks: not after 21:00/, time: /^From \(HH:MM\): “late” is not possible/, dropped: /Dropped a rule/, edit: 'Edit the rule: “Calculus revision”: never Fri' },
  zh: { fridays: '“高数复习”：不排在周五', saturdays: '“高数复习”：不排在周六', wish: /尽量遵守/, late: /^全部任务：不晚于 21:00/, time: /^从（时:分）：不能是“late”/, dropped: /删除了一条规则/, edit: '编辑规则：“高数复习”：不排在周五' },
};

async function begins({ context, open }, id = 'start-schedule') {
  await context.addInitScript({ path: AXE });
  const page = await open();
  await at(page, id).click();
  await at(page, 'week').waitFor({ state: 'attached' });
  return page;
}

/** The rules in the page's own database, beside the page. */
const rulesOf = page => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('stepgate-calendar:stepgate-demo');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const all = opening.result.transaction('rules').objectStore('rules').getAll();
    all.onsuccess = () => { opening.result.close(); resolve(all.result); };
  };
}));

/** Puts rules into the page's own database. @param {any[]} rules */
const withRules = async (page, rules) => {
  await page.evaluate(rows => new Promise((resolve, reject) => {
    const opening = indexedDB.open('stepgate-calendar:stepgate-demo');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction('rules', 'readwrite');
      for (const row of rows) change.objectStore('rules').put(row);
      change.oncomplete = () => { opening.result.close(); resolve(undefined); };
    };
  }), rules);
  await page.reload();
  await counts(page, 'rule', rules.length);
  await at(page, 'entry').first().waitFor(); // the board is drawn after the panels
};

const FRIDAYS = { id: 1, about: 'g1', what: { never: { weekdays: [5] } }, strength: 'must', from: 'user', words: 'not on Fridays' };
const HOURS = { id: 3, about: 'all', what: { only: { weekdays: [], dates: [], hours: [{ from: '08:00', to: '21:00' }] } }, strength: 'must', from: 'setting' };
const LATE = { id: 2, about: 'all', what: { avoid_late: '21:00' }, strength: 'wish', from: 'setting' };

async function save(page) {
  await at(page, 'sheet-save').click();
  await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
}

scene('rules are listed in words, edited and dropped, and each change is undone', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await counts(page, 'rules', 0);
  await page.locator('.session[aria-current]').waitFor();
  await withRules(page, [FRIDAYS, LATE, HOURS]);
  await passes(page, 'rules');
  const rule = index => at(page, 'rule').nth(index);
  assert.ok((await rule(0).innerText()).startsWith(SAYS[lang].fridays), await rule(0).innerText());
  assert.match(await rule(0).innerText(), /not on Fridays/);
  assert.match(await rule(1).innerText(), SAYS[lang].late);
  await page.getByRole('button', { name: SAYS[lang].edit }).click();
  await page.locator('[name="rule_weekdays"][value="5"]').uncheck();
  await page.locator('[name="rule_weekdays"][value="6"]').check();
  await at(page, 'field-rule_strength').selectOption('wish');
  await passes(page, 'the form of a rule');
  await save(page);
  await until(async () => assert.ok((await rule(0).innerText()).startsWith(SAYS[lang].saturdays)));
  assert.match(await rule(0).innerText(), SAYS[lang].wish);
  assert.deepEqual((await rulesOf(page))[0], { ...FRIDAYS, what: { never: { weekdays: [6], dates: [], hours: [] } }, strength: 'wish' });
  await at(page, 'undo-line-undo').click();
  await until(async () => assert.deepEqual((await rulesOf(page))[0], FRIDAYS));
  await rule(2).getByTestId('rule-edit').click();
  await at(page, 'field-from-0').fill('late');
  await at(page, 'sheet-save').click();
  await reads(page, 'sheet-problem', SAYS[lang].time);
  assert.deepEqual((await rulesOf(page))[2], HOURS);
  await at(page, 'field-from-0').fill('09:00');
  await save(page);
  await until(async () => assert.deepEqual((await rulesOf(page))[2].what.only.hours, [{ from: '09:00', to: '21:00' }]));
  await rule(1).getByTestId('rule-drop').click();
  await counts(page, 'rule', 2);
  await reads(page, 'undo-line', SAYS[lang].dropped);
  await at(page, 'undo-line-undo').click();
  await counts(page, 'rule', 3);
  assert.deepEqual((await rulesOf(page))[1], LATE);
});

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
