/** Changes of a calendar by hand: checked, all or nothing, undone and redone record by record. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import 'fake-indexeddb/auto';
import { calendarStore, checkEdit, checkSetting, EditError, memoryCalendar } from 'stepgate/calendar';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';
import { rangesOf, weeksIn } from '../demo/schedule/sheets/weeks.js';
import { words } from '../demo/words.js';

const setting = { termStart: '2026-09-07', clock: CLOCK, weeks: 16 };
const sorted = ({ revision, next_ids, rules = [], ...tables }) => Object.fromEntries(Object.entries({ ...tables, rules }).map(([table, rows]) => [table, rows.map(row => JSON.stringify(row)).sort()]));
const item = async (store, id) => (await store.load()).task_items.find(one => one.id === id);
const rowsOf = async (store, name) => {
  const { events, event_sections } = await store.load();
  const { id } = events.find(event => event.name === name);
  return event_sections.filter(row => row.event_id === id).map(row => `${row.week}/${row.day_of_week}/${row.section}`).join(' ');
};
const refused = (code, found, place) => error => error instanceof EditError && error.code === code
  && (found === undefined || error.found === found) && (place === undefined || error.place === place) && error.message.includes('allowed: ');

let databases = 0;
const stores = { memory: () => memoryCalendar(), indexedDB: () => calendarStore(`edits-${databases += 1}`) };

for (const [kind, open] of Object.entries(stores)) {
  const filled = async () => {
    const store = open();
    await store.replace(semester('en', '2026-09-07'));
    return { store, edit: change => store.edit(change, setting) };
  };

  describe(`by hand, in ${kind}`, () => {
    it('adds, changes and deletes a course', async () => {
      const { store, edit } = await filled();
      const { id } = await edit({ save_event: { name: 'Chess', location: 'Hall', times: [{ day_of_week: 6, section_from: 9, section_to: 10, weeks: [1, 3] }] } });
      assert.equal(await rowsOf(store, 'Chess'), '1/6/9 1/6/10 3/6/9 3/6/10');
      const chess = async () => (await store.load()).events.find(event => event.id === id);
      assert.deepEqual(await chess(), { id, name: 'Chess', type: 'course', can_be_embedded: false, start_time: '2026-09-12T18:30', end_time: '2026-09-26T20:10', location: 'Hall' });
      await edit({ save_event: { id, name: 'Chess club', location: null } });
      assert.equal(await rowsOf(store, 'Chess club'), '1/6/9 1/6/10 3/6/9 3/6/10');
      assert.equal((await chess()).location, undefined);
      await edit({ delete_event: { id } });
      assert.equal(await chess(), undefined);
      assert.ok(!(await store.load()).event_sections.some(row => row.event_id === id));
    });

    it('adds, places, moves, locks, takes out and deletes a task', async () => {
      const { store, edit } = await filled();
      const { id } = await edit({ save_item: { class_id: 1, content: 'Mock exam', length: 2, priority: 3, earliest: '2026-09-08', deadline: '2026-09-20T18:00', after: [101] } });
      const own = { id, class_id: 1, order: 17, content: 'Mock exam', length: 2, priority: 3, earliest: '2026-09-08', deadline: '2026-09-20T18:00', after: [101] };
      assert.deepEqual(await item(store, id), { ...own, status: 1, embedded_time: null });
      await edit({ place_item: { id, week: 1, day_of_week: 6, section_from: 3, section_to: 4 } });
      await edit({ place_item: { id, week: 2, day_of_week: 6, section_from: 5, section_to: 6 } });
      assert.equal(await rowsOf(store, 'Mock exam'), '2/6/5 2/6/6');
      assert.deepEqual(await item(store, id), { ...own, status: 2, embedded_time: { week: 2, day_of_week: 6, section_from: 5, section_to: 6 } });
      await edit({ lock: { item: id, locked: true } });
      const event = async () => (await store.load()).events.find(one => one.rel_id === id);
      assert.deepEqual([(await item(store, id)).locked, (await event()).locked], [true, true]);
      await edit({ lock: { item: id, locked: false } });
      assert.ok(!('locked' in await item(store, id)) && !('locked' in await event()));
      await edit({ unplace_item: { id } });
      assert.equal(await event(), undefined);
      assert.equal((await item(store, id)).status, 1);
      await edit({ save_item: { id, content: 'Trial exam', after: null, deadline: null } });
      assert.deepEqual(await item(store, id), { id, class_id: 1, order: 17, content: 'Trial exam', length: 2, priority: 3, earliest: '2026-09-08', status: 1, embedded_time: null });
      await edit({ delete_item: { id } });
      assert.equal(await item(store, id), undefined);
    });

    it('saves a task with its place and pin as one change', async () => {
      const { store, edit } = await filled();
      const place = { week: 1, day_of_week: 6, section_from: 3, section_to: 4 };
      const { id } = await edit({ save_item: { class_id: 1, content: 'Trial', locked: true, place } });
      assert.deepEqual([(await item(store, id)).locked, (await item(store, id)).embedded_time, (await store.load()).events.find(event => event.rel_id === id).locked], [true, place, true]);
      await assert.rejects(edit({ save_item: { id, content: 'Other', place: { ...place, day_of_week: 1, section_from: 1 } } }), refused('occupied', 'Calculus'));
      assert.equal((await item(store, id)).content, 'Trial');
      await edit({ save_item: { id, place: null, locked: false } });
      assert.equal((await item(store, id)).status, 1);
      assert.equal((await store.history()).length, 2);
    });

    it('puts a task into a course that holds one, and out again', async () => {
      const { store, edit } = await filled();
      await edit({ place_item: { id: 201, week: 1, day_of_week: 1, section_from: 5, section_to: 6 } });
      const guests = async () => (await store.load()).event_sections.filter(row => row.embedded_task_id === 201).length;
      assert.equal(await guests(), 2);
      await assert.rejects(edit({ place_item: { id: 202, week: 1, day_of_week: 1, section_from: 5, section_to: 6 } }), refused('occupied', 'Words of unit 1'));
      await assert.rejects(edit({ save_event: { id: 4, times: [{ day_of_week: 7, section_from: 1, section_to: 2, weeks: [1] }] } }), refused('holds_task', 'Words of unit 1'));
      await edit({ place_item: { id: 201, week: 1, day_of_week: 6, section_from: 5 } });
      assert.equal(await guests(), 0);
    });

    it('keeps what is done at its place, and lets what was missed wait for another', async () => {
      const { store, edit } = await filled();
      const at = (id, section_from) => ({ place_item: { id, week: 1, day_of_week: 6, section_from } });
      for (const [id, section] of [[101, 1], [102, 3], [103, 5]]) await edit(at(id, section));
      const placed = await store.load();
      await edit({ mark_items: { ids: [101], mark: 'done' } });
      assert.deepEqual(await item(store, 101), { ...placed.task_items.find(one => one.id === 101), mark: 'done' });
      for (const change of [at(101, 9), { unplace_item: { id: 101 } }, { save_item: { id: 101, place: null } }]) await assert.rejects(edit(change), refused('done', 'Functions and limits'));
      await edit({ save_item: { id: 101, content: 'Limits' } });
      const kept = await item(store, 101);
      assert.deepEqual([kept.mark, kept.status], ['done', 2]);
      await edit({ mark_items: { ids: [101], mark: null } });
      assert.ok(!('mark' in await item(store, 101)));
      await edit(at(101, 9));
      const before = await store.load();
      await edit({ mark_items: { ids: [102, 103], mark: 'missed' } });
      for (const id of [102, 103]) assert.deepEqual([(await item(store, id)).mark, (await item(store, id)).status, (await item(store, id)).embedded_time], ['missed', 1, null]);
      assert.ok(!(await store.load()).events.some(event => [102, 103].includes(event.rel_id)));
      const marks = (await store.history()).map(({ about }) => about).filter(({ what }) => what === 'mark_items');
      const mark_items = { by: 'hand', what: 'mark_items' };
      assert.deepEqual(marks, [{ ...mark_items, mark: 'missed' }, { ...mark_items, name: 'Limits', mark: null }, { ...mark_items, name: 'Functions and limits', mark: 'done' }]);
      await store.undo();
      assert.deepEqual(sorted(await store.load()), sorted(before));
      await store.redo();
      await edit(at(102, 11));
      assert.deepEqual([(await item(store, 102)).mark, (await item(store, 102)).status], [undefined, 2]);
    });

    it('adds a group, changes it, and deletes it with its tasks', async () => {
      const { store, edit } = await filled();
      const { id } = await edit({ save_class: { name: 'Piano', max_per_day: 2, preferred_sections: [9, 10], buffer_days: 3 } });
      await edit({ save_item: { class_id: id, content: 'Scales' } });
      await edit({ save_class: { id, preferred_sections: [], buffer_days: null, start_date: '2026-09-07', end_date: '2026-10-07' } });
      const { task_classes } = await store.load();
      assert.deepEqual(task_classes.at(-1), {
        mode: 'auto', strategy: 'steady', total_slots: 0, allow_filler_course: false, excluded_slots: [], excluded_days_of_week: [],
        name: 'Piano', max_per_day: 2, id, start_date: '2026-09-07', end_date: '2026-10-07',
      });
      await edit({ delete_class: { id } });
      const after = await store.load();
      assert.deepEqual([after.task_classes.length, after.task_items.some(one => one.class_id === id)], [3, false]);
    });

    it('fits the records to another clock, and refuses one that would lose some', async () => {
      const { store, edit } = await filled();
      const later = CLOCK.map(({ start, end }) => ({ start: `${start.slice(0, 3)}${String(Number(start.slice(3)) + 3).padStart(2, '0')}`, end: `${end.slice(0, 3)}${String(Number(end.slice(3)) + 2).padStart(2, '0')}` }));
      const before = await store.load();
      await store.edit({ set_clock: { from: setting } }, { ...setting, clock: later });
      const after = await store.load();
      assert.deepEqual(after.event_sections.length, before.event_sections.length);
      assert.equal(after.events[0].start_time, '2026-09-07T08:03');
      await assert.rejects(store.edit({ set_clock: { from: setting } }, { ...setting, clock: CLOCK.slice(0, 4) }), refused('beyond_clock'));
      await assert.rejects(store.edit({ set_clock: { from: setting } }, { ...setting, termStart: '2026-09-08' }), refused('invalid', '2026-09-08', 'termStart'));
      assert.deepEqual(sorted(await store.load()), sorted(after));
    });

    const wrong = {
      'no such edit': [{ paint: { id: 1 } }, 'invalid'],
      'a course without a name': [{ save_event: { name: ' ', times: [{ day_of_week: 1, section_from: 11, section_to: 12, weeks: [1] }] } }, 'invalid', ' ', 'save_event.name'],
      'a course without a time': [{ save_event: { name: 'X' } }, 'invalid', 'nothing', 'save_event.times'],
      'a course beyond the clock': [{ save_event: { name: 'X', times: [{ day_of_week: 1, section_from: 12, section_to: 13, weeks: [1] }] } }, 'invalid', 13, 'save_event.times[0].section_to'],
      'a course beyond the term': [{ save_event: { name: 'X', times: [{ day_of_week: 1, section_from: 1, section_to: 2, weeks: [17] }] } }, 'invalid', 17, 'save_event.times[0].weeks'],
      'an unknown task': [{ delete_item: { id: 9_999 } }, 'not_found', 9_999, 'delete_item.id'],
      'a task of an unknown group': [{ save_item: { class_id: 9, content: 'X' } }, 'not_found', 9],
      'a task that is too long': [{ save_item: { id: 101, length: 13 } }, 'invalid', 13, 'save_item.length'],
      'a deadline that is no date': [{ save_item: { id: 101, deadline: 'soon' } }, 'invalid', 'soon', 'save_item.deadline'],
      'a deadline before the earliest day': [{ save_item: { id: 101, earliest: '2026-10-01', deadline: '2026-09-30' } }, 'invalid', '2026-09-30'],
      'a task after itself': [{ save_item: { id: 101, after: [101] } }, 'circle'],
      'a place under a course': [{ place_item: { id: 101, week: 1, day_of_week: 1, section_from: 1 } }, 'occupied', 'Calculus'],
      'a place partly under a course': [{ place_item: { id: 201, week: 1, day_of_week: 1, section_from: 6, section_to: 7 } }, 'occupied', 'English'],
      'a mark of no task': [{ mark_items: { ids: [], mark: 'done' } }, 'invalid', undefined, 'mark_items.ids'],
      'a mark that there is not': [{ mark_items: { ids: [101], mark: 'late' } }, 'invalid', 'late', 'mark_items.mark'],
      'marks of which one is of an unknown task': [{ mark_items: { ids: [101, 9_999], mark: 'done' } }, 'not_found', 9_999, 'mark_items.ids[1]'],
      'an empty lock': [{ lock: { locked: true } }, 'invalid'],
    };
    for (const [name, [change, code, found, place]] of Object.entries(wrong)) {
      it(`refuses ${name}, and changes nothing`, async () => {
        const { store, edit } = await filled();
        await assert.rejects(edit(change), refused(code, found, place));
        assert.deepEqual(sorted(await store.load()), sorted(semester('en', '2026-09-07')));
        assert.deepEqual(await store.history(), []);
      });
    }

    it('refuses a course over a task, and a circle of tasks', async () => {
      const { edit } = await filled();
      await edit({ place_item: { id: 101, week: 1, day_of_week: 6, section_from: 3 } });
      await assert.rejects(edit({ save_event: { name: 'X', times: [{ day_of_week: 6, section_from: 2, section_to: 3, weeks: [1] }] } }), refused('occupied', 'Functions and limits'));
      await edit({ save_item: { id: 102, after: [101] } });
      await edit({ save_item: { id: 103, after: [102] } });
      await assert.rejects(edit({ save_item: { id: 101, after: [103] } }), refused('circle'));
    });

    it('undoes and redoes in order, keeps a trace, and forgets what a new change replaces', async () => {
      const { store, edit } = await filled();
      await assert.rejects(store.undo(), refused('nothing_to_undo'));
      const states = [await store.load()];
      for (const change of [{ save_class: { name: 'New' } }, { save_item: { class_id: 4, content: 'One' } }, { place_item: { id: 311, week: 1, day_of_week: 6, section_from: 3 } }, { delete_class: { id: 1 } }]) {
        await edit(change);
        states.push(await store.load());
      }
      for (const state of states.slice(0, -1).reverse()) {
        await store.undo();
        assert.deepEqual(sorted(await store.load()), sorted(state));
      }
      assert.deepEqual((await store.history()).map(({ undone, about }) => [undone, about.what]), [[true, 'delete_class'], [true, 'place_item'], [true, 'save_item'], [true, 'save_class']]);
      for (const state of states.slice(1)) {
        await store.redo();
        assert.deepEqual(sorted(await store.load()), sorted(state));
      }
      await assert.rejects(store.redo(), refused('nothing_to_redo'));
      assert.deepEqual(await store.undo(), { by: 'hand', what: 'delete_class' });
      await edit({ save_class: { name: 'Other' } });
      await assert.rejects(store.redo(), refused('nothing_to_redo'));
    });

    it('undoes what the agent wrote, and not what has changed since', async () => {
      const { store, edit } = await filled();
      const before = await store.load();
      const put = status => calendar => ({ writes: { put: { task_items: [{ ...calendar.task_items[0], status }] } }, answer: {} });
      await store.once('set', put(2));
      assert.deepEqual(await store.undo(), { by: 'agent' });
      assert.deepEqual(sorted(await store.load()), sorted(before));
      await store.redo();
      assert.deepEqual(await store.once('set', put(3)), { already_applied: true });
      await edit({ save_item: { id: 101, content: 'Renamed' } });
      await store.undo();
      await store.undo();
      assert.deepEqual(sorted(await store.load()), sorted(before));
    });

    it('undoes nothing onto a section that a task has again', async () => {
      const { store, edit } = await filled();
      const at = (id, day_of_week, section_from) => ({ place_item: { id, week: 1, day_of_week, section_from } });
      const { id } = await edit({ save_item: { class_id: 1, content: 'First', length: 1 } });
      await edit(at(101, 6, 3));
      const { writes } = checkEdit(await store.load(), at(101, 6, 5), setting);
      await store.once('agent', () => ({ writes, answer: {} }));
      for (const [day, section] of [[7, 1], [6, 3], [7, 3]]) await edit(at(id, day, section));
      await store.revert('back', 'agent', () => { throw new Error('the records are known'); });
      const before = await store.load();
      await assert.rejects(store.undo(), refused('changed_since'));
      assert.deepEqual(sorted(await store.load()), sorted(before));
    });

    it('redoes an import over a course and a pinned task', async () => {
      const { store, edit } = await filled();
      await edit({ place_item: { id: 101, week: 1, day_of_week: 6, section_from: 3 } });
      await edit({ lock: { item: 101, locked: true } });
      const { event_sections: [course] } = await store.load();
      const cells = [{ week: course.week, day_of_week: course.day_of_week, section: course.section }, { week: 1, day_of_week: 6, section: 3 }];
      const event = { id: 99, uid: 'walk', name: 'Walk', type: 'course', can_be_embedded: false, start_time: '', end_time: '' };
      const work = calendar => ({ calendar: { ...calendar, events: [...calendar.events, event], event_sections: [...calendar.event_sections, ...cells.map(cell => ({ event_id: 99, ...cell, status: 'normal' }))] }, answer: {} });
      await store.change(work, { by: 'import' });
      const after = await store.load();
      await store.undo();
      await store.redo();
      assert.deepEqual(sorted(await store.load()), sorted(after));
    });

    it('keeps fifty changes', async () => {
      const { store, edit } = await filled();
      for (let turn = 0; turn < 55; turn += 1) await edit({ save_item: { id: 101, content: `Name ${turn}` } });
      assert.equal((await store.history()).length, 50);
      for (let turn = 0; turn < 50; turn += 1) await store.undo();
      await assert.rejects(store.undo(), refused('nothing_to_undo'));
      assert.equal((await item(store, 101)).content, 'Name 4');
    });
  });
}

describe('random changes by hand', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`are undone record by record, and no section is taken twice (${seed})`, async () => {
      const store = memoryCalendar(semester('en', '2026-09-07'));
      let state = seed;
      const next = below => { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; return (state >>> 0) % below; };
      const place = () => ({ week: 1 + next(16), day_of_week: 1 + next(7), section_from: 1 + next(12) });
      const states = [await store.load()];
      for (let turn = 0; turn < 40; turn += 1) {
        const { task_items, events } = await store.load();
        const id = task_items[next(task_items.length)].id;
        const change = [
          () => ({ place_item: { id, ...place() } }), () => ({ place_item: { id, ...place() } }), () => ({ unplace_item: { id } }), () => ({ delete_item: { id } }),
          () => ({ lock: { item: id, locked: next(2) === 1 } }), () => ({ delete_event: { id: events[next(events.length)].id } }),
        ][next(6)]();
        const before = await store.load();
        const depth = (await store.history()).length;
        await store.edit(change, setting).catch(error => assert.ok(error instanceof EditError, error.message));
        const after = await store.load();
        if ((await store.history()).length > depth) states.push(before);
        const taken = after.event_sections.map(row => `${row.week} ${row.day_of_week} ${row.section}`);
        assert.equal(new Set(taken).size, taken.length);
        for (const one of after.task_items) {
          const own = after.events.filter(event => event.rel_id === one.id).length + Number(after.event_sections.some(row => row.embedded_task_id === one.id));
          assert.equal(own, one.status === 2 ? 1 : 0, `${JSON.stringify(change)}: ${JSON.stringify(one)}`);
        }
      }
      for (const before of states.slice(1).reverse()) {
        await store.undo();
        assert.deepEqual(sorted(await store.load()), sorted(before));
      }
    });
  }
});

describe('a term and its clock', () => {
  const [first] = CLOCK;
  const wrong = {
    'a Tuesday': [{ termStart: '2026-09-08' }, 'termStart', '2026-09-08'], 'a date that is none': [{ termStart: '2026-13-01' }, 'termStart', '2026-13-01'], 'no week': [{ weeks: 0 }, 'weeks', 0],
    'a term of 61 weeks': [{ weeks: 61 }, 'weeks', 61], 'half a week': [{ weeks: 1.5 }, 'weeks', 1.5], 'no sections': [{ clock: [] }, 'clock', 0], 'a section that is none': [{ clock: [null] }, 'clock[0].start'],
    'a time that is none': [{ clock: [{ ...first, end: '24:61' }] }, 'clock[0].end', '24:61'], 'sections in no order': [{ clock: [...CLOCK.slice(0, 2), first] }, 'clock[2]'],
  };
  it('can be used', () => {
    checkSetting(setting);
    checkSetting({ ...setting, weeks: 60 });
  });
  for (const [name, [change, place, found]] of Object.entries(wrong)) it(`are refused with ${name}`, () => assert.throws(() => checkSetting({ ...setting, ...change }), refused('invalid', found, place)));
});

describe('what is allowed', () => {
  const calendar = semester('en', '2026-09-07');
  const time = { day_of_week: 1, section_from: 1, section_to: 2, weeks: [1] };
  const cases = {
    number: [{ save_event: { name: 'Chess', times: [{ ...time, day_of_week: 8 }] } }, { kind: 'number', least: 1, most: 7 }],
    text: [{ save_event: { name: ' ', times: [time] } }, { kind: 'text', least: 1, most: 200 }],
    shortText: [{ save_event: { name: 'Chess', location: 'x'.repeat(201), times: [time] } }, { kind: 'text', least: 0, most: 200 }],
    boolean: [{ save_event: { name: 'Chess', locked: 1, times: [time] } }, { kind: 'boolean' }],
    choice: [{ save_class: { name: 'Chess', mode: 'by hand' } }, { kind: 'choice', values: ['auto', 'manual'] }],
    id: [{ save_item: { class_id: 'chess', content: 'Chess' } }, { kind: 'id' }],
    list: [{ save_class: { name: 'Chess', excluded_slots: 1 } }, { kind: 'list' }],
    date: [{ save_class: { name: 'Chess', start_date: 'soon' } }, { kind: 'date' }],
    dateFrom: [{ save_class: { name: 'Chess', start_date: '2026-10-01', end_date: '2026-09-30' } }, { kind: 'date', least: '2026-10-01' }],
    moment: [{ save_item: { class_id: 1, content: 'Chess', deadline: 'soon' } }, { kind: 'moment' }],
    times: [{ save_event: { name: 'Chess' } }, { kind: 'times' }],
    weeks: [{ save_event: { name: 'Chess', times: [{ ...time, weeks: [] }] } }, { kind: 'weeks' }],
    members: [{ delete_item: { id: 101, ID: 101 } }, { kind: 'members', names: ['id'], meant: 'id' }],
    about: [{ save_rule: { about: 'm0', what: 'stay' } }, { kind: 'about' }],
    later: [{ save_rule: { about: 'all', what: { never: { hours: [{ from: '10:00', to: '10:00' }] } } } }, { kind: 'later', after: '10:00' }],
    monday: [{ termStart: '2026-09-08' }, { kind: 'monday' }],
    clock: [{ clock: [] }, { kind: 'clock', least: 1, most: 64 }],
    time: [{ clock: [{ start: '8', end: '9' }] }, { kind: 'time' }],
    section: [{ clock: [...CLOCK].reverse() }, { kind: 'section', after: CLOCK.at(-1).end }],
  };
  const given = change => (['termStart', 'clock'].some(name => name in change) ? () => checkSetting({ ...setting, ...change }) : () => checkEdit(calendar, change, setting));
  for (const [key, [change, allowed]] of Object.entries(cases)) {
    it(`is data, and the page has words for it: ${key}`, () => {
      assert.throws(given(change), error => error.code === 'invalid' && (assert.deepEqual(error.allowed, allowed), true));
      for (const lang of ['en', 'zh']) assert.ok(words[lang][`allowed.${key}`]);
    });
  }
  it('is said by the code where the whole change is refused', () => {
    assert.throws(() => checkEdit(calendar, { delete_event: { id: 9_999 } }, setting), error => error.code === 'not_found' && error.allowed === undefined && error.message === 'delete_event.id: found 9999; allowed: an id in the calendar');
  });
});

describe('weeks as text', () => {
  it('are read and written', () => {
    assert.deepEqual(weeksIn('1-3，5、3 8–9'), [1, 2, 3, 5, 8, 9]);
    assert.equal(rangesOf([1, 2, 3, 5, 8, 9]), '1-3, 5, 8-9');
  });
  it('are refused where the text names none', async () => {
    const store = memoryCalendar();
    for (const part of ['8-3', 'x', '1-', '-2']) {
      const times = [{ day_of_week: 1, section_from: 1, section_to: 2, weeks: weeksIn(`1, ${part}, 12`) }];
      await assert.rejects(store.edit({ save_event: { name: 'Chess', times } }, setting), refused('invalid', part, 'save_event.times[0].weeks'));
    }
  });
});
