import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import 'fake-indexeddb/auto';
import { calendarStore, calendarTools, memoryCalendar } from 'stepgate/calendar';
import { schedule } from 'stepgate/schedule';

const row = (event_id, section, more = {}) => ({ event_id, week: 1, day_of_week: 1, section, status: 'normal', ...more });
const item = (id, order, more = {}) => ({ id, class_id: 1, order, content: `Item ${order}`, status: 1, embedded_time: null, ...more });
const calendar = () => ({
  events: [{ id: 1, name: 'Course', type: 'course', can_be_embedded: true, start_time: '', end_time: '' }],
  event_sections: [row(1, 1), row(1, 2)],
  task_classes: [{ id: 1, name: 'Class', mode: 'auto', strategy: 'steady', total_slots: 4, allow_filler_course: true, excluded_slots: [], excluded_days_of_week: [] }],
  task_items: [item(1, 1), item(2, 2)],
  rules: [],
});
/** Records without the numbers that only grow. */
const tablesOf = ({ revision, next_ids, ...tables }) => tables;

let databases = 0;
const stores = {
  memory: () => memoryCalendar(),
  indexedDB: () => calendarStore(`calendar-${databases += 1}`),
};

for (const [kind, open] of Object.entries(stores)) {
  describe(`a calendar in ${kind}`, () => {
    it('is what it was replaced with', async () => {
      const store = open();
      assert.deepEqual(await store.load(), { events: [], event_sections: [], task_classes: [], task_items: [], rules: [], revision: 0, next_ids: { events: 1, task_classes: 1, task_items: 1, rules: 1 } });
      await store.replace(calendar());
      assert.deepEqual(tablesOf(await store.load()), calendar());
      await store.replace({ ...calendar(), events: [], event_sections: [] });
      assert.deepEqual((await store.load()).events, []);
    });

    it('does a change set once, and answers as then', async () => {
      const store = open();
      await store.replace(calendar());
      let runs = 0;
      const work = ({ event_sections }) => {
        runs += 1;
        return { writes: { put: { event_sections: event_sections.map(one => ({ ...one, embedded_task_id: 1 })) }, delete: { event_sections: [[1, 1, 1, 2]] } }, answer: { applied: 1 } };
      };
      assert.deepEqual(await store.once('a', work), { applied: 1 });
      const after = await store.load();
      assert.deepEqual(after.event_sections.map(({ section, embedded_task_id }) => [section, embedded_task_id]), [[1, 1], [2, 1]]); // deletes come first
      const [again, both] = await Promise.all([store.once('a', work), store.once('a', work)]);
      assert.deepEqual([again, both], [{ applied: 1, already_applied: true }, { applied: 1, already_applied: true }]);
      assert.equal(runs, 1);
    });

    it('two at once do one set once', async () => {
      const store = open();
      await store.replace(calendar());
      let runs = 0;
      const work = () => { runs += 1; return { writes: {}, answer: { applied: 0 } }; };
      await Promise.all([store.once('b', work), store.once('b', work), store.once('b', work)]);
      assert.equal(runs, 1);
    });

    it('takes a change set back by its id, byte for byte, and repeats it', async () => {
      const store = open();
      await store.replace({ ...calendar(), events: [...calendar().events, { id: 7, name: 'Walk', type: 'task', can_be_embedded: false, start_time: '', end_time: '', colour: 'red' }] });
      const before = await store.load();
      const work = () => ({ writes: { put: { task_items: [item(1, 1, { status: 2 }), item(9, 3)] }, delete: { events: [[7]] } }, answer: { applied: 3 } });
      const never = () => { throw new Error('the records are known'); };
      await store.once('set', work);
      const after = await store.load();
      assert.deepEqual(await store.revert('back', 'set', never), { reverted: 'set' });
      const sorted = records => Object.fromEntries(Object.entries(tablesOf(records)).map(([table, rows]) => [table, rows.map(row => JSON.stringify(row)).sort()]));
      assert.deepEqual(sorted(await store.load()), sorted(before));
      assert.deepEqual(await store.revert('back', 'set', never), { reverted: 'set', already_applied: true });
      await store.revert('again', 'back', never);
      assert.deepEqual(sorted(await store.load()), sorted(after));
      await store.revert('back again', 'again', never);
      assert.deepEqual(sorted(await store.load()), sorted(before));
      await assert.rejects(store.revert('twice', 'set', never), { code: 'stale_state' });
      await store.revert('forward', 'back again', never);
      await store.once('hand', () => ({ writes: { put: { task_items: [item(9, 3, { content: 'Changed' })] } }, answer: {} }));
      await assert.rejects(store.revert('stale', 'set', never), { code: 'stale_state' });
      assert.deepEqual(await store.revert('else', 'unknown', () => ({ writes: {}, answer: { applied: 0 } })), { applied: 0 });
    });

    it('takes nothing back onto a section that another event has by now', async () => {
      const store = open();
      const task = (id, section) => ({ put: { events: [{ id, name: 'Walk', type: 'task', can_be_embedded: false, start_time: '', end_time: '' }], event_sections: [row(id, section)] } });
      await store.replace(calendar());
      await store.once('here', () => ({ writes: task(7, 3), answer: {} }));
      await store.once('there', () => ({ writes: { put: { event_sections: [row(7, 5)] }, delete: { event_sections: [[7, 1, 1, 3]] } }, answer: {} }));
      await store.once('hand', () => ({ writes: task(8, 3), answer: {} }));
      const before = await store.load();
      await assert.rejects(store.revert('back', 'there', () => { throw new Error('the records are known'); }), { code: 'stale_state' });
      assert.deepEqual(await store.load(), before);
    });

    it('writes nothing where the work throws, and may be asked again', async () => {
      const store = open();
      await store.replace(calendar());
      const stale = Object.assign(new Error('taken'), { code: 'stale_state' });
      await assert.rejects(store.once('c', () => { throw stale; }), stale);
      await assert.rejects(store.once('c', () => ({ writes: { put: { events: [{ ...calendar().events[0], name: 'X' }], event_sections: [{ section: () => 1 }] } }, answer: {} })));
      assert.deepEqual(tablesOf(await store.load()), calendar());
      assert.deepEqual(await store.once('c', () => ({ writes: {}, answer: { applied: 0 } })), { applied: 0 });
    });

    it('tells of changes, until that is ended', async () => {
      const store = open();
      let heard = 0;
      const end = store.onChange(() => { heard += 1; });
      await store.replace(calendar());
      await store.once('d', () => ({ writes: {}, answer: {} }));
      await store.once('d', () => ({ writes: {}, answer: {} }));
      assert.equal(heard, 2);
      end();
      await store.replace(calendar());
      assert.equal(heard, 2);
    });

    describe('task classes', () => {
      const input = more => ({ task_class: { name: 'New', mode: 'manual', config: { total_slots: 6, strategy: 'rapid' }, items: [{ order: 1, content: 'One' }, { order: 2, content: 'Two' }], ...more } });

      it('makes a class with its items, once', async () => {
        const store = open();
        await store.replace(calendar());
        assert.deepEqual(await store.upsertTaskClass('k', input()), { task_class_id: 2, created: true });
        assert.deepEqual(await store.upsertTaskClass('k', input()), { task_class_id: 2, created: true, already_applied: true });
        const { task_classes, task_items } = await store.load();
        assert.equal(task_classes.length, 2);
        assert.deepEqual([task_classes[1].name, task_classes[1].strategy, task_classes[1].total_slots, task_classes[1].excluded_slots], ['New', 'rapid', 6, []]);
        assert.deepEqual(task_items.slice(2), [item(3, 1, { class_id: 2, content: 'One' }), item(4, 2, { class_id: 2, content: 'Two' })]);
      });

      it('keeps the items that are not named and the place of a changed one, adds and deletes', async () => {
        const store = open();
        const placed = item(1, 1, { status: 2, embedded_time: { week: 1, day_of_week: 1, section_from: 1, section_to: 2 } });
        await store.replace({ ...calendar(), task_items: [placed, item(2, 2)] });
        await store.upsertTaskClass('j', { id: 1, task_class: {}, items: [{ content: 'Three' }, { order: 9, content: 'Nine' }, { content: 'Ten' }] });
        const added = [item(3, 10, { content: 'Three' }), item(4, 9, { content: 'Nine' }), item(5, 11, { content: 'Ten' })];
        assert.deepEqual((await store.load()).task_items, [placed, item(2, 2), ...added]);
        const changed = { id: 1, ...input(), items: [{ order: 1, content: 'Renamed' }], remove_items: [2, 9, 10] };
        assert.deepEqual(await store.upsertTaskClass('k', changed), { task_class_id: 1, created: false });
        assert.deepEqual((await store.load()).task_items, [{ ...placed, content: 'Renamed' }, item(5, 11, { content: 'Ten' })]);
      });

      it('keeps what is left out', async () => {
        const store = open();
        const before = { ...calendar(), task_items: [item(1, 1, { length: 2 }), item(2, 2)] };
        await store.replace(before);
        await store.upsertTaskClass('k', { id: 1, task_class: { config: { max_per_day: 2 } } });
        const { task_classes: [changed], task_items } = await store.load();
        assert.deepEqual([changed, task_items], [{ ...before.task_classes[0], max_per_day: 2 }, before.task_items]);
        await store.upsertTaskClass('l', { id: 1, task_class: {}, items: [{ order: 1, content: 'One', length: 3 }, { order: 2, content: 'Two' }] });
        assert.equal((await store.load()).task_items[0].length, 3);
      });

      it('does not delete what has a place', async () => {
        const store = open();
        const placed = item(2, 2, { status: 2, embedded_time: { week: 1, day_of_week: 1, section_from: 1, section_to: 2 } });
        const before = { ...calendar(), task_items: [item(1, 1), placed] };
        await store.replace(before);
        await assert.rejects(store.upsertTaskClass('k', { id: 1, task_class: {}, remove_items: [1, 2] }), { code: 'already_scheduled' });
        await assert.rejects(store.upsertTaskClass('k', { id: 1, task_class: {}, remove_items: [3] }), { code: 'not_found', message: /no item with the order 3; allowed: 1, 2/ });
        await assert.rejects(store.upsertTaskClass('k', { id: 1, ...input(), remove_items: [1] }), { code: 'invalid_args' });
        assert.deepEqual(tablesOf(await store.load()), before);
        await assert.rejects(store.upsertTaskClass('k', { id: 9, ...input() }), { code: 'not_found' });
      });
    });
  });
}

it('lost connections are opened again, and what another version wrote is told', async () => {
  const store = calendarStore('lost');
  await store.replace(calendar());
  const newer = await new Promise((resolve, reject) => {
    const request = indexedDB.open('stepgate-calendar:lost', 9);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  newer.close();
  await assert.rejects(store.load(), { code: 'outdated' });
});

it('an event that gets a place again is what it was', async () => {
  await schedule.load();
  const store = memoryCalendar(calendar());
  const { persist_changes } = calendarTools(store, { termStart: '2026-09-07', clock: [{ start: '08:00', end: '08:45' }, { start: '09:00', end: '09:45' }] });
  const event = { state_id: 9, source: 'event', source_id: 9, event_type: 'task', can_embed: true, name: 'Library', old_coords: [] };
  await persist_changes.execute({ change_set_id: 'again', changes: [{ ...event, type: 'place', new_coords: [{ week: 2, day_of_week: 1, section: 1 }] }] });
  const { events } = await store.load();
  assert.deepEqual(events.find(({ id }) => id === 9), { id: 9, name: 'Library', type: 'task', can_be_embedded: true, start_time: '2026-09-14T08:00', end_time: '2026-09-14T08:45' });
});

it('a missed task that the agent places again is missed no longer, and what is done stays done', async () => {
  await schedule.load();
  const place = { week: 1, day_of_week: 2, section_from: 1, section_to: 1 };
  const store = memoryCalendar({ ...calendar(), task_items: [item(1, 1, { mark: 'missed' }), item(2, 2, { mark: 'done', note: 'kept' })] });
  const { persist_changes } = calendarTools(store, { termStart: '2026-09-07', clock: [{ start: '08:00', end: '08:45' }, { start: '09:00', end: '09:45' }] });
  const changes = [1, 2].map(id => ({ type: 'place', state_id: id, source: 'task_item', source_id: id, category_id: 1, name: `Item ${id}`, old_coords: [], new_coords: [{ week: 1, day_of_week: 1 + id, section: 1 }] }));
  await persist_changes.execute({ change_set_id: 'placed', changes });
  const { task_items } = await store.load();
  assert.deepEqual(task_items, [item(1, 1, { status: 2, embedded_time: place }), item(2, 2, { status: 2, embedded_time: { ...place, day_of_week: 3 }, mark: 'done', note: 'kept' })]);
});

describe('random changes through the host tools', () => {
  for (const seed of [1, 2, 3]) {
    it(`are read again as they were written, once (${seed})`, async () => {
      const { run } = await import('./calendar-probe.js');
      const result = await run({ seed, steps: 60 });
      assert.equal(result.wrong, undefined, JSON.stringify(result));
    });
  }
});
