import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromIcs, IcsError, toIcs } from 'stepgate/ics';

const hours = [8, 9, 10, 11, 13, 14, 15, 16, 17, 19, 20, 21];
const two = n => String(n).padStart(2, '0');
const clock = hours.map(hour => ({ start: `${two(hour)}:00`, end: `${two(hour)}:45` }));
const term = { clock, termStart: '2026-09-07' };
const now = new Date('2026-09-01T00:00:00Z');

/** Reproducible random numbers. */
function random(seed) {
  let state = seed;
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A calendar of weekly courses with guests, separate tasks, and tasks without a place. */
function calendar(seed) {
  const next = random(seed);
  const taken = new Set();
  const events = [], event_sections = [], task_items = [];
  const free = cells => cells.every(cell => !taken.has(cell)) && cells.forEach(cell => taken.add(cell)) === undefined;
  const rows = (event_id, weeks, day_of_week, from, length) => weeks.flatMap(week => {
    const sections = Array.from({ length }, (_, index) => from + index);
    return free(sections.map(section => `${week} ${day_of_week} ${section}`)) ? sections.map(section => ({ event_id, week, day_of_week, section, status: 'normal' })) : [];
  });
  for (let id = 1; id <= 12; id++) {
    const course = id <= 6;
    const weeks = course ? Array.from({ length: 16 }, (_, index) => index + 1).filter(() => next(5) > 0) : [1 + next(16)];
    const own = rows(id, weeks, 1 + next(7), 1 + next(11), 2);
    if (!own.length) continue;
    event_sections.push(...own);
    const name = course ? `高数; Course, ${id}` : `Task "${id}"\nof two lines`;
    const event = { id, name, type: course ? 'course' : 'task', can_be_embedded: course && id % 2 === 0, ...(course ? { location: 'A-1, 楼' } : {}) };
    const placed = { week: own[0].week, day_of_week: own[0].day_of_week, section_from: own[0].section, section_to: own[1].section };
    if (!course) task_items.push({ id: 100 + id, class_id: 1, order: id, content: name, status: 2, embedded_time: placed });
    if (event.can_be_embedded) {
      task_items.push({ id: 200 + id, class_id: 1, order: id, content: `Guest ${id}`, status: 2, embedded_time: placed });
      own[0].embedded_task_id = own[1].embedded_task_id = 200 + id;
    }
    events.push({ ...event, ...(course ? {} : { rel_id: 100 + id }), start_time: '', end_time: '' });
  }
  task_items.push({ id: 300, class_id: 1, order: 99, content: 'Waits', status: 1, embedded_time: null });
  return { events, event_sections, task_classes: [], task_items };
}

const sorted = ({ events, event_sections, task_classes, task_items }) => ({
  events: events.map(({ start_time, end_time, ...event }) => event).sort((a, b) => a.id - b.id),
  event_sections: event_sections.map(row => JSON.stringify(row, Object.keys(row).sort())).sort(),
  task_classes,
  task_items: [...task_items].sort((a, b) => a.id - b.id),
});

const vevent = (...lines) => ['BEGIN:VEVENT', 'UID:x', 'SUMMARY:X', ...lines, 'END:VEVENT'];
const vcalendar = (...lines) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', ...lines.flat(), 'END:VCALENDAR'].join('\r\n');
const where = ({ event_sections }) => event_sections.map(row => `${row.week}/${row.day_of_week}/${row.section}`).sort().join(' ');
const reading = (lines, options = {}) => fromIcs(vcalendar(vevent(...lines)), { ...term, timeZone: 'Asia/Shanghai', ...options });

describe('a calendar written and read again', () => {
  for (let seed = 1; seed <= 40; seed++) {
    it(`is the same over itself, and where only tasks are known (${seed})`, () => {
      const whole = calendar(seed);
      const text = toIcs(whole, { ...term, now });
      const again = fromIcs(text, { ...term, into: whole });
      assert.deepEqual(again.skipped, []);
      assert.deepEqual(sorted(again.calendar), sorted(whole));
      const waiting = whole.task_items.map(item => ({ ...item, status: 1, embedded_time: null }));
      const bare = fromIcs(text, { ...term, into: { events: [], event_sections: [], task_classes: [], task_items: waiting } });
      assert.deepEqual(sorted(bare.calendar), sorted(whole));
      assert.equal(toIcs(again.calendar, { ...term, now }), text);
    });
  }

  it('leaves what it was given alone, and does not take another calendar’s numbers for its own', () => {
    const whole = calendar(3);
    const before = JSON.stringify(whole);
    const other = { ...whole, events: whole.events.map(event => ({ ...event, name: `${event.name}!` })) };
    const { calendar: both, skipped } = fromIcs(toIcs(other, { ...term, now }), { ...term, into: whole });
    assert.equal(JSON.stringify(whole), before);
    assert.ok(skipped.length > 0 && skipped.every(({ reason }) => reason === 'overlaps' || reason === 'no_host'));
    const mine = new Set(whole.events.map(({ id }) => id));
    const ours = { ...both, events: both.events.filter(({ id }) => mine.has(id)), event_sections: both.event_sections.filter(row => mine.has(row.event_id)) };
    assert.deepEqual(sorted(ours), sorted(whole));
  });

  it('says when an event begins and ends, and where a task went that the text has no more', () => {
    const whole = calendar(1);
    const course = whole.events.find(event => event.can_be_embedded);
    const guest = whole.task_items.find(item => item.content === `Guest ${course.id}`);
    const without = { ...whole, event_sections: whole.event_sections.map(({ embedded_task_id, ...row }) => row) };
    const { calendar: after } = fromIcs(toIcs(without, { ...term, now }), { ...term, into: whole });
    assert.deepEqual(after.task_items.find(({ id }) => id === guest.id), { ...guest, status: 1, embedded_time: null });
    assert.match(after.events.find(({ id }) => id === course.id).start_time, /^2026-\d\d-\d\dT\d\d:00$/);
  });
});

describe('a calendar from elsewhere', () => {
  it('takes the sections its times touch', () => {
    assert.equal(where(reading(['DTSTART:20260907T081500', 'DTEND:20260907T094500']).calendar), '1/1/1 1/1/2');
    assert.equal(where(reading(['DTSTART:20260907T094500', 'DTEND:20260907T100100']).calendar), '1/1/3');
    assert.equal(where(reading(['DTSTART:20260913T193000', 'DURATION:PT4H30M']).calendar), '1/7/10 1/7/11 1/7/12');
  });

  it('turns times with a zone into those of the reader', () => {
    assert.equal(where(reading(['DTSTART:20260907T000000Z', 'DTEND:20260907T004500Z']).calendar), '1/1/1');
assert.equal(where(reading(['DTSTART:20260908T000000Z', 'DTEND:20260908T004500Z'], { timeZone: 'America/New_York' }).calendar), '1/1/11');
  });

  it('repeats by rule, with what is left out and what is moved', () => {
    const weekly = ['DTSTART:20260907T080000', 'DTEND:20260907T084500', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260914T080000'];
    const moved = vevent('RECURRENCE-ID:20260921T080000', 'DTSTART:20260922T090000', 'DTEND:20260922T094500');
    const { calendar: read, added } = fromIcs(vcalendar(vevent(...weekly), moved), { ...term, timeZone: 'UTC' });
    assert.equal(where(read), '1/1/1 3/2/2 4/1/1');
    assert.equal(added, 1);
    assert.deepEqual(read.events.map(({ uid, start_time, end_time }) => [uid, start_time, end_time]), [['x', '2026-09-07T08:00', '2026-09-28T08:45'], ['x;20260921T080000', '2026-09-22T09:00', '2026-09-22T09:45']]);
  });

  const skips = {
    all_day: ['DTSTART;VALUE=DATE:20260907'],
    outside_sections: ['DTSTART:20260907T120000', 'DTEND:20260907T124500'],
    outside_term: ['DTSTART:20250907T080000', 'DTEND:20250907T084500'],
    several_days: ['DTSTART:20260907T080000', 'DTEND:20261208T084500'],
  };
  for (const [reason, lines] of Object.entries(skips)) {
    it(`tells what it leaves out: ${reason}`, () => {
      const { calendar: read, added, skipped } = reading(lines);
      assert.deepEqual([read.events, added, skipped.map(skip => skip.reason)], [[], 0, [reason]]);
    });
  }

  it('keeps fixed entries that overlap, and names them', () => {
    const at = ['DTSTART:20260907T080000', 'DTEND:20260907T084500'];
    const { conflicts, added } = fromIcs(vcalendar(vevent(...at), ['BEGIN:VEVENT', 'UID:y', 'SUMMARY:Y', ...at, 'END:VEVENT']), term);
    assert.equal(added, 2);
    assert.deepEqual(conflicts, [{ name: 'Y', with: 'X' }]);
  });

  it('takes an unpinned task out of the place of a fixed entry, and leaves a pinned one', () => {
    const task = (id, section, more) => ({ id, name: `Task ${id}`, type: 'task', can_be_embedded: false, rel_id: id, start_time: '', end_time: '', ...more });
    const item = (id, section) => ({ id, class_id: 1, order: id, content: `Task ${id}`, status: 2, embedded_time: { week: 1, day_of_week: 1, section_from: section, section_to: section } });
    const into = {
      events: [task(1), task(2, 2, { locked: true })], event_sections: [1, 2].map(id => ({ event_id: id, week: 1, day_of_week: 1, section: id, status: 'normal' })),
      task_classes: [], task_items: [item(1, 1), { ...item(2, 2), locked: true }],
    };
    const { calendar: read, displaced, conflicts } = reading(['DTSTART:20260907T080000', 'DTEND:20260907T094500'], { into });
    assert.deepEqual(displaced, ['Task 1']);
    assert.deepEqual(conflicts, [{ name: 'X', with: 'Task 2' }]);
    assert.deepEqual(read.task_items.map(({ status, embedded_time }) => [status, embedded_time?.section_from ?? null]), [[1, null], [2, 2]]);
    assert.deepEqual(read.events.map(({ name }) => name), ['Task 2', 'X']);
  });

  it('splits what lasts over midnight, and keeps its times', () => {
    const { calendar: read } = reading(['DTSTART:20260907T190000', 'DTEND:20260909T103000']);
    assert.deepEqual(read.events.map(({ start_time, end_time }) => [start_time, end_time]), [['2026-09-07T19:00', '2026-09-08T00:00'], ['2026-09-08T00:00', '2026-09-09T00:00'], ['2026-09-09T00:00', '2026-09-09T10:30']]);
    assert.equal(read.event_sections.length, 3 + 12 + 3);
  });

  it('takes whole days as busy or as notes', () => {
    const days = ['DTSTART;VALUE=DATE:20260907', 'DTEND;VALUE=DATE:20260909'];
    const busy = reading(days, { allDay: 'busy' }).calendar;
    assert.deepEqual([busy.events.length, busy.event_sections.length, busy.events[0].start_time, busy.events[0].end_time], [1, 24, '2026-09-07T00:00', '2026-09-09T00:00']);
    const note = reading(days, { allDay: 'note' }).calendar;
    assert.deepEqual(note.events.map(({ uid, start_time }) => [uid, start_time]), [['x;20260907', '2026-09-07T00:00'], ['x;20260908', '2026-09-08T00:00']]);
    assert.deepEqual(note.event_sections, []);
    assert.throws(() => reading(days, { allDay: 'some' }), { code: 'bad_option' });
  });

  it('follows a zone that is only named', () => {
    const startIn = zone => reading([`DTSTART;TZID=${zone}:20260907T210000`, `DTEND;TZID=${zone}:20260907T214500`]).calendar.events[0].start_time;
    const named = { 'America/New_York': '09:00', 'Etc/GMT+5': '10:00', 'America/Argentina/Buenos_Aires': '08:00', '/mozilla.org/20050126_1/America/Indiana/Indianapolis': '09:00', '/freeassociation.sourceforge.net/Tzfile/America/New_York': '09:00' };
    for (const [zone, time] of Object.entries(named)) assert.equal(startIn(zone), `2026-09-08T${time}`, zone);
    assert.equal(startIn('Nowhere/At_All'), '2026-09-07T21:00', 'an unknown name means the time of the reader');
  });

  it('ends, whatever repeats', () => {
    const { calendar: read, skipped } = reading(['DTSTART:19700101T080000', 'DTEND:19700101T080001', 'RRULE:FREQ=SECONDLY']);
    assert.deepEqual(read.events, []);
    assert.equal(skipped.at(-1).reason, 'rule');
  });
});

describe('what is no calendar', () => {
  for (const text of ['', 'hello', 'BEGIN:VCALENDAR', 'BEGIN:VEVENT\r\nEND:VEVENT']) {
    it(`is refused: ${JSON.stringify(text)}`, () => assert.throws(() => fromIcs(text, term), error => error instanceof IcsError && error.code === 'not_icalendar'));
  }
  const options = { termStart: ['2026-09-08', '2026-13-01', 'x'], from: ['2026-02-30'], to: ['soon'], clock: [[{ start: '08:00', end: '07:00' }], [{ start: '8', end: '9' }]] };
  for (const [name, values] of Object.entries(options)) {
    for (const value of values) {
      it(`nor is ${name} ${JSON.stringify(value)} an option`, () => assert.throws(
        () => fromIcs(vcalendar(), { ...term, [name]: value }),
        error => error instanceof IcsError && error.code === 'bad_option' && error.message.startsWith(name),
      ));
    }
  }
});
