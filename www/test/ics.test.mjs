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
const where = ({ event_sections }) => event_sections.map(row => `${row.week}/${row.day_of_week}/${row.section}`).join(' ');
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
    assert.deepEqual(sorted(both), sorted(whole));
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
    assert.equal(read.events.length, 1);
  });

  const skips = {
    all_day: ['DTSTART;VALUE=DATE:20260907'],
    outside_sections: ['DTSTART:20260907T120000', 'DTEND:20260907T124500'],
    outside_term: ['DTSTART:20250907T080000', 'DTEND:20250907T084500'],
    several_days: ['DTSTART:20260907T080000', 'DTEND:20260908T084500'],
  };
  for (const [reason, lines] of Object.entries(skips)) {
    it(`tells what it leaves out: ${reason}`, () => {
      const { calendar: read, added, skipped } = reading(lines);
      assert.deepEqual([read.events, added, skipped.map(skip => skip.reason)], [[], 0, [reason]]);
    });
  }

  it('leaves out what overlaps, and names what is there', () => {
    const at = ['DTSTART:20260907T080000', 'DTEND:20260907T084500'];
    const { skipped, added } = fromIcs(vcalendar(vevent(...at), ['BEGIN:VEVENT', 'UID:y', 'SUMMARY:Y', ...at, 'END:VEVENT']), term);
    assert.equal(added, 1);
    assert.deepEqual(skipped.map(({ name, reason, with: other }) => [name, reason, other]), [['Y', 'overlaps', 'X']]);
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
