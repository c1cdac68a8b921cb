/** Calendar files as three programs write them: nothing is lost, no time is altered, and a new version of a file updates its own events. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { calendarTools, memoryCalendar } from 'stepgate/calendar';
import { fromIcs, toIcs } from 'stepgate/ics';
import { schedule } from 'stepgate/schedule';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';

const term = { clock: CLOCK, termStart: '2026-09-07' };
const options = { ...term, to: '2026-12-27', timeZone: 'Asia/Shanghai', allDay: 'busy', outside: 'note' };
const written = name => readFile(new URL(`./ics/${name}.ics`, import.meta.url), 'utf8');

/** A file in which no whole day is marked as free. */
const file = async name => (await written(name)).replaceAll('TRANSP:TRANSPARENT', 'TRANSP:OPAQUE');
const blank = { events: [], event_sections: [], task_classes: [], task_items: [] };

/** The file read into a calendar. */
const read = async (name, more = {}) => fromIcs(await file(name), { ...options, ...more });

const told = ({ calendar }) => Object.fromEntries(calendar.events.map(event => [event.name, `${event.start_time} – ${event.end_time}`]));
const daysOf = ({ calendar }, name) => {
  const event = calendar.events.find(one => one.name === name);
  return [...new Set(calendar.event_sections.filter(row => row.event_id === event.id).map(row => `${row.week}/${row.day_of_week}`))].join(' ');
};

describe('a file', () => {
  it('of Google Calendar comes in whole', async () => {
    const reading = await read('google');
    assert.deepEqual(told(reading), {
      'Linear Algebra': '2026-09-07T08:30 – 2026-12-23T09:30', 'Linear Algebra (moved)': '2026-09-25T10:30 – 2026-09-25T11:30',
      Dentist: '2026-09-10T14:00 – 2026-09-10T14:45', 'National Day holidays': '2026-10-01T00:00 – 2026-10-08T00:00',
    });
    assert.equal(daysOf(reading, 'Linear Algebra'), '1/1 1/3 2/1 2/3 3/1 4/1 4/3 6/1 6/3 7/1 7/3 8/1 8/3 9/1 9/3 10/1 10/3 11/1 11/3 12/1 12/3 13/1 13/3 14/1 14/3 15/1 15/3 16/1 16/3');
    assert.deepEqual([reading.added, reading.updated, reading.source], [3, 0, 'Autumn lectures']);
    assert.deepEqual(reading.skipped, []);
    assert.deepEqual(reading.calendar.events.map(({ type, uid, location }) => [type, uid, location]), [
      ['course', '3k7q2v9linearalgebra0c1@google.com', 'Science Building, Room 305'], ['course', '3k7q2v9linearalgebra0c1@google.com;20260923T083000', 'Great Hall'],
      ['course', '5dentist88aa@google.com', undefined], ['course', '20261001_national@google.com', undefined],
    ]);
  });

  it('of Google Calendar blocks no day that it marks as free', async () => {
    const { calendar, skipped } = fromIcs(await written('google'), options);
    const holidays = calendar.events.filter(({ name }) => name === 'National Day holidays');
    assert.deepEqual(holidays.map(({ start_time }) => start_time.slice(0, 10)), ['01', '02', '03', '04', '05', '06', '07'].map(day => `2026-10-${day}`));
    assert.deepEqual([calendar.event_sections.filter(row => holidays.some(({ id }) => id === row.event_id)), skipped], [[], []]);
  });

  it('of Outlook comes in whole, an exam beside the lecture', async () => {
    const { calendar } = await read('google');
    const reading = await read('outlook', { into: calendar });
    assert.deepEqual(reading.skipped, []);
    assert.equal(daysOf(reading, 'Chemistry lab'), '1/2 3/2 5/2 7/2 9/2 11/2 13/2 15/2');
    assert.deepEqual(reading.conflicts, [{ name: 'Chemistry lab', with: 'National Day holidays' }, { name: 'Midterm exam', with: 'Linear Algebra' }]);
    assert.deepEqual(reading.calendar.events.filter(({ name }) => name === 'Debating weekend').map(({ start_time, end_time }) => `${start_time} – ${end_time}`),
      ['2026-11-13T19:00 – 2026-11-14T00:00', '2026-11-14T00:00 – 2026-11-15T00:00', '2026-11-15T00:00 – 2026-11-15T12:00']);
  });

  it('of a university in Apple’s form comes in whole, with what lies between the sections', async () => {
    const reading = await read('apple');
    assert.deepEqual(reading.skipped.map(({ reason, name }) => [reason, name]), []);
    assert.equal(daysOf(reading, '形势与政策讲座'), '1/5 2/6 5/6');
    assert.equal(reading.calendar.events.find(({ name }) => name === '学术英语写作').location, '外语楼 210\n海淀区');
    assert.deepEqual(reading.calendar.events.filter(({ name }) => name === '和室友吃饭').map(({ uid, start_time }) => [uid, start_time]), [
      ['33BB44CC-55DD-66EE-77FF-88AA99BBCCDD;20260909', '2026-09-09T12:00'], ['33BB44CC-55DD-66EE-77FF-88AA99BBCCDD;20260916', '2026-09-16T12:00'], ['33BB44CC-55DD-66EE-77FF-88AA99BBCCDD;20260923', '2026-09-23T12:00'],
    ]);
  });

  for (const name of ['google', 'outlook', 'apple']) {
    it(`of ${name} read twice is the same`, async () => {
      const once = await read(name, { into: semester('en', '2026-09-07') });
      const twice = await read(name, { into: once.calendar });
      assert.deepEqual([twice.added, twice.vanished], [0, []]);
      assert.deepEqual(twice.calendar, once.calendar);
    });

    it(`of ${name} written and read elsewhere keeps its times`, async () => {
      const { calendar } = await read(name);
      const text = toIcs(calendar, { ...term, now: new Date(0) });
      const again = fromIcs(text, { ...options, into: blank, source: calendar.events[0].source });
      const plain = ({ id, ...event }) => event;
      assert.deepEqual(again.calendar.events.map(plain), calendar.events.map(plain));
      assert.equal(again.calendar.event_sections.length, calendar.event_sections.length);
      assert.deepEqual(again.skipped, []);
    });
  }

  it('keeps the recurrence of what it writes', async () => {
    const { calendar } = await read('google');
    const text = toIcs(calendar, { ...term, now: new Date(0) });
    assert.match(text, /DTSTART:20260907T083000\r\nDTEND:20260907T093000\r\nRRULE:FREQ=WEEKLY;COUNT=32;BYDAY=MO,WE\r\nEXDATE:20260923T083000\r\nEXDATE:20261005T083000\r\nEXDATE:20261007T083000\r\n/);
    assert.match(text, /DTSTART;VALUE=DATE:20261001\r\nDTEND;VALUE=DATE:20261002\r\nRRULE:/);
  });

  it('says each day of few by rule, so that other readers find them all', async () => {
    const { calendar } = await read('apple');
    const events = new ICAL.Component(ICAL.parse(toIcs(calendar, { ...term, now: new Date(0) }))).getAllSubcomponents('vevent').map(event => new ICAL.Event(event));
    const each = events.find(({ summary }) => summary === '形势与政策讲座').iterator();
    assert.deepEqual([each.next(), each.next(), each.next(), each.next()].map(String), ['2026-09-11T13:30:00', '2026-09-19T13:30:00', '2026-10-10T13:30:00', 'undefined']);
  });

  it('in a new version moves its events, and offers to delete those that are gone', async () => {
    const { calendar } = await read('google');
    const own = calendar.events.map(event => (event.name === 'Dentist' ? { ...event, can_be_embedded: true } : event));
    const text = (await file('google')).replaceAll('T060000Z', 'T070000Z').replaceAll('T064500Z', 'T074500Z').replace(/BEGIN:VEVENT\r\nDTSTART;VALUE=DATE[^]*?END:VEVENT\r\n/, '');
    const again = fromIcs(text, { ...options, into: { ...calendar, events: own } });
    assert.deepEqual([again.added, again.updated], [0, 2]);
    const dentist = again.calendar.events.find(({ name }) => name === 'Dentist');
    assert.deepEqual([dentist.id, dentist.start_time, dentist.can_be_embedded], [3, '2026-09-10T15:00', true]);
    assert.deepEqual(again.vanished.map(({ name }) => name), ['National Day holidays']);
    assert.ok(again.calendar.events.some(({ name }) => name === 'National Day holidays'));
    const without = fromIcs(text, { ...options, into: calendar, vanished: 'delete' });
    assert.ok(!without.calendar.events.some(({ name }) => name === 'National Day holidays'));
    assert.deepEqual((await read('apple', { into: calendar })).vanished, []);
  });

  it('is loaded by the agent where nothing overlaps, its events fixed', async () => {
    await schedule.load();
    const { calendar } = await read('google', { into: { ...semester('en', '2026-09-07'), events: [], event_sections: [] } });
    const { load_schedule } = calendarTools(memoryCalendar(calendar), { ...term, now: () => '2026-10-28T09:05' });
    const { state, now, clock } = await load_schedule.execute({});
    assert.deepEqual([now, clock.length], ['2026-10-28T09:05', 12]);
    const lecture = state.tasks.find(({ name }) => name === 'Linear Algebra');
    assert.deepEqual([lecture.locked, lecture.slots.length], [true, 29]);
  });
});
