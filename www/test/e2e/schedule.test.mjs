/** The schedule agent on the page: requests, plans, approvals, reloads, and the resulting calendar. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { AXE, passes } from './axe.mjs';
import { meddle, records } from './calendar-records.mjs';
import { DESKTOP, PHONE, scene as anyScene } from './stage.mjs';
import { at, counts, reads, rests, say, send, until } from './user.mjs';

const SAYS = {
  en: {
    two: 'Put two Calculus revision tasks on Wednesday afternoon', reason: 'Rather on Thursday', thursday: /Thu/,
    parts: 'Put two Calculus revision tasks on Wednesday afternoon, then put one English vocabulary task on Friday',
    all: 'Arrange all tasks over the whole semester', weekend: 'Move all Calculus revision tasks to the weekend', undo: 'Undo', evenings: 'No evenings, please', back: 'Undo that',
    create: 'Create a task group "Probability" from 2026-09-14 to 2026-10-18 with random variables, distributions and expectation',
    name: 'Probability', any: 'put two tasks on Wednesday afternoon', enough: /Worth improving\s+no/,
  },
  zh: {
    two: '把两项高数复习排到周三下午', reason: '改到周四', thursday: /周四/,
    parts: '把两项高数复习排到周三下午，然后把一项英语词汇排到周五',
    all: '把所有任务安排到整个学期', weekend: '把全部高数复习移到周末', undo: '撤销', evenings: '晚上不要排', back: '撤销刚才的安排',
    create: '新建任务组“概率论”，2026-09-14 到 2026-10-18，包括：随机变量、分布、期望',
    name: '概率论', any: '放两个任务到周三下午', enough: /值得继续调整\s+否/,
  },
};

/** The scenes play on the first day of the term. */
const scene = (name, act, options) => anyScene(name, act, { now: '2026-09-07T00:30:00Z', ...options });

/** A session with a sample semester. */
async function begins(open, query, sample = 'start-schedule') {
  const page = await open(query);
  await at(page, sample).click();
  await at(page, 'week').waitFor({ state: 'attached' });
  return page;
}

const asks = page => at(page, 'card').waitFor();

/** Accepts one card after the other until the agent has finished. */
async function acceptAll(page) {
  for (let asked = 0; asked < 60; asked++) {
    await rests(page);
    if (await at(page, 'card').count() === 0) return asked;
    const answered = await at(page, 'answered').count();
    await at(page, 'card-accept').click();
    await counts(page, 'answered', answered + 1);
  }
  throw new Error('it goes on asking');
}

/** Checks that the calendar has this many placed tasks, and no cell twice. */
async function holds(page, placed) {
  const { rows, items } = await records(page);
  assert.equal(items.filter(item => item.status === 2).length, placed);
  const taken = rows.map(row => `${row.week} ${row.day_of_week} ${row.section}`);
  assert.equal(new Set(taken).size, taken.length, 'a cell is taken twice');
}

scene('a request becomes writes that are approved one by one, and the last is taken back', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await at(page, 'proposal-hint').waitFor();
  assert.equal(await page.locator('.entry-comes').count(), 1);
  await holds(page, 0);
  assert.equal(await acceptAll(page), 2);
  await holds(page, 2);
  await at(page, 'undo-write').click();
  await rests(page);
  await until(() => holds(page, 1));
});

scene('a plan is accepted, then each write of its steps', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].parts);
  await asks(page);
  assert.equal(await at(page, 'plan').locator('li').count(), 2);
  await at(page, 'card-accept').click();
  await at(page, 'proposal').waitFor();
  await holds(page, 0);
  await acceptAll(page);
  await holds(page, 3);
  const { items } = await records(page);
  assert.deepEqual(items.filter(item => item.status === 2).map(item => item.embedded_time.day_of_week).sort(), [3, 3, 5]);
});

scene('a refusal with a reason is heard', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await at(page, 'card-reason-open').click();
  await page.locator('[name="reason"]').fill(SAYS[lang].reason);
  await at(page, 'card-decline').click();
  await counts(page, 'answered', 1);
  await rests(page);
  await holds(page, 0);
  const { items } = (await acceptAll(page), await records(page));
  for (const { embedded_time } of items.filter(item => item.status === 2)) assert.equal(embedded_time.day_of_week, 4);
});

/** The middle of a section in a day's column. */
async function spot(page, day, section) {
  const { x, y, width, height } = await at(page, `day-${day}`).locator('.band').nth(section - 1).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Where an element is taken to drag it by its first section. */
async function grip(entry) {
  const { x, y, width } = await entry.boundingBox();
  return [x + width / 2, y + 18];
}

/** Drags an entry to a section with the mouse. */
async function drag(page, entry, day, section) {
  await page.mouse.move(...await grip(entry));
  await page.mouse.down();
  const [x, y] = await spot(page, day, section);
  await page.mouse.move(x, y - 8, { steps: 6 });
  await page.mouse.move(x, y);
}

scene('a proposal that is dragged elsewhere is approved there', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await drag(page, page.locator('.entry-comes'), 4, 9);
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'false'));
  await page.mouse.up();
  await page.locator('.entry-comes[data-day="4"]').waitFor();
  await holds(page, 0); // a drop is no approval
  await at(page, 'card-accept').click();
  await counts(page, 'answered', 1);
  await until(async () => {
    const { items } = await records(page);
    assert.deepEqual(items.find(item => item.status === 2)?.embedded_time, { week: 1, day_of_week: 4, section_from: 9, section_to: 10 });
  });
  await until(async () => assert.equal(await at(page, 'answered').first().getAttribute('data-ending'), 'changed', 'it is not told as approved at the place of the proposal'));
});

/** Signs of a raw complaint: a pointer, an id, the number of a day, words of a tool. */
const RAW = /\/calls\/|\[\d+\]|Move 1|conflict|第 ?\d+ ?天|day \d+|sections?\b/;
const TAKEN = { en: /^Wed, Sep 9, \d\d:\d\d–\d\d:\d\d \(periods? \d+(–\d+)?\) is taken by “Programming”\.$/, zh: /^9月9日周三\s?\d\d:\d\d–\d\d:\d\d（第\d+(–\d+)?节）已有“程序设计”。$/ };

/** A proposal, and the course in the same week. */
async function overCourse(page, lang) {
  await say(page, SAYS[lang].two);
  await asks(page);
  return page.locator('.entry-course[data-day="3"]').first();
}

scene('a place that is taken is red while a task is dragged over it, and refused in plain words', async ({ lang, open }) => {
  const page = await begins(open);
  const course = await overCourse(page, lang);
  await drag(page, page.locator('.entry-comes'), 3, Number(await course.getAttribute('data-from')));
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'true'));
  await page.mouse.up();
  await reads(page, 'proposal-hint', TAKEN[lang]);
  await counts(page, 'target', 0);
  assert.equal(await page.locator('.entry-comes[data-day="3"]').count(), 1, 'the proposal stays where it was');
  assert.doesNotMatch(await page.locator('#app').innerText(), RAW);
  await at(page, 'card-accept').click();
  await counts(page, 'answered', 1);
  await until(() => holds(page, 1));
});

scene('a task is moved by the keyboard; where it cannot stand is red and said, where it can it is put', async ({ lang, open }) => {
  const page = await begins(open);
  const course = await overCourse(page, lang);
  const [first, proposed] = [Number(await course.getAttribute('data-from')), page.locator('.entry-comes')];
  const from = Number(await proposed.getAttribute('data-from'));
  await proposed.focus();
  for (let step = 0; step < Math.abs(from - first); step += 1) await page.keyboard.press(first < from ? 'ArrowUp' : 'ArrowDown');
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'true'));
  await page.keyboard.press('Enter');
  await reads(page, 'proposal-hint', TAKEN[lang]);
  await page.keyboard.press('Escape');
  await counts(page, 'target', 0);
  await until(async () => assert.ok(await proposed.evaluate(element => element === document.activeElement)));
  await page.keyboard.press('ArrowLeft');
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'false'));
  await page.keyboard.press('Enter');
  await page.locator('.entry-comes[data-day="2"]').waitFor();
  await holds(page, 0);
  await at(page, 'card-accept').click();
  await counts(page, 'answered', 1);
  await until(async () => {
    const { items } = await records(page);
    assert.equal(items.find(item => item.status === 2)?.embedded_time.day_of_week, 2);
  });
});

scene('arguments edited on the card are refused in plain words', async ({ lang, open }) => {
  const page = await begins(open);
  await overCourse(page, lang);
  await at(page, 'card-edit-args').click();
  await at(page, 'move-period').selectOption('1');
  await reads(page, 'move-refused', TAKEN[lang]);
  await at(page, 'card-accept').click();
  const alert = page.locator('.card [role="alert"], [data-testid="failure"]').first();
  await alert.waitFor();
  assert.match((await alert.innerText()).trim(), TAKEN[lang]);
});

scene('a card with many changes lists them all: one is left out, one goes elsewhere, the rest is written', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].all);
  await acceptAll(page);
  await until(() => holds(page, 40));
  const placeOf = async id => (await records(page)).items.find(item => item.id === id).embedded_time;
  await say(page, SAYS[lang].weekend);
  await asks(page);
  const moves = at(page, 'proposed-move');
  const all = await moves.count();
  assert.ok(all > 5, `${all} changes`);
  assert.equal(await at(page, 'proposal').locator('li').count(), 5);
  await at(page, 'more-moves').locator('summary').click();
  const names = await moves.locator('b').allInnerTexts();
  const ids = (await records(page)).items.filter(({ content }) => names.includes(content)).map(({ id }) => id);
  const before = await placeOf(ids.at(-1)); // the last one may stay: the tasks of a group keep their order
  await moves.last().getByTestId('move-take').uncheck();
  await reads(page, 'taken', new RegExp(`${all - 1} .*${all}`));
  await at(page, 'card-edit-args').click();
  await moves.first().getByTestId('move-period').selectOption('7');
  await until(async () => assert.equal(await at(page, 'move-refused').count(), 0));
  await at(page, 'card-accept').click();
  await until(async () => assert.equal((await placeOf(ids[0])).section_from, 7));
  assert.deepEqual(await placeOf(ids.at(-1)), before);
  for (const id of ids.slice(0, -1)) assert.ok((await placeOf(id)).day_of_week >= 6, `item ${id}`);
  await holds(page, 40);
});

scene('an undo leaves its trace at the receipt, and can be made undone', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await acceptAll(page);
  await holds(page, 2);
  const receipt = page.locator('[data-testid="receipt"][data-tool="place"]').last();
  await receipt.getByTestId('receipt-undo').click();
  await until(() => holds(page, 1));
  await until(async () => assert.equal(await receipt.getAttribute('data-undone'), 'true'));
  await reads(page, 'log', lang === 'zh' ? /已撤销上一次修改/ : /Undid the last change/);
  await receipt.getByTestId('receipt-redo').click();
  await until(() => holds(page, 2));
  await until(async () => assert.equal(await receipt.getAttribute('data-undone'), 'false'));
  await page.reload();
  await receipt.getByTestId('receipt-undo').waitFor();
  await receipt.getByTestId('receipt-undo').click();
  await until(() => holds(page, 1));
  await at(page, 'redo-write').click();
  await until(() => holds(page, 2));
});

scene('receipts and counters say what truly happened', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].parts);
  await at(page, 'plan').waitFor();
  const about = page.locator('.session[aria-current] .session-about');
  await until(async () => assert.match(await about.innerText(), lang === 'zh' ? /已完成 0 \/ 2/ : /0 of 2 done/));
  await at(page, 'card-accept').click();
  await at(page, 'proposal').waitFor();
  await at(page, 'card-decline').click();
  await counts(page, 'answered', 2);
  await rests(page);
  const told = (await at(page, 'receipt').locator('summary > span').allInnerTexts()).join('\n');
  assert.match(told, lang === 'zh' ? /已载入日程/ : /Loaded the timetable/);
  assert.match(told, lang === 'zh' ? /没有安排：你拒绝了/ : /Not placed: you declined/);
  assert.doesNotMatch(await page.locator('#app').innerText(), RAW);
});

scene('a reload in the middle of an approval loses and doubles nothing', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  const title = await page.locator('#card-title').innerText();
  await page.reload();
  await asks(page);
  assert.equal(await page.locator('#card-title').innerText(), title);
  assert.equal(await page.locator('.entry-comes').count(), 1);
  await at(page, 'card-accept').click();
  await page.reload();
  await at(page, 'block-user').waitFor(); // the session is restored
  await page.locator('#input:enabled').waitFor(); // this page drives it
  await acceptAll(page);
  await holds(page, 2);
  const { sets } = await records(page);
  assert.equal(sets.length, 2);
});

scene('a semester is arranged on one card that lists every entry, drawn dashed, and waits through a reload', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].all);
  await asks(page);
  await counts(page, 'proposed-move', 40);
  assert.equal(await at(page, 'proposal').locator('li').count(), 5);
  assert.ok(await page.locator('.entry-comes').count() > 0);
  await holds(page, 0);
  await page.reload();
  await asks(page);
  await counts(page, 'proposed-move', 40);
  await at(page, 'card-accept').click();
  await until(() => holds(page, 40));
  await at(page, 'mode-month').click();
  await at(page, 'month').waitFor();
  await at(page, 'undo-write').click();
  await until(() => holds(page, 0));
  await at(page, 'redo-write').click();
  await until(() => holds(page, 40));
});

/** How much slower the clock of the search runs than the page's. */
const SLOWER = 60;

scene('a search is stopped: the best plan so far is on the card, and is written once it is approved', async ({ lang, context, open }) => {
  await context.route('**/arrange-worker.js', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `{ const now = performance.now.bind(performance); performance.now = () => now() / ${SLOWER}; }\n${await response.text()}` });
  });
  const page = await begins(open);
  await send(page, SAYS[lang].all);
  await at(page, 'search-stop').waitFor();
  await reads(page, 'search', lang === 'zh' ? /正在搜索.*：\d+%/ : /^Searching for a .*: \d+ %/);
  assert.equal(await at(page, 'card').count(), 0);
  const pressed = performance.now();
  await at(page, 'search-stop').click();
  await asks(page);
  assert.ok(performance.now() - pressed < 10_000, 'the search goes on after its stop');
  await counts(page, 'search', 0);
  await counts(page, 'proposed-move', 40);
  await holds(page, 0);
  await at(page, 'card-accept').click();
  await until(() => holds(page, 40));
});

scene('a wish about time is one card, and words take the plan back', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].all);
  await acceptAll(page);
  await until(() => holds(page, 40));
  const places = async () => (await records(page)).items.map(item => item.embedded_time);
  const before = await places();
  assert.ok(before.some(place => place.section_from >= 9), 'no task in an evening');
  await say(page, SAYS[lang].evenings);
  assert.equal(await acceptAll(page), 1);
  await until(async () => assert.ok((await places()).every(place => place.section_from < 9)));
  await say(page, SAYS[lang].back);
  assert.equal(await acceptAll(page), 1);
  await until(async () => assert.deepEqual(await places(), before));
});

scene('entries of a plan that are unticked are not written', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].all);
  await asks(page);
  await at(page, 'more-moves').locator('summary').click();
  for (let turn = 0; turn < 3; turn += 1) await at(page, 'move-take').nth(39 - turn).uncheck();
  await reads(page, 'taken', /37 .*40/);
  await at(page, 'card-accept').click();
  await until(() => holds(page, 37));
});

scene('two groups that may only use Saturday mornings share them', async ({ lang, open }) => {
  const page = await begins(open, undefined, 'start-saturdays');
  await say(page, SAYS[lang].all);
  await asks(page);
  await counts(page, 'proposed-move', 40);
  await at(page, 'card-accept').click();
  await until(() => holds(page, 40));
  const { items } = await records(page);
  const places = id => items.filter(({ class_id }) => class_id === id).map(({ embedded_time }) => embedded_time);
  for (const { day_of_week, section_to } of [...places(1), ...places(3)]) assert.ok(day_of_week === 6 && section_to <= 4, `day ${day_of_week}, to section ${section_to}`);
  assert.ok(places(2).every(({ day_of_week }) => day_of_week !== 7), 'the vocabulary may lie on any day but Sunday');
});

scene('a task class is made as it was asked for, once it is approved', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].create);
  await asks(page);
  await reads(page, 'proposed-class', new RegExp(`${SAYS[lang].name}[^]*2026-09-14[^]*2026-10-18`));
  assert.equal((await records(page)).classes.length, 3);
  await acceptAll(page);
  const { classes, items } = await records(page);
  const made = classes.find(({ name }) => name === SAYS[lang].name);
  assert.equal(items.filter(({ class_id }) => class_id === made.id).length, 3);
  await counts(page, 'class', 4);
});

scene('a request is about the classes that were chosen for it', async ({ lang, open }) => {
  const page = await begins(open);
  await at(page, 'turn-classes').locator('summary').click();
  await at(page, 'class-1').uncheck();
  await at(page, 'class-3').uncheck();
  await say(page, SAYS[lang].any);
  await asks(page);
  await acceptAll(page);
  await holds(page, 2);
  const { items } = await records(page);
  assert.deepEqual(items.filter(({ status }) => status === 2).map(({ class_id }) => class_id), [2, 2]);
});

scene('every reply of the model can be seen as it came and as it was read', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await at(page, 'replies').locator('summary').first().click();
  await until(async () => assert.ok(await at(page, 'reply').count() >= 2));
  await at(page, 'reply').last().locator('summary').click();
  const [raw, parsed] = await at(page, 'reply').last().locator('pre').allInnerTexts();
  assert.equal(JSON.parse(parsed).calls[0].name, 'place');
  assert.ok(raw.includes('place'));
});

scene('the calendar out as a file and in again is the same', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await acceptAll(page);
  const before = await records(page);
  await at(page, 'calendar-files').click();
  const [file] = await Promise.all([page.waitForEvent('download'), at(page, 'ics-export').click()]);
  const text = await readFile(await file.path(), 'utf8');
  assert.match(text, /^BEGIN:VCALENDAR/);
  await at(page, 'calendar-files').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'ics-import').click()]);
  await chooser.setFiles({ name: 'calendar.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
  await at(page, 'sheet-save').click();
  await at(page, 'imported').waitFor();
  const after = await records(page);
  const sorted = rows => rows.map(row => JSON.stringify(row, Object.keys(row).sort())).sort();
  assert.deepEqual([sorted(after.rows), sorted(after.items)], [sorted(before.rows), sorted(before.items)]);
});

/** Chooses a text as the calendar file. */
async function importIcs(page, text) {
  await at(page, 'calendar-files').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'ics-import').click()]);
  await chooser.setFiles({ name: 'calendar.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
}

scene('a hostile calendar file: what is left out is listed, the rest is in; what is no calendar changes nothing', async ({ lang, open }) => {
  const page = await begins(open);
  const event = (name, ...lines) => ['BEGIN:VEVENT', `UID:${name}`, `SUMMARY:${name}`, ...lines, 'END:VEVENT'];
  const bad = Array.from({ length: 30 }, (_, number) => event(`Bad ${number}`, 'DTSTART:20260907T080000', number % 2 ? 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31' : 'RRULE:FREQ=SECONDLY'));
  const text = ['BEGIN:VCALENDAR', ...bad.flat(), ...event('<img src=x onerror="globalThis.harmed=1">', 'DTSTART:soon'), 'END:VCALENDAR'].join('\r\n');
  await importIcs(page, text);
  await at(page, 'sheet-save').click();
  await at(page, 'imported').waitFor();
  await counts(page, 'dialog-import', 0);
  assert.equal(await page.locator('[data-testid=left-out] li').count(), 10);
  await page.locator('[data-testid=left-out-more] summary').click();
  assert.equal(await page.locator('[data-testid=left-out-more] li').count(), 21);
  const listed = await at(page, 'imported').innerText();
  assert.match(listed, lang === 'zh' ? /Bad 29.*没有对应的日期/ : /Bad 29.*gives no date/);
  assert.ok(!(await page.evaluate(() => 'harmed' in globalThis)));
  const before = await records(page);
  await importIcs(page, 'no calendar');
  await reads(page, 'failure', lang === 'zh' ? /不是日历/ : /not a calendar/);
  assert.deepEqual(await records(page), before);
});

scene('what has been taken meanwhile is not written over: the agent plans anew', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  const taken = [5, 6].map(section => ({ event_id: 5, week: 1, day_of_week: 3, section, status: 'normal' }));
  await meddle(page, 'event_sections', taken);
  await acceptAll(page);
  await holds(page, 2);
  const { rows } = await records(page);
  assert.equal(rows.filter(row => row.week === 1 && row.day_of_week === 3 && row.section === 5).length, 1);
});

scene('a reload while the agent works goes on where it was', async ({ lang, open }) => {
  const page = await begins(open, '?model-delay=400');
  await send(page, SAYS[lang].two);
  await until(async () => assert.ok(await at(page, 'tool').count() >= 2));
  await page.reload();
  await asks(page);
  const tools = await at(page, 'receipt').evaluateAll(all => all.map(one => one.dataset.tool));
  assert.ok(tools.length >= 2, `before the reload two were done: ${tools}`);
  assert.equal(new Set(tools).size, tools.length, `done twice: ${tools}`);
});

scene('what has no room is said on the card, and the rest is written', async ({ lang, open }) => {
  const page = await begins(open);
  const { classes } = await records(page);
  await meddle(page, 'task_classes', classes.map(one => ({ ...one, end_date: '2026-09-09' })));
  await say(page, SAYS[lang].all);
  await asks(page);
  await counts(page, 'proposed-move', 10); // three days have room for so many
  await counts(page, 'unplaced', 30);
  const texts = await at(page, 'unplaced').allTextContents();
  const limits = lang === 'zh' ? /^.+：.*任务组(的日期（.+）里没有连续 \d 节的空位|的日期只有|排除了)/ : /^.+: .*(the dates of its class \(.+\) have no free place of \d periods?|its class has only the dates |its class excludes )/;
  for (const text of texts) assert.match(text, /.[:：]./, 'each has a reason');
  assert.match(texts[0], limits);
  await at(page, 'card-accept').click();
  await until(() => holds(page, 10));
});

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing: calendar, ${name}`, async ({ lang, context, open }) => {
    await context.addInitScript({ path: AXE });
    const page = await begins(open);
    const area = async one => { if (name === 'phone') await at(page, `tab-${one}`).click(); };
    await area('chat');
    await say(page, SAYS[lang].two);
    await asks(page);
    await passes(page, 'approval');
    await area('work');
    await passes(page, 'proposal');
    await at(page, 'mode-month').click();
    await passes(page, 'all weeks');
    await area('chat');
    await acceptAll(page);
    await area('work');
    await at(page, 'mode-week').click();
    await passes(page, 'after a write');
  }, { context: { viewport } });
}

const VISITS = {
  en: { everything: 'Schedule all my tasks, nothing on weekends', when: 'When is the next free afternoon?', unasked: /cannot look that up/, thanks: 'Thanks!', welcome: /You are welcome/, sessions: 'Sessions', blank: /Nothing is in the calendar yet/ },
  zh: { everything: '帮我把全部任务排好，周末不要排', when: '下一个空闲的下午是哪天？', unasked: /查不了这个/, thanks: '谢谢！', welcome: /不客气/, sessions: '会话', blank: /日历还是空的/ },
};

scene('with one task placed, all the others are placed by one card, whose own choice is the only one to ask less', async ({ lang, open }) => {
  const page = await begins(open);
  await say(page, SAYS[lang].two);
  await asks(page);
  await counts(page, 'always', 0);
  await acceptAll(page);
  await at(page, 'always').waitFor();
  await say(page, VISITS[lang].everything);
  await asks(page);
  await acceptAll(page);
  await holds(page, 40);
});

scene('a question is answered and changes nothing; thanks are no greeting', async ({ lang, open }) => {
  const page = await begins(open);
  for (const [words, answer] of [[VISITS[lang].when, VISITS[lang].unasked], [VISITS[lang].thanks, VISITS[lang].welcome]]) {
    await say(page, words);
    await counts(page, 'card', 0);
    assert.match(await at(page, 'block-said').last().innerText(), answer);
  }
});

scene('the term opens at today, and goes back to it', async ({ open }) => {
  const page = await begins(open);
  await at(page, 'mode-month').click();
  const sees = () => until(async () => assert.ok(await page.locator('.day-today').evaluate(day => {
    const { top, bottom } = day.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }), 'today is in view'));
  await sees();
  await page.locator('.month tr').nth(1).scrollIntoViewIfNeeded();
  await at(page, 'show-today').click();
  await sees();
}, { now: '2026-12-10T00:30:00Z' });

scene('an empty calendar offers the import and a first group; on a phone the list of sessions is named so', async ({ lang, open }) => {
  const page = await begins(open, undefined, 'start-blank');
  await reads(page, 'chat-hint', VISITS[lang].blank);
  await at(page, 'hint-import').waitFor();
  await at(page, 'hint-group').click();
  await asks(page);
  await reads(page, 'card', new RegExp(SAYS[lang].name));
  await page.setViewportSize(PHONE);
  assert.equal((await at(page, 'tab-tasks').innerText()).trim(), VISITS[lang].sessions);
});
