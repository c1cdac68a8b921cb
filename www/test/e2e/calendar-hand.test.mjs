/** The calendar by hand: forms, pins, undo, three calendar files, drags by mouse, finger and form, the term and its clock. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { AXE, passes } from './axe.mjs';
import { holds, meddle, records } from './calendar-records.mjs';
import { DESKTOP, PHONE, scene as anyScene } from './stage.mjs';
import { at, counts, reads, rests, say, until } from './user.mjs';
import { hasRoom } from './width.mjs';

/** The scenes play on the Thursday of week 8, in China. */
const scene = (name, act, { context, ...options } = {}) => anyScene(name, act, { now: '2026-10-29T01:30:00Z', ...options, context: { timezoneId: 'Asia/Shanghai', ...context } });

const SAYS = {
  en: { two: 'Put two Calculus revision tasks on Wednesday afternoon', many: 'Arrange all tasks over the whole semester', week8: /Week 8/, undone: /undone/, taken: /taken by “Physics”/, why: /Why is “Functions and limits” on Wed, Nov 4, 18:30–20:10 \(periods 9–10\)\?/, bad: /Periods in a row.*13/, backwards: /^Weeks \(time 1\): “8-3” is not possible\. Allowed: a whole number from 1 to 16\.$/ },
  zh: { two: '把两项高数复习排到周三下午', many: '把所有任务安排到整个学期', week8: /第 8 周/, undone: /已撤销/, taken: /已有“大学物理”/, why: /为什么“函数与极限”排在11月4日周三 18:30–20:10（第9–10节）？/, bad: /连续节数：不能是“13”。可以是：1 到 12 的整数。/, backwards: /^第 1 个时间的周次：不能是“8-3”。可以是：1 到 16 的整数。$/ },
};

const NAMES = { en: { limits: 'Functions and limits', physics: 'Physics', revision: 'Calculus revision' }, zh: { limits: '函数与极限', physics: '大学物理', revision: '高数复习' } };

/** A session with the sample semester. */
async function begins(open) {
  const page = await open();
  await at(page, 'start-schedule').click();
  await at(page, 'week').waitFor({ state: 'attached' });
  return page;
}

const entry = (page, name) => page.locator('[data-testid="entry"]', { hasText: name });

async function add(page, what) {
  await at(page, 'calendar-add').click();
  await at(page, `add-${what}`).click();
}

async function save(page) {
  await at(page, 'sheet-save').click();
  await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
}

const itemNamed = async (page, name) => (await records(page)).items.find(({ content }) => content === name);

/** Opens the form of a task that waits for a place. */
async function openTask(page, name) {
  const task = page.locator('[data-testid="waiting-task"] button', { hasText: name }).first();
  const group = page.locator('[data-testid="class"]').first();
  await until(async () => assert.ok(await task.isVisible() || await group.isVisible())); // after a reload neither is there at once
  if (!await task.isVisible()) await group.locator('summary').click();
  await task.click();
}

/** Puts a task into week 9, by its form. */
async function place(page, name, day = '59', start = '9') {
  await openTask(page, name);
  await at(page, 'field-day').selectOption(day);
  await at(page, 'field-start').selectOption(start);
  await save(page);
}

scene('a course is added, changed and deleted by hand, and each step is undone and redone with a trace', async ({ lang, open }) => {
  const page = await begins(open);
  await reads(page, 'week-shown', SAYS[lang].week8);
  await add(page, 'event');
  await at(page, 'field-name').fill('Chess');
  await at(page, 'field-location').fill('Hall 2');
  await at(page, 'field-day-0').selectOption('6');
  await at(page, 'field-from-0').selectOption('9');
  await at(page, 'field-to-0').selectOption('8');
  await at(page, 'sheet-save').click();
  await at(page, 'sheet-problem').waitFor();
  await at(page, 'field-to-0').selectOption('10');
  await at(page, 'field-weeks-0').fill('1, 8-3');
  await at(page, 'sheet-save').click();
  await reads(page, 'sheet-problem', SAYS[lang].backwards);
  await at(page, 'field-weeks-0').fill('8, 10-11');
  await save(page);
  await entry(page, 'Chess').waitFor();
  assert.match(await entry(page, 'Chess').innerText(), /Hall 2/);
  await entry(page, 'Chess').click();
  await at(page, 'entry-edit').click();
  assert.equal(await at(page, 'field-weeks-0').inputValue(), '8, 10-11');
  await at(page, 'field-name').fill('Chess club');
  await save(page);
  await entry(page, 'Chess club').click();
  await at(page, 'entry-edit').click();
  await at(page, 'sheet-delete').click();
  await counts(page, 'dialog-event', 0);
  await until(async () => assert.equal(await entry(page, 'Chess').count(), 0));
  await at(page, 'undo-write').click();
  await entry(page, 'Chess club').waitFor();
  await at(page, 'undo-write').click();
  await until(async () => assert.equal((await records(page)).events.find(({ id }) => id === 6).name, 'Chess'));
  assert.match(await at(page, 'trace').first().innerText(), SAYS[lang].undone);
  await at(page, 'redo-write').click();
  await entry(page, 'Chess club').waitFor();
});

const openCourse = async (page, name) => { await entry(page, name).first().click(); await at(page, 'entry-edit').click(); };

const timesOf = async (page, name) => {
  const { events, rows } = await records(page);
  const { id } = events.find(one => one.name === name);
  return rows.filter(row => row.event_id === id).map(row => `${row.week}/${row.day_of_week}/${row.section}`).sort();
};

scene('a removed time takes only its own row, and the others keep what the user entered', async ({ open }) => {
  const page = await begins(open);
  await add(page, 'event');
  await at(page, 'field-name').fill('Chess');
  for (const [index, week] of [[0, '8'], [1, '9'], [2, '10']]) {
    if (index) await at(page, 'add-time').click();
    await at(page, `field-day-${index}`).selectOption(String(index + 5));
    await at(page, `field-from-${index}`).selectOption('11');
    await at(page, `field-to-${index}`).selectOption('11');
    await at(page, `field-weeks-${index}`).fill(week);
  }
  await at(page, 'remove-time-0').locator('svg').click();
  await counts(page, 'field-weeks-2', 0);
  assert.deepEqual(await Promise.all([0, 1].map(index => at(page, `field-weeks-${index}`).inputValue())), ['9', '10']);
  await save(page);
  assert.deepEqual(await timesOf(page, 'Chess'), ['10/7/11', '9/6/11']);
  await at(page, 'week-on').click();
  await openCourse(page, 'Chess');
  await at(page, 'remove-time-0').click();
  await counts(page, 'field-weeks-1', 0);
  await save(page);
  assert.equal((await timesOf(page, 'Chess')).length, 1);
}, { langs: ['en'] });

scene('a refusal goes with its form, and work that ends late closes no other form', async ({ open }) => {
  const page = await begins(open);
  for (const shut of [() => page.keyboard.press('Escape'), () => at(page, 'dialog-close').click()]) {
    await add(page, 'event');
    await at(page, 'sheet-save').click();
    await at(page, 'sheet-problem').waitFor();
    await shut();
    await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
    await add(page, 'item');
    await at(page, 'field-content').waitFor();
    await counts(page, 'sheet-problem', 0);
    await page.keyboard.press('Escape');
    await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
  }
  await add(page, 'event');
  await at(page, 'field-name').fill('Chess');
  await at(page, 'field-day-0').selectOption('7');
  const free = await holds(page);
  await at(page, 'sheet-save').click();
  await page.keyboard.press('Escape');
  await add(page, 'item');
  await at(page, 'field-content').fill('Half a thought');
  await free();
  await until(async () => assert.ok((await records(page)).events.some(({ name }) => name === 'Chess')));
  await entry(page, 'Chess').waitFor({ state: 'attached' });
  assert.equal(await at(page, 'field-content').inputValue(), 'Half a thought');
}, { langs: ['en'] });

scene('a task keeps what it comes after in another group', async ({ open }) => {
  const page = await begins(open);
  const [task, other] = await records(page).then(({ items }) => [items.find(({ class_id }) => class_id === 1), items.find(({ class_id }) => class_id === 2)]);
  await meddle(page, 'task_items', [{ ...task, after: [other.id] }]);
  await page.reload();
  await openTask(page, task.content);
  await at(page, 'field-content').fill('Renamed');
  await save(page);
  await until(async () => assert.ok(await itemNamed(page, 'Renamed')));
  assert.deepEqual((await itemNamed(page, 'Renamed')).after, [other.id]);
}, { langs: ['en'] });

scene('a task with its wishes is added, placed, pinned, freed and deleted by form', async ({ lang, open }) => {
  const page = await begins(open);
  await add(page, 'item');
  await at(page, 'field-content').fill('Mock exam');
  await at(page, 'field-length').fill('13');
  await at(page, 'sheet-save').click();
  await reads(page, 'sheet-problem', SAYS[lang].bad);
  await at(page, 'field-length').fill('2');
  await at(page, 'field-priority').selectOption('3');
  await at(page, 'field-earliest').fill('2026-11-02');
  await at(page, 'field-deadline').fill('2026-11-20');
  await at(page, 'field-deadline_time').fill('18:00');
  await page.locator('.after summary').click();
  await page.locator('.after input').first().check();
  await at(page, 'field-day').selectOption('53');
  await at(page, 'field-start').selectOption('1');
  await at(page, 'sheet-save').click(); // Physics is there
  await reads(page, 'sheet-problem', SAYS[lang].taken);
  await at(page, 'field-start').selectOption('9');
  await save(page);
  const { id, embedded_time, ...own } = await itemNamed(page, 'Mock exam');
  assert.deepEqual([own.length, own.priority, own.earliest, own.deadline, own.after], [2, 3, '2026-11-02', '2026-11-20T18:00', [101]]);
  assert.deepEqual(embedded_time, { week: 8, day_of_week: 4, section_from: 9, section_to: 10 });
  await entry(page, 'Mock exam').click();
  await at(page, 'entry-lock').click();
  await until(async () => assert.equal((await itemNamed(page, 'Mock exam')).locked, true));
  await page.locator('[data-testid="entry"][data-locked="true"]').waitFor();
  await entry(page, 'Mock exam').click();
  await at(page, 'entry-lock').click();
  await until(async () => assert.ok(!('locked' in await itemNamed(page, 'Mock exam'))));
  await entry(page, 'Mock exam').click();
  await at(page, 'entry-edit').click();
  await at(page, 'sheet-delete').click();
  await until(async () => assert.ok(!(await records(page)).items.some(item => item.id === id)));
  await at(page, 'undo-write').click();
  await entry(page, 'Mock exam').waitFor();
});

scene('a group is added and deleted with its tasks, and comes back whole', async ({ open }) => {
  const page = await begins(open);
  await add(page, 'class');
  await at(page, 'field-name').fill('Piano');
  await at(page, 'field-max_per_day').fill('2');
  await save(page);
  await counts(page, 'class', 4);
  const piano = page.locator('[data-testid="class"]', { hasText: 'Piano' });
  await piano.locator('summary').click();
  await piano.getByTestId('class-add').click();
  await at(page, 'field-content').fill('Scales');
  await save(page);
  await until(async () => assert.ok(await itemNamed(page, 'Scales')));
  await piano.getByTestId('class-edit').click();
  await at(page, 'sheet-delete').click();
  await counts(page, 'class', 3);
  await at(page, 'undo-write').click();
  await counts(page, 'class', 4);
  assert.ok(await itemNamed(page, 'Scales'));
});

/** The middle of a section in a day's column. */
async function spot(page, day, section) {
  const { x, y, width, height } = await at(page, `day-${day}`).locator('.band').nth(section - 1).boundingBox();
  return [x + width / 2, y + height / 2];
}

scene('a task in the calendar is moved with the mouse, not onto a course, not when it is pinned; the same by keys', async ({ lang, open }) => {
  const page = await begins(open);
  await place(page, NAMES[lang].limits, '54', '5');
  const task = entry(page, NAMES[lang].limits);
  await page.locator('.work').evaluate(work => work.scrollTo(0, 0));
  const move = async (day, section) => {
    const { x, y, width } = await task.boundingBox();
    await page.mouse.move(x + width / 2, y + 18);
    await page.mouse.down();
    const [left, top] = await spot(page, day, section);
    await page.mouse.move(left, top - 8, { steps: 6 });
    await page.mouse.move(left, top);
  };
  await move(53, 1);
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'true'));
  await reads(page, 'proposal-hint', SAYS[lang].taken);
  await page.mouse.up();
  await counts(page, 'target', 0);
  await move(55, 7);
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'false'));
  await page.mouse.up();
  await until(async () => assert.deepEqual((await itemNamed(page, NAMES[lang].limits)).embedded_time, { week: 8, day_of_week: 6, section_from: 7, section_to: 8 }));
  await page.locator('.entry[data-day="55"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await until(async () => assert.deepEqual((await itemNamed(page, NAMES[lang].limits)).embedded_time, { week: 8, day_of_week: 5, section_from: 7, section_to: 8 }));
  await task.click();
  await at(page, 'entry-lock').click();
  await page.locator('[data-testid="entry"][data-locked="true"]').waitFor();
  await move(55, 3);
  await page.mouse.up();
  await counts(page, 'target', 0);
  await page.keyboard.press('Escape');
  assert.equal((await itemNamed(page, NAMES[lang].limits)).embedded_time.day_of_week, 5);
});

scene('a finger moves a task on a phone, and the form does the same', async ({ lang, context, open }) => {
  const page = await begins(open);
  await at(page, 'tab-work').click();
  await place(page, NAMES[lang].limits, '53', '9');
  await at(page, 'mode-day').click();
  const task = entry(page, NAMES[lang].limits);
  await task.scrollIntoViewIfNeeded();
  const box = await task.boundingBox();
  const from = { x: box.x + 40, y: box.y + 12 };
  const [, top] = await spot(page, 53, 11);
  const client = await context.newCDPSession(page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await page.waitForTimeout(500); // a long press takes the entry, a short one scrolls
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', [{ x: from.x, y: from.y + (top - from.y) * share }]);
  await at(page, 'target').waitFor();
  await touch('touchEnd', []);
  await until(async () => assert.equal((await itemNamed(page, NAMES[lang].limits)).embedded_time.section_from, 11));
  await task.click();
  await at(page, 'entry-edit').click();
  await at(page, 'field-start').selectOption('9');
  await save(page);
  await until(async () => assert.equal((await itemNamed(page, NAMES[lang].limits)).embedded_time.section_from, 9));
}, { context: { viewport: PHONE, hasTouch: true, isMobile: true } });

async function importFile(page, name, text) {
  await at(page, 'calendar-files').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'ics-import').click()]);
  const buffer = text === undefined ? await readFile(new URL(`../ics/${name}.ics`, import.meta.url)) : Buffer.from(text);
  await chooser.setFiles({ name: `${name}.ics`, mimeType: 'text/calendar', buffer });
  await at(page, 'import-found').waitFor();
}

scene('three calendar files come in whole; a new version updates its own, and the import is undone', async ({ lang, open }) => {
  const page = await begins(open);
  await place(page, NAMES[lang].limits, '58', '5'); // Tuesday of week 9, under the laboratory of a file
  const before = await records(page);
  await importFile(page, 'google');
  await at(page, 'allDay-note').check();
  await save(page);
  await importFile(page, 'outlook');
  await save(page);
  await importFile(page, 'apple');
  await save(page);
  const { events, rows, items } = await records(page);
  const algebra = events.find(({ name }) => name === 'Linear Algebra');
  assert.deepEqual([algebra.type, algebra.start_time.slice(11), algebra.end_time.slice(11), algebra.source], ['course', '08:30', '09:30', 'Autumn lectures']);
  assert.ok(rows.some(row => row.event_id === algebra.id && row.week === 8));
  assert.ok(!rows.some(row => row.event_id === events.find(({ name }) => name === 'National Day holidays').id), 'a note takes no time');
  assert.equal(items.find(({ content }) => content === NAMES[lang].limits).status, 1, 'the task gives way to the laboratory');
  await at(page, 'week-on').click();
  const exam = entry(page, 'Midterm exam');
  await exam.waitFor();
  assert.equal(await exam.getAttribute('data-clash'), 'true');
  assert.match(await exam.innerText(), /08:30–10:00/);
  await exam.click();
  await reads(page, 'entry-panel', /08:30–10:00/);
  await page.keyboard.press('Escape');
  await at(page, 'week-on').click(); // an event from one evening to a noon: its nights need no room
  await entry(page, 'Debating weekend').first().waitFor();
  assert.equal(await at(page, 'day-64').locator('.band').first().evaluate(band => band.style.top), '0%');
  const text = (await readFile(new URL('../ics/google.ics', import.meta.url), 'utf8')).replaceAll('T083000', 'T090000').replaceAll('T093000', 'T100000').replace(/BEGIN:VEVENT\r\nDTSTART:20260910T060000Z[^]*?END:VEVENT\r\n/, '');
  await importFile(page, 'again', text);
  await at(page, 'allDay-note').check();
  await at(page, 'vanished-delete').check();
  await save(page);
  await until(async () => assert.ok(!(await records(page)).events.some(({ name }) => name === 'Dentist')));
  const moved = (await records(page)).events.filter(({ name }) => name === 'Linear Algebra');
  assert.deepEqual(moved.map(({ id, start_time }) => [id, start_time.slice(11)]), [[algebra.id, '09:00']]);
  for (let turn = 0; turn < 4; turn += 1) {
    const { events: now } = await records(page);
    await at(page, 'undo-write').click();
    await until(async () => assert.notEqual(JSON.stringify((await records(page)).events), JSON.stringify(now)));
  }
  const sorted = ({ sets, ...all }) => Object.fromEntries(Object.entries(all).map(([table, list]) => [table, list.map(row => JSON.stringify(row)).sort()]));
  assert.deepEqual(sorted(await records(page)), sorted(before));
});

scene('term and clock are the user’s, and no record is lost', async ({ open }) => {
  const page = await begins(open);
  const before = (await records(page)).rows.length;
  const openTerm = async () => { await at(page, 'calendar-files').click(); await at(page, 'term-open').click(); };
  await openTerm();
  for (let turn = 0; turn < 5; turn += 1) await at(page, 'section-remove').click();
  await at(page, 'sheet-save').click();
  await at(page, 'sheet-problem').waitFor(); // a course lies in section 8
  const [problem, buttons] = await Promise.all([at(page, 'sheet-problem'), page.locator('.sheet-row')].map(one => one.boundingBox()));
  assert.ok(problem.y + problem.height <= buttons.y, 'the reason lies under the buttons');
  assert.equal((await records(page)).rows.length, before);
  await page.keyboard.press('Escape');
  await openTerm();
  await at(page, 'field-term_weeks').fill('18');
  await page.locator('[name="start-0"]').fill('07:50');
  await save(page);
  await until(async () => assert.match(await page.locator('.entry-course').first().innerText(), /07:50/));
  assert.equal((await records(page)).rows.length, before);
  await page.reload();
  await at(page, 'mode-month').click();
  await at(page, 'month').waitFor();
  assert.equal(await page.locator('.month tbody tr').count(), 18);
});

scene('a kept term that cannot be used gives way to the one of the page', async ({ open }) => {
  const page = await begins(open);
  await page.locator('.session[aria-current]').waitFor(); // the session is kept
  const [term, clock] = [{ start: '2026-09-07', weeks: 18 }, [{ start: '08:00', end: '08:45' }]];
  const weeksWith = async kept => {
    await page.evaluate(text => localStorage.setItem('stepgate-schedule', text), JSON.stringify(kept));
    await page.reload();
    await at(page, 'mode-month').click();
    await at(page, 'month').waitFor();
    return page.locator('.month tbody tr').count();
  };
  assert.equal(await weeksWith({ ...term, clock }), 18);
  const wrong = [{ ...term, start: '2026-09-08', clock }, { ...term, weeks: 61, clock }, { ...term, clock: [{ start: '99:99', end: '00:00' }] }, { ...term, clock: [null] }, [null]];
  for (const kept of wrong) assert.equal(await weeksWith(kept), 16, JSON.stringify(kept));
}, { langs: ['en'] });

scene('a question about an entry is sent as the user’s words', async ({ lang, open }) => {
  const page = await begins(open);
  await place(page, NAMES[lang].limits, '59', '9');
  await at(page, 'week-on').click();
  await entry(page, NAMES[lang].limits).click();
  await at(page, 'why-here').click();
  await counts(page, 'block-user', 1);
  await reads(page, 'block-user', SAYS[lang].why);
  await rests(page);
});

/** Answers one card after the other until the agent has finished. */
async function answerAll(page, button) {
  for (let asked = 0; asked < 20; asked += 1) {
    await rests(page);
    if (await at(page, 'card').count() === 0) return;
    const answered = await at(page, 'answered').count();
    await at(page, button).click();
    await counts(page, 'answered', answered + 1);
  }
  throw new Error('it goes on asking');
}

scene('a change by hand between two requests does not confuse the agent', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await at(page, 'card').waitFor();
  assert.ok(await at(page, 'calendar-add').isVisible());
  await answerAll(page, 'card-decline');
  await add(page, 'event');
  await at(page, 'field-name').fill('Field trip');
  await at(page, 'field-day-0').selectOption('3');
  await at(page, 'field-from-0').selectOption('5');
  await at(page, 'field-to-0').selectOption('8');
  await save(page);
  await say(page, SAYS[lang].two);
  await answerAll(page, 'card-accept');
  const { events, rows } = await records(page);
  const taken = rows.map(row => `${row.week} ${row.day_of_week} ${row.section}`);
  const fixed = new Set(events.filter(({ type }) => type === 'course').map(({ id }) => id));
  const tasks = rows.filter(row => !fixed.has(row.event_id)).map(row => `${row.week} ${row.day_of_week} ${row.section}`);
  for (const cell of tasks) assert.equal(taken.filter(one => one === cell).length, 1, `${cell} is taken twice`);
});

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing: forms and panels, ${name}`, async ({ lang, context, open }) => {
    await context.addInitScript({ path: AXE });
    const page = await begins(open);
    if (name === 'phone') await at(page, 'tab-work').click();
    await passes(page, 'week');
    await at(page, 'mode-day').click();
    await passes(page, 'day');
    await at(page, 'mode-week').click();
    await entry(page, NAMES[lang].physics).first().click();
    await passes(page, 'panel');
    await at(page, 'entry-edit').click();
    await passes(page, 'course');
    await page.keyboard.press('Escape');
    for (const form of ['item', 'class']) {
      await add(page, form);
      await passes(page, form);
      await page.keyboard.press('Escape');
      await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
    }
    await at(page, 'calendar-files').click();
    await at(page, 'term-open').click();
    await passes(page, 'term');
    await page.keyboard.press('Escape');
    await importFile(page, 'google');
    await passes(page, 'import');
    await save(page);
    await passes(page, 'imported');
  }, { context: { viewport } });
}

scene('the calendar has room in each width', async ({ lang, open }) => {
  const page = await begins(open);
  await place(page, NAMES[lang].limits, '53', '9');
  await hasRoom(page, 'week');
  await page.setViewportSize(DESKTOP);
  await add(page, 'event');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await page.locator('dialog[open]').evaluate(dialog => dialog.scrollWidth <= dialog.clientWidth + 1), `the form at ${width}`);
  }
}, { langs: ['en'] });
