/** The calendar's page: rules as a list, the line that offers to undo, the term in steps, and an empty calendar. */
import assert from 'node:assert/strict';
import { AXE, passes } from './axe.mjs';
import { PHONE, scene as anyScene } from './stage.mjs';
import { meddle, records } from './calendar-records.mjs';
import { at, counts, reads, say, until } from './user.mjs';

/** The scenes play on the Thursday of week 8, in China. */
const scene = (name, act, { context, ...options } = {}) => anyScene(name, act, { now: '2026-10-29T01:30:00Z', ...options, context: { timezoneId: 'Asia/Shanghai', ...context } });

const SAYS = {
  en: { fridays: '“Calculus revision”: never Fri', saturdays: '“Calculus revision”: never Sat', wish: /kept where possible/, late: /^All tasks: not after 21:00/, time: /^From \(HH:MM\): “late” is not possible/, dropped: /Dropped a rule/, edit: 'Edit the rule: “Calculus revision”: never Fri', taken: /taken by “Functions and limits”/, choose: /Arrow keys move it/, course: 'course', missed: 'Missed: Functions and limits', saidMissed: /Marked as missed: “Functions and limits”/, isMissed: /missed/, all: 'Arrange all tasks over the whole semester' },
  zh: { fridays: '“高数复习”：不排在周五', saturdays: '“高数复习”：不排在周六', wish: /尽量遵守/, late: /^全部任务：不晚于 21:00/, time: /^从（时:分）：不能是“late”/, dropped: /删除了一条规则/, edit: '编辑规则：“高数复习”：不排在周五', taken: /已有“函数与极限”/, choose: /方向键移动/, course: '课程', missed: '没做：函数与极限', saidMissed: /标记为没做：“函数与极限”/, isMissed: /没做/, all: '把所有任务安排到整个学期' },
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

/** Gives a task a place in week 8 of the page's own database, beside the page. `more`: further fields of the task. */
const withTask = async (page, place, { id = 101, ...more } = {}) => {
  const { items } = await records(page);
  const item = items.find(one => one.id === id);
  const event = { id: 900 + id, name: item.content, type: 'task', can_be_embedded: false, rel_id: id, start_time: '', end_time: '' };
  const sections = Array.from({ length: place.section_to - place.section_from + 1 }, (_, index) => place.section_from + index);
  await meddle(page, 'task_items', [{ ...item, status: 2, embedded_time: { week: 8, ...place }, ...more }]);
  await meddle(page, 'events', [event]);
  await meddle(page, 'event_sections', sections.map(section => ({ event_id: event.id, week: 8, day_of_week: place.day_of_week, section, status: 'normal' })));
  await page.reload();
  await page.locator(`[data-testid="entry"][data-id="item ${id}"]`).first().waitFor({ state: 'attached' });
};

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

/** Points on a day of the grid, by times of day. The grid shows 8:00 to 22:00. */
async function pointsOf(page, day, ...minutes) {
  const { x, y, width, height } = await at(page, `day-${day}`).boundingBox();
  return minutes.map(minute => ({ x: x + width / 2, y: y + height * ((minute - 480) / 840) }));
}

/** Drags over a day of the grid, and lets go. `held` looks at the page before. */
async function dragOver(page, day, from, to, held = async () => {}) {
  const [begin, end] = await pointsOf(page, day, from, to);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await held();
  await page.mouse.up();
}

const timesIn = async page => Promise.all(['day-0', 'from-0', 'to-0', 'weeks-0'].map(field => at(page, `field-${field}`).inputValue()));

const rowsNamed = async (page, name) => {
  const { events, rows } = await records(page);
  const event = events.find(one => one.name === name);
  return rows.filter(row => row.event_id === event?.id).map(row => `${row.week}/${row.day_of_week}/${row.section}`).sort();
};

const SUNDAY = 56;

scene('an event is added by a drag over free time, not onto a task, and undone', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'entry').first().waitFor();
  await dragOver(page, SUNDAY, 815, 905, async () => {
    await reads(page, 'proposal-hint', /13:30–15:10/);
    await counts(page, 'target', 1);
  });
  await at(page, 'dialog-event').waitFor();
  assert.deepEqual(await timesIn(page), ['7', '5', '6', '8']);
  await passes(page, 'the form of a dragged event');
  await page.keyboard.type('Concert'); // the name has the focus
  await save(page);
  assert.deepEqual(await rowsNamed(page, 'Concert'), ['8/7/5', '8/7/6']);
  await at(page, 'undo-line-undo').click();
  await until(async () => assert.deepEqual(await rowsNamed(page, 'Concert'), []));
  await dragOver(page, SUNDAY, 760, 770); // between two periods: the nearest one
  await at(page, 'dialog-event').waitFor();
  assert.deepEqual(await timesIn(page), ['7', '5', '5', '8']);
  await page.keyboard.press('Escape');
  await withTask(page, { day_of_week: 7, section_from: 7, section_to: 8 });
  await dragOver(page, SUNDAY, 815, 1_000, async () => { await at(page, 'target').and(page.locator('[data-refused="true"]')).waitFor(); });
  await reads(page, 'proposal-hint', SAYS[lang].taken);
  await counts(page, 'dialog-event', 0);
});

scene('an event is added by the keyboard: arrows choose its time, with Shift its length', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'entry').first().waitFor();
  const begin = async () => {
    await at(page, 'calendar-add').focus();
    await page.keyboard.press('Enter');
    await until(async () => assert.ok(await at(page, 'add-at').isEnabled()));
    await at(page, 'add-at').focus();
    await page.keyboard.press('Enter');
  };
  await begin();
  const target = at(page, 'target');
  const isAt = async (day, from, to) => {
    await at(page, `day-${day}`).locator(`[data-testid="target"][data-from="${from}"][data-to="${to}"]`).waitFor();
    await until(async () => assert.ok(await target.evaluate(element => element === document.activeElement), 'the place has the focus'));
  };
  await isAt(53, 3, 4); // today, the first two free periods
  await reads(page, 'proposal-hint', SAYS[lang].choose);
  await passes(page, 'a place that is chosen by the keyboard');
  for (const [key, ...place] of [['ArrowRight', 54, 3, 4], ['ArrowDown', 54, 4, 5], ['Shift+ArrowDown', 54, 4, 6], ['Shift+ArrowUp', 54, 4, 5], ['ArrowUp', 54, 3, 4]]) {
    await page.keyboard.press(key);
    await isAt(...place);
  }
  for (const [key, times] of [['ArrowRight', 3], ['ArrowDown', 4]]) for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  await isAt(57, 7, 8); // the Monday of the next week, which is shown now
  await reads(page, 'week-shown', /9/);
  await page.keyboard.press('Enter');
  await at(page, 'dialog-event').waitFor();
  assert.deepEqual(await timesIn(page), ['1', '7', '8', '9']);
  await page.keyboard.type('Chess');
  await page.keyboard.press('Enter');
  await until(async () => assert.deepEqual(await rowsNamed(page, 'Chess'), ['9/1/7', '9/1/8']));
  await begin();
  await target.waitFor();
  await page.keyboard.press('Escape');
  await counts(page, 'target', 0);
  await counts(page, 'dialog-event', 0);
  await until(async () => assert.ok(await at(page, 'calendar-add').evaluate(element => element === document.activeElement)));
});

scene('an event is added by a finger, which holds a free place of the day', async ({ context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'tab-work').click();
  await at(page, 'mode-day').click();
  await at(page, 'day-53').waitFor();
  const [from, to] = await pointsOf(page, 53, 940, 1_010);
  const client = await context.newCDPSession(page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await at(page, 'target').waitFor(); // the finger has rested long enough
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * share }]);
  await reads(page, 'proposal-hint', /15:30–17:10/);
  await touch('touchEnd', []);
  await at(page, 'dialog-event').waitFor();
  assert.deepEqual(await timesIn(page), ['4', '7', '8', '8']);
  await page.keyboard.press('Escape');
  await counts(page, 'dialog-event', 0);
  await at(page, 'calendar-add').tap();
  await at(page, 'add-at').tap();
  await at(page, 'target').tap();
  await at(page, 'dialog-event').waitFor();
}, { langs: ['en'], context: { viewport: PHONE, hasTouch: true, isMobile: true } });

const LONG = 'Interdisciplinary colloquium on donaudampfschifffahrt and its archives';

scene('an entry shows little text, and all of it on a card: under the mouse, at the focus, and when it is pressed', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await at(page, 'entry').first().waitFor();
  const { events } = await records(page);
  await meddle(page, 'events', [{ ...events.find(({ id }) => id === 1), name: LONG, location: 'Building 7, second floor, room 2.041' }]);
  await page.reload();
  const entry = page.locator('[data-testid="entry"]', { hasText: LONG }).first();
  await entry.waitFor();
  const name = entry.locator('.entry-name');
  assert.ok(await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight), 'the name is cut');
  const card = at(page, 'entry-card');
  const isWhole = async () => {
    await card.waitFor();
    assert.equal(await card.locator('b').innerText(), LONG);
    await reads(page, 'entry-card', /08:00–09:40[^]*Building 7, second floor, room 2\.041/);
    const { x, y, width, height } = await card.boundingBox();
    const room = page.viewportSize();
    assert.ok(x >= 0 && y >= 0 && x + width <= room.width && y + height <= room.height, 'the card is on the screen');
  };
  await entry.hover();
  await isWhole();
  await passes(page, 'the card of an entry');
  await card.hover(); // it stays while the mouse is on it
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await page.mouse.move(2, 2);
  await at(page, 'calendar-files').focus();
  await page.keyboard.press('Tab');
  await until(async () => assert.ok(await entry.evaluate(element => element === document.activeElement)));
  await isWhole();
  await page.keyboard.press('Tab');
  await until(async () => assert.notEqual(await card.locator('b').innerText(), LONG)); // the next entry has the focus
  await page.keyboard.press('Shift+Tab');
  await isWhole();
  await page.keyboard.press('Enter');
  await reads(page, 'entry-panel', /Building 7, second floor/);
  await card.waitFor({ state: 'hidden' });
  assert.match(await entry.evaluate(element => element.textContent), new RegExp(`${LONG}[^]*${SAYS[lang].course}`), 'screen readers hear all of it');
});

scene('a line shows what time it is, in the week and in the list of a phone', async ({ context, open }) => {
  const page = await begins({ context, open });
  const line = page.locator('.ec-now-indicator');
  await line.waitFor();
  const [{ y }] = await pointsOf(page, 53, 570); // 9:30
  const isThere = async () => {
    const [box, day] = [await line.boundingBox(), await at(page, 'day-53').boundingBox()];
    assert.ok(Math.abs(box.y + box.height / 2 - y) < 4 && box.x + box.width > day.x && box.x < day.x + day.width, JSON.stringify({ box, day, y }));
  };
  await until(isThere);
  await at(page, 'week-on').click();
  await line.waitFor({ state: 'detached' });
  await at(page, 'go-today').click();
  await page.setViewportSize(PHONE);
  await at(page, 'tab-work').click();
  const [before, behind] = [page.locator('.now-before .entry'), page.locator('.now-behind .entry')];
  await before.waitFor();
  assert.deepEqual([await before.getAttribute('data-day'), await before.getAttribute('data-from'), await behind.count()], ['53', '5', 0]);
  await context.clock.setFixedTime('2026-10-29T15:00:00Z'); // 23:00: the day is over
  await page.reload();
  await at(page, 'tab-work').click();
  await behind.waitFor();
  assert.deepEqual([await behind.getAttribute('data-day'), await behind.getAttribute('data-from'), await before.count()], ['53', '5', 0]);
});

/** What the calendar has of a task. */
const taskNow = async (page, id) => {
  const { mark, status } = (await records(page)).items.find(one => one.id === id);
  return { mark, status };
};

const isTask = (page, id, mark, status) => until(async () => assert.deepEqual(await taskNow(page, id), { mark, status }));

scene('a past task is marked as done or missed by one press, and what was missed waits for a new time', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await counts(page, 'look-back', 0);
  await page.locator('.session[aria-current]').waitFor();
  await withTask(page, { day_of_week: 1, section_from: 9, section_to: 10 });
  await withTask(page, { day_of_week: 2, section_from: 9, section_to: 10 }, { id: 102 });
  await withTask(page, { day_of_week: 6, section_from: 3, section_to: 4 }, { id: 103 });
  await counts(page, 'look-back-task', 2); // the one on Saturday is still to come
  await passes(page, 'past tasks');
  await page.getByRole('button', { name: SAYS[lang].missed }).click();
  await isTask(page, 101, 'missed', 1);
  await counts(page, 'look-back-task', 1);
  const waiting = at(page, 'waiting-task').first();
  await until(async () => assert.match(await waiting.textContent(), SAYS[lang].isMissed));
  await until(async () => assert.match(await at(page, 'undo-line').textContent(), SAYS[lang].saidMissed));
  await at(page, 'undo-line-undo').click();
  await isTask(page, 101, undefined, 2);
  await at(page, 'all-done').click();
  await isTask(page, 101, 'done', 2);
  await isTask(page, 102, 'done', 2);
  await counts(page, 'look-back', 0);
  const entry = page.locator('[data-testid="entry"][data-id="item 101"]');
  await entry.focus();
  await page.keyboard.press('ArrowRight'); // what is done does not move
  await counts(page, 'target', 0);
  await page.keyboard.press('Enter');
  await at(page, 'entry-done').focus();
  await passes(page, 'a task that is done');
  await page.keyboard.press('Enter');
  await isTask(page, 101, undefined, 2);
  await page.locator('[data-testid="entry"][data-id="item 103"]').click();
  await at(page, 'entry-done').waitFor();
  await counts(page, 'entry-missed', 0); // its time has not come
  await page.keyboard.press('Escape');
});

scene('on a phone a task is marked by a tap in its panel', async ({ context, open }) => {
  const page = await begins({ context, open });
  await page.locator('.session[aria-current]').waitFor({ state: 'attached' });
  await withTask(page, { day_of_week: 1, section_from: 9, section_to: 10 });
  await at(page, 'tab-work').tap();
  const entry = page.locator('[data-testid="entry"][data-id="item 101"]');
  await entry.tap();
  await at(page, 'entry-done').tap();
  await isTask(page, 101, 'done', 2);
  await entry.tap();
  await until(async () => assert.equal(await at(page, 'entry-done').getAttribute('aria-pressed'), 'true'));
  await at(page, 'entry-done').tap();
  await isTask(page, 101, undefined, 2);
  await entry.tap();
  await at(page, 'entry-missed').tap();
  await isTask(page, 101, 'missed', 1);
  await entry.waitFor({ state: 'detached' });
}, { langs: ['zh'], context: { viewport: PHONE, hasTouch: true, isMobile: true } });

scene('the agent plans anew what was missed, in the time to come, and leaves what is done where it is', async ({ lang, context, open }) => {
  const page = await begins({ context, open });
  await page.locator('.session[aria-current]').waitFor();
  await withTask(page, { day_of_week: 1, section_from: 9, section_to: 10 });
  await withTask(page, { day_of_week: 2, section_from: 9, section_to: 10 }, { id: 102 });
  await page.getByRole('button', { name: SAYS[lang].missed }).click();
  await isTask(page, 101, 'missed', 1);
  await counts(page, 'look-back-task', 1);
  await at(page, 'look-back-done').click();
  await isTask(page, 102, 'done', 2);
  await say(page, SAYS[lang].all);
  await at(page, 'card-accept').click();
  await isTask(page, 101, undefined, 2);
  const { items } = await records(page);
  const placeOf = id => items.find(item => item.id === id).embedded_time;
  const { week, day_of_week } = placeOf(101);
  assert.ok(week > 8 || day_of_week >= 4, `placed in the past: week ${week}, day ${day_of_week}`);
  assert.deepEqual(placeOf(102), { week: 8, day_of_week: 2, section_from: 9, section_to: 10 });
  await isTask(page, 102, 'done', 2);
});
