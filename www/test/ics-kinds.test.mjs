/**
 * Calendars as programs and people write them, each of a kind of its own: reports of other projects, the RFC, and our own. `want` says in words
 * what a reader expects; `in`, `left`, `changed` and `cancelled` say what this one gives. `UPDATE=1` writes them anew, to be judged by `want`.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fromIcs, IcsError, toIcs } from 'stepgate/ics';

const FILE = new URL('./ics/kinds.json', import.meta.url);
const rows = JSON.parse(await readFile(FILE, 'utf8'));

const two = number => String(number).padStart(2, '0');
const clock = Array.from({ length: 14 }, (_, index) => ({ start: `${two(8 + index)}:00`, end: `${two(8 + index)}:45` }));
const termStart = '2026-09-07';
const options = { clock, termStart, timeZone: 'Europe/Berlin', allDay: 'busy', outside: 'note', to: '2027-02-28' };

const dayOf = ({ week, day_of_week }) => new Date(Date.UTC(2026, 8, 7 + (week - 1) * 7 + day_of_week - 1)).toISOString().slice(0, 10);

/** Each time of a calendar, as a line. */
const times = ({ events, event_sections }) => events.flatMap(({ id, name, start_time, end_time }) => {
  const days = [...new Set(event_sections.filter(row => row.event_id === id).map(dayOf))];
  return (days.length ? days : [start_time.slice(0, 10)]).map(day => `${day} ${start_time.slice(11)}-${end_time.slice(11)} ${name}${days.length ? '' : ' (free)'}`);
}).sort();

const told = list => list.map(({ name, start, reason, with: other }) => [name, reason, start, other].filter(Boolean).join(' · '));

const readInto = (into, ics) => fromIcs(ics, { ...options, into });

/** What a row gives. */
function gives({ before = [], ics }) {
  const into = before.reduce((calendar, text) => readInto(calendar, text).calendar, undefined);
  const { calendar, skipped, changed, cancelled } = readInto(into, ics);
  return { in: times(calendar), left: told(skipped), changed: told(changed), cancelled: cancelled.map(({ name }) => name) };
}

if (process.env.UPDATE) await writeFile(FILE, `${JSON.stringify(rows.map(row => ({ ...row, ...gives(row) })), null, 1)}\n`);

describe('a calendar of its own kind', () => {
  for (const row of rows) {
    it(`${row.id}: ${row.kind}`, () => {
      const { in: read, left, changed, cancelled } = row;
      assert.deepEqual(gives(row), { in: read, left, changed, cancelled }, `want: ${row.want}`);
    });

    it(`${row.id}: is the same from bytes, and read again`, async () => {
      const once = readInto(undefined, row.ics);
      assert.deepEqual(readInto(undefined, new TextEncoder().encode(row.ics)), once);
      assert.deepEqual(await fromIcs(new Blob([row.ics]), options), once);
      assert.deepEqual(times(readInto(once.calendar, row.ics).calendar), times(once.calendar));
    });

    it(`${row.id}: keeps its times when written and read`, () => {
      const { calendar } = readInto(undefined, row.ics);
      assert.deepEqual(times(readInto(undefined, toIcs(calendar, { clock, termStart })).calendar), times(calendar));
      assert.deepEqual(times(readInto(calendar, toIcs(calendar, { clock, termStart })).calendar), times(calendar));
    });
  }
});

describe('bytes', () => {
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:高等数学', 'DTSTART:20260908T100000', 'DTEND:20260908T110000', 'END:VEVENT', 'END:VCALENDAR'];
  const bytes = new TextEncoder().encode(lines.join('\r\n'));
  const name = given => fromIcs(given, options).calendar.events[0].name;
  const folded = (at, fold) => Uint8Array.from([...bytes.slice(0, at), ...new TextEncoder().encode(fold), ...bytes.slice(at)]);

  it('may be folded within a letter', () => {
    const from = new TextEncoder().encode(lines.slice(0, 3).join('\r\n')).length + 11;
    for (let at = from; at < from + 12; at += 1) for (const fold of ['\r\n ', '\n\t']) assert.equal(name(folded(at, fold)), '高等数学', `${at}`);
  });

  it('may be in UTF-16 with its mark, or an ArrayBuffer', () => {
    assert.equal(name(new Uint8Array(Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le'))), '高等数学');
    assert.equal(name(bytes.buffer), '高等数学');
  });

  it('in another encoding are read as far as they can be, and it is said', () => {
    const latin = Uint8Array.from(Buffer.from(lines.join('\n').replace('高等数学', 'Ubung in B\xe4r'), 'latin1'));
    const { changed, calendar } = fromIcs(latin, options);
    assert.deepEqual(changed.map(({ reason }) => reason), ['encoding']);
    assert.equal(calendar.events.length, 1);
  });

  it('beyond a limit are refused', () => assert.throws(() => fromIcs(new Uint8Array(9 * 2 ** 20), options), error => error instanceof IcsError && error.code === 'too_large'));
});

describe('many events in one place', () => {
  const many = (count, lineOf) => ['BEGIN:VCALENDAR', ...Array.from({ length: count }, (_, index) => ['BEGIN:VEVENT', ...lineOf(index), 'DTSTART:20260908T100000', 'DTEND:20260908T110000', 'END:VEVENT']).flat(), 'END:VCALENDAR'].join('\r\n');
  for (const [kind, lineOf] of Object.entries({ foreign: index => [`UID:${index}`, `SUMMARY:${index}`], own: index => [`UID:event-${index}@stepgate`, `X-STEPGATE-ID:${index}`, 'X-STEPGATE-TYPE:course', `SUMMARY:${index}`] })) {
    it(`are all in, with a thousand overlaps told: ${kind}`, () => {
      const { added, conflicts, calendar } = fromIcs(many(4_800, lineOf), options);
      assert.deepEqual([added, calendar.events.length, conflicts.length <= 1_000], [4_800, 4_800, true]);
    });
  }
});
