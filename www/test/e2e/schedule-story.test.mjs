/** A whole story of the calendar: three files of other programs in week 8, plans, the user's own hand, and the file that goes elsewhere. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import { CLOCK } from '../../demo/schedule/clock.js';
import { records } from './calendar-records.mjs';
import { addressOf, LOCALES, open as openPage, scene, watch } from './stage.mjs';
import { at, chosenFile, counts, downloaded, reads, rests, say, until } from './user.mjs';

const SAYS = {
  en: {
    groups: [
      'Create a task group "Calculus revision" from 2026-10-29 to 2026-12-27 with limits, continuity, derivatives, mean values, integrals, series, equations, mock paper',
      'Create a task group "Literature reading" from 2026-10-29 to 2026-12-27 with search, survey, methods, results, discussion, report',
    ],
    all: 'Arrange all tasks over the whole semester', early: 'No early mornings, please', only: 'Only calculus, in the afternoon', again: 'Arrange everything again, preferably in the morning, change at most 5 tasks',
    calculus: 'Calculus revision', week: n => new RegExp(`^Week ${n}$`),
  },
  zh: {
    groups: ['新建任务组“高数复习”，2026-10-29 到 2026-12-27，包括：极限、连续、导数、中值定理、积分、级数、方程、模拟卷', '新建任务组“文献阅读”，2026-10-29 到 2026-12-27，包括：检索、综述、方法、结果、讨论、报告'],
    all: '把所有任务安排到整个学期', early: '不要早八', only: '只调整高数复习，放在下午', again: '全部重新安排，尽量在上午，最多改 5 项',
    calculus: '高数复习', week: n => new RegExp(`^第 ${n} 周$`),
  },
};

/** Thursday of week 8, 9:30 in China: the first two sections of day 53 are over or have begun. */
const [NOW, TODAY, BEGUN] = ['2026-10-29T01:30:00Z', 53, 2];
const IN_CHINA = { timezoneId: 'Asia/Shanghai' };

const dayOf = ({ week, day_of_week }) => (week - 1) * 7 + day_of_week;
const isPast = row => dayOf(row) < TODAY || (dayOf(row) === TODAY && row.section <= BEGUN);

/** Records without their order, and without the marks of the writes. */
const sorted = ({ sets, ...all }) => Object.fromEntries(Object.entries(all).map(([table, list]) => [table, list.map(row => JSON.stringify(row)).sort()]));

/** The sections that are taken by what is fixed, and by anything before now. */
const fixed = ({ events, rows }) => {
  const tasks = new Set(events.filter(({ type }) => type === 'task').map(({ id }) => id));
  return rows.filter(row => !tasks.has(row.event_id) || isPast(row)).map(row => JSON.stringify(row)).sort();
};

/** Items whose place differs. */
const moved = (before, after) => after.items.filter(item => JSON.stringify(item.embedded_time) !== JSON.stringify(before.items.find(({ id }) => id === item.id)?.embedded_time));

/** No task shares a section with another entry. */
function isSound({ events, rows }) {
  const tasks = new Set(events.filter(({ type }) => type === 'task').map(({ id }) => id));
  const count = new Map();
  const cell = row => `${row.week} ${row.day_of_week} ${row.section}`;
  for (const row of rows) count.set(cell(row), (count.get(cell(row)) ?? 0) + 1);
  for (const row of rows.filter(({ event_id }) => tasks.has(event_id))) assert.equal(count.get(cell(row)), 1, `${cell(row)} is taken twice`);
}

/** Entries as people see them: name, date, and times or sections. */
const seen = ({ events, rows }) => events.flatMap(({ id, name, uid, start_time, end_time, location = '' }) => {
  const own = rows.filter(({ event_id }) => event_id === id);
  const times = uid ? `${start_time.slice(11)}–${end_time.slice(11)}` : '';
  return own.length ? own.map(row => `${name} · ${location} · ${dayOf(row)}.${row.section} · ${times}`) : [`${name} · ${location} · ${start_time}–${end_time}`];
}).sort();

/** Says something and accepts the card that answers it. Gives the records before and after. */
async function plan(page, text) {
  const before = await records(page);
  await say(page, text);
  await at(page, 'card').waitFor();
  assert.deepEqual(sorted(await records(page)), sorted(before), 'nothing is written before the approval');
  const answered = await at(page, 'answered').count();
  await at(page, 'card-accept').click();
  await counts(page, 'answered', answered + 1);
  await rests(page);
  await counts(page, 'card', 0);
  const after = await records(page);
  assert.deepEqual(fixed(after), fixed(before), 'what is fixed and what is past stays');
  isSound(after);
  return { before, after };
}

/** Takes a calendar file in. */
async function take(page, name, buffer) {
  await at(page, 'calendar-files').click();
  await chosenFile(page, 'ics-import', { name: `${name}.ics`, mimeType: 'text/calendar', buffer });
  await at(page, 'import-found').waitFor();
  await at(page, 'sheet-save').click();
  await at(page, 'imported').waitFor();
  await until(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
}

/** Shows a week. */
async function showWeek(page, lang, week) {
  for (let turn = 0; turn < 20; turn += 1) {
    const shown = Number(/\d+/.exec(await at(page, 'week-shown').innerText())?.[0]);
    if (shown === week) break;
    await at(page, shown < week ? 'week-on' : 'week-back').click();
  }
  await reads(page, 'week-shown', SAYS[lang].week(week));
}

const entryOf = (page, { id }) => page.locator(`[data-testid="entry"][data-id="item ${id}"]`);

/** Two free sections in a row in the week of a task, on another day than its own. */
function freeNear({ rows }, { embedded_time: { week, day_of_week } }) {
  const taken = new Set(rows.filter(row => row.week === week).map(row => `${row.day_of_week} ${row.section}`));
  for (let day = 7; day >= 1; day -= 1) {
    for (const from of [7, 5, 9, 3]) if (day !== day_of_week && !taken.has(`${day} ${from}`) && !taken.has(`${day} ${from + 1}`)) return { week, day_of_week: day, section_from: from, section_to: from + 1 };
  }
  throw new Error(`week ${week} is full`);
}

/** Drags a task to a place in the shown week. */
async function drag(page, item, place) {
  await page.locator('.work').evaluate(work => work.scrollTo(0, 0));
  const { x, y, width } = await entryOf(page, item).boundingBox();
  const band = await at(page, `day-${dayOf(place)}`).locator('.band').nth(place.section_from - 1).boundingBox();
  await page.mouse.move(x + width / 2, y + 18);
  await page.mouse.down();
  await page.mouse.move(band.x + band.width / 2, band.y + band.height / 2 - 8, { steps: 6 });
  await page.mouse.move(band.x + band.width / 2, band.y + band.height / 2);
  await until(async () => assert.equal(await at(page, 'target').getAttribute('data-refused'), 'false'));
  await page.mouse.up();
}

/** Times that ical.js finds in a file, without our reader: name, begin and end of each time an event is held. */
function heldIn(text) {
  const root = new ICAL.Component(ICAL.parse(text));
  return root.getAllSubcomponents('vevent').flatMap(component => {
    const event = new ICAL.Event(component);
    const times = [];
    const each = event.iterator();
    for (let next = each.next(); next; next = each.next()) times.push(next);
    return times.map(start => {
      const end = start.clone();
      end.addDuration(event.duration);
      return `${event.summary} · ${event.location ?? ''} · ${start.toString().slice(0, 16)} – ${end.toString().slice(0, 16)}`;
    });
  }).sort();
}

/** The same times by the records. */
function heldBy({ events, rows }) {
  const moment = (day, time) => new Date(Date.UTC(2026, 8, 6 + day) + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000).toISOString().slice(0, 16);
  return events.flatMap(({ id, name, location = '', uid, start_time, end_time }) => {
    const own = rows.filter(({ event_id }) => event_id === id);
    const days = own.length ? [...new Set(own.map(dayOf))] : [Math.round((Date.parse(start_time.slice(0, 10)) - Date.parse('2026-09-07')) / 86_400_000) + 1];
    return days.map(day => {
      const sections = own.filter(row => dayOf(row) === day).map(({ section }) => section);
      const [start, ends] = uid ? [start_time.slice(11), end_time.slice(11)] : [CLOCK[Math.min(...sections) - 1].start, CLOCK[Math.max(...sections) - 1].end];
      const end = ends === '00:00' ? '24:00' : ends;
      const cut = start === '00:00' && end === '24:00' ? 10 : 16; // a whole day has a date only
      return `${name} · ${location} · ${moment(day, start).slice(0, cut)} – ${moment(day, end).slice(0, cut)}`;
    });
  }).sort();
}

/** Drags one task of a later week to a free place, and locks another. Gives the locked one. */
async function useHands(page, lang) {
  const before = await records(page);
  const [dragged, locked] = before.items.filter(({ embedded_time }) => embedded_time.week > 8);
  const place = freeNear(before, dragged);
  await showWeek(page, lang, place.week);
  await drag(page, dragged, place);
  await until(async () => assert.deepEqual((await records(page)).items.find(({ id }) => id === dragged.id).embedded_time, place));
  await showWeek(page, lang, locked.embedded_time.week);
  await entryOf(page, locked).click();
  await at(page, 'entry-lock').click();
  await until(async () => assert.equal((await records(page)).items.find(({ id }) => id === locked.id).locked, true));
  const after = await records(page);
  assert.deepEqual(fixed(after), fixed(before));
  assert.deepEqual(moved(before, after).map(({ id }) => id), [dragged.id]);
  isSound(after);
  return locked;
}

/** The records of an empty calendar in another browser profile, after it took in a file. */
async function recordsElsewhere(browser, lang, text) {
  const context = await browser.newContext({ locale: LOCALES[lang], ...IN_CHINA });
  const troubles = [];
  try {
    await watch(context, troubles);
    await context.clock.setFixedTime(NOW);
    const page = await openPage(context, await addressOf('demo'));
    await at(page, 'start-blank').click();
    await at(page, 'week').waitFor({ state: 'attached' });
    await take(page, 'stepgate', Buffer.from(text));
    const found = await records(page);
    assert.deepEqual(troubles, []);
    return found;
  } finally {
    await context.close();
  }
}

scene('week 8 of a term: three files in, planned, changed by hand, planned again, undone, redone, and taken elsewhere', async ({ lang, context, open }) => {
  const words = SAYS[lang];
  const page = await open();
  await at(page, 'start-blank').click();
  await at(page, 'week').waitFor({ state: 'attached' });
  await reads(page, 'week-shown', words.week(8));
  assert.deepEqual(sorted(await records(page)), { events: [], rows: [], classes: [], items: [] });

  for (const name of ['google', 'outlook', 'apple']) await take(page, name, await readFile(new URL(`../ics/${name}.ics`, import.meta.url)));
  const imported = await records(page);
  assert.equal(new Set(imported.events.map(({ source }) => source)).size, 3);
  for (const text of words.groups) await plan(page, text);
  assert.deepEqual(sorted({ ...await records(page), classes: [], items: [] }), sorted(imported), 'a new group changes no entry');

  const { after: { items } } = await plan(page, words.all);
  assert.ok(items.length === 14 && items.every(({ status }) => status === 2), 'every task has a place');

  const early = await plan(page, words.early);
  const isEarly = ({ embedded_time: { section_from } }) => section_from <= 2;
  assert.ok(early.before.items.some(isEarly) && !early.after.items.some(isEarly));

  const only = await plan(page, words.only);
  const { id: calculus } = only.after.classes.find(({ name }) => name === words.calculus);
  const changed = moved(only.before, only.after);
  assert.ok(changed.length && changed.every(({ class_id }) => class_id === calculus), `moved: ${changed.map(({ content }) => content)}`);
  const places = only.after.items.filter(({ class_id }) => class_id === calculus).map(({ embedded_time }) => embedded_time);
  assert.ok(places.every(({ section_from, section_to }) => section_from >= 5 && section_to <= 8), 'calculus lies in afternoons');

  const locked = await useHands(page, lang);
  const again = await plan(page, words.again);
  const few = moved(again.before, again.after);
  assert.ok(few.length >= 1 && few.length <= 5, `moved: ${few.length}`);
  assert.ok(!few.some(({ id }) => id === locked.id), 'the locked task stays');
  assert.ok(!again.after.items.some(isEarly), 'the wish of before holds');

  await at(page, 'undo-write').click();
  await until(async () => assert.deepEqual(sorted(await records(page)), sorted(again.before)));
  await at(page, 'redo-write').click();
  await until(async () => assert.deepEqual(sorted(await records(page)), sorted(again.after)));

  await at(page, 'calendar-files').click();
  const text = await downloaded(page, () => at(page, 'ics-export').click());
  assert.equal(heldIn(text).join('\n'), heldBy(again.after).join('\n'));
  assert.deepEqual(seen(await recordsElsewhere(context.browser(), lang, text)), seen(again.after));
}, { now: NOW, context: IN_CHINA });
