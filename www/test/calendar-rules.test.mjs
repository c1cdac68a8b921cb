/** Rules of a calendar: saved, changed and dropped like its other records; numbers that only grow; and calendars of before there were any. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { calendarStore, checkEdit, EditError, memoryCalendar } from 'stepgate/calendar';
import { fromIcs, toIcs } from 'stepgate/ics';

const clock = [{ start: '08:00', end: '08:45' }, { start: '08:55', end: '09:40' }];
const setting = { termStart: '2026-09-07', clock, weeks: 16 };
const item = (id, more = {}) => ({ id, class_id: 1, order: id, content: `Item ${id}`, status: 1, embedded_time: null, ...more });
/** An export of before there were rules. */
const older = () => ({
  events: [{ id: 4, name: 'Course', type: 'course', can_be_embedded: false, start_time: '2026-09-07T08:00', end_time: '2026-09-07T08:45' }],
  event_sections: [{ event_id: 4, week: 1, day_of_week: 1, section: 1, status: 'normal' }],
  task_classes: [{ id: 1, name: 'Class', mode: 'auto', strategy: 'steady', total_slots: 4, allow_filler_course: true, excluded_slots: [], excluded_days_of_week: [] }],
  task_items: [item(1), item(2)],
});
const noFridays = { about: 'g1', what: { never: { weekdays: [5] } }, words: 'not on Fridays' };
const refused = (place, found, code = 'invalid') => error => error instanceof EditError && error.code === code && error.place === place && (assert.deepEqual(error.found, found), true);

let databases = 0;
const stores = { memory: () => memoryCalendar(), indexedDB: () => calendarStore(`rules-${databases += 1}`) };

for (const [kind, open] of Object.entries(stores)) {
  const filled = async () => {
    const store = open();
    await store.replace(older());
    return { store, edit: change => store.edit(change, setting), rules: async () => (await store.load()).rules };
  };

  describe(`rules in ${kind}`, () => {
    it('are added, changed and dropped by hand, and each change is undone and told', async () => {
      const { store, edit, rules } = await filled();
      let heard = 0;
      store.onChange(() => { heard += 1; });
      const states = [await rules()];
      const { id } = await edit({ save_rule: noFridays });
      const first = { ...noFridays, id, strength: 'must', from: 'user' };
      for (const [change, left] of [
        [{ save_rule: { about: 'm2', what: 'stay', strength: 'wish', from: 'setting' } }, [first, { id: 2, about: 'm2', what: 'stay', strength: 'wish', from: 'setting' }]],
        [{ save_rule: { id, what: { never: { weekdays: [6] } } } }, [{ ...first, what: { never: { weekdays: [6] } } }, { id: 2, about: 'm2', what: 'stay', strength: 'wish', from: 'setting' }]],
        [{ delete_rule: { id: 2 } }, [{ ...first, what: { never: { weekdays: [6] } } }]],
      ]) {
        states.push(await rules());
        await edit(change);
        assert.deepEqual(await rules(), left);
      }
      assert.equal(id, 1);
      assert.deepEqual((await store.history()).map(({ about }) => about.what), ['delete_rule', 'save_rule', 'save_rule', 'save_rule']);
      const last = await rules();
      for (const state of states.reverse()) {
        await store.undo();
        assert.deepEqual(await rules(), state);
      }
      for (let times = 0; times < 4; times += 1) await store.redo();
      assert.deepEqual(await rules(), last);
      assert.equal(heard, 12);
    });

    it('come back from an export, and stay where an import or a change of before leaves them out', async () => {
      const { store, edit, rules } = await filled();
      await edit({ save_rule: noFridays });
      const exported = structuredClone(await store.load());
      const other = open();
      await other.replace(exported);
      assert.deepEqual({ ...(await other.load()), revision: 0 }, { ...exported, revision: 0 });
      const { rules: kept, revision, next_ids, ...rest } = exported;
      await store.change(() => ({ calendar: { ...rest, task_items: [] }, answer: {} }), { by: 'import' });
      assert.deepEqual(await rules(), kept);
      const term = { clock, termStart: setting.termStart };
      const { calendar } = fromIcs(toIcs(rest, term), { ...term, into: exported });
      assert.deepEqual([calendar.rules, calendar.next_ids], [kept, next_ids]);
      await store.replace(rest);
      assert.deepEqual(await rules(), []);
    });

    it('go with the tasks and the class that they name, and come back with them', async () => {
      const { store, edit, rules } = await filled();
      await edit({ save_rule: { about: 'm1', what: 'stay' } });
      await edit({ save_rule: { about: 'all', what: { order: { before: 'm1', days: 2 } } } });
      await edit({ save_rule: { about: 'm2', what: 'stay' } });
      await edit({ save_rule: noFridays });
      await edit({ save_rule: { about: 'all', what: { avoid_late: '22:00' } } });
      const ids = async () => (await rules()).map(({ id }) => id).sort();
      await edit({ delete_item: { id: 1 } });
      assert.deepEqual(await ids(), [3, 4, 5]);
      await edit({ delete_class: { id: 1 } });
      assert.deepEqual(await ids(), [5]);
      await store.undo();
      await store.undo();
      assert.deepEqual(await ids(), [1, 2, 3, 4, 5]);
    });

    it('take every content, and no other', async () => {
      const { edit, rules } = await filled();
      const right = [
        { only: { weekdays: [1, 7], dates: [{ first: '2026-09-07', last: '2026-09-07' }], hours: [{ from: '07:45', to: '24:00' }] } }, { never: {} },
        { at_most: { most: 0, of: 'items', per: 'day' } }, { at_most: { most: 90, of: 'minutes', per: 'week' } }, { order: {} }, { order: { before: 'm2', days: 2, minutes: 5 } },
        { pace: 'daily' }, { pace: 'early' }, { pace: 'even' }, { pace: { every_days: 2 } }, { earliest: '2026-09-08' }, { deadline: { by: '2026-09-08T10:00', reserve: 1 } },
        { pin: { date: '2026-09-08', from: 1, to: 1 } }, 'stay', { avoid_late: '22:00' },
      ];
      for (const what of right) await edit({ save_rule: { about: 'm1', what } });
      assert.deepEqual((await rules()).map(({ what }) => what), right);
      const wrong = [
        [undefined, 'what', undefined], [{}, 'what', {}], [{ never: {}, only: {} }, 'what', { never: {}, only: {} }], ['sleep', 'what', 'sleep'],
        [{ never: { parts: ['evening'] } }, 'what.never.parts', ['evening']], [{ never: { weekdays: [8] } }, 'what.never.weekdays[0]', 8], [{ never: [] }, 'what.never', []],
        [{ only: { dates: [{ first: '2026-09-08', last: '2026-09-07' }] } }, 'what.only.dates[0].last', '2026-09-07'], [{ only: { hours: [{ from: '09:00', to: '09:00' }] } }, 'what.only.hours[0].to', '09:00'],
        [{ only: { hours: [{ from: '9:00', to: '10:00' }] } }, 'what.only.hours[0].from', '9:00'], [{ at_most: { most: 1, of: 'items' } }, 'what.at_most.per', undefined],
        [{ order: { before: 'e1' } }, 'what.order.before', 'e1'], [{ order: { before: 'm1' } }, 'what.order.before', 'm1'], [{ order: { days: -1 } }, 'what.order.days', -1],
        [{ pace: { every_days: 0 } }, 'what.pace.every_days', 0], [{ pace: 'weekly' }, 'what.pace', 'weekly'], [{ earliest: 'soon' }, 'what.earliest', 'soon'],
        [{ deadline: { by: '2026-09-08' } }, 'what.deadline.reserve', undefined], [{ pin: { date: '2026-09-08', from: 2, to: 1 } }, 'what.pin.to', 1], [{ avoid_late: '24:30' }, 'what.avoid_late', '24:30'],
      ];
      for (const [what, place, found] of wrong) await assert.rejects(edit({ save_rule: { about: 'm1', what } }), refused(`save_rule.${place}`, found), JSON.stringify(what));
      const others = [
        [{ what: 'stay' }, 'about', undefined], [{ about: 'g1', what: { pin: { date: '2026-09-08', from: 1, to: 1 } } }, 'about', 'g1'], [{ about: 'all', what: 'stay', strength: 'should' }, 'strength', 'should'],
        [{ about: 'all', what: 'stay', from: 'model' }, 'from', 'model'], [{ about: 'all', what: 'stay', once: true }, 'once', true], [{ about: 'm9', what: 'stay' }, 'about', 'm9', 'not_found'],
        [{ about: 'm1', what: { order: { before: 'g9' } } }, 'what.order.before', 'g9', 'not_found'], [{ id: 99, what: 'stay' }, 'id', 99, 'not_found'],
      ];
      for (const [rule, place, found, code] of others) await assert.rejects(edit({ save_rule: rule }), refused(`save_rule.${place}`, found, code), JSON.stringify(rule));
      await assert.rejects(edit({ delete_rule: { id: 99 } }), refused('delete_rule.id', 99, 'not_found'));
      assert.equal((await rules()).length, right.length);
    });

    it('are refused at their place by a replace, which then changes nothing', async () => {
      const { store } = await filled();
      const before = await store.load();
      const rule = { id: 1, about: 'm1', what: 'stay', strength: 'must', from: 'user' };
      await assert.rejects(store.replace({ ...older(), rules: [rule, { ...rule, id: 2, about: 'everything' }] }), refused('calendar.rules[1].about', 'everything'));
      await assert.rejects(store.replace({ ...older(), rules: {} }), /calendar\.rules/);
      await assert.rejects(store.replace({ ...older(), next_ids: { events: 1.5 } }), /calendar\.next_ids\.events/);
      assert.deepEqual(await store.load(), before);
    });
  });

  describe(`numbers of a calendar in ${kind}`, () => {
    it('only grow: no id is given out twice, whatever is deleted, undone or replaced', async () => {
      const { store, edit } = await filled();
      const add = () => edit({ save_item: { class_id: 1, content: 'New' } });
      const { id } = await add();
      assert.equal(id, 3);
      await edit({ delete_item: { id } });
      assert.deepEqual(await add(), { id: 4 });
      await store.undo();
      assert.deepEqual(await add(), { id: 5 });
      const { next_ids } = await store.load();
      assert.deepEqual(next_ids, { events: 5, task_classes: 2, task_items: 6, rules: 1 });
      await store.replace(older());
      assert.deepEqual(await add(), { id: 6 });
      await store.replace({ ...older(), next_ids: { task_items: 70 } });
      assert.deepEqual(await add(), { id: 70 });
      assert.deepEqual((await store.upsertTaskClass('k', { task_class: { name: 'Two', items: [{ content: 'One' }] } })).task_class_id, 2);
      assert.deepEqual((await store.load()).next_ids, { events: 5, task_classes: 3, task_items: 72, rules: 1 });
      // A page that works a change out on the records alone goes by them, and by the numbers beside them.
      assert.equal(checkEdit(older(), { save_item: { class_id: 1, content: 'New' } }, setting).answer.id, 3);
      assert.equal(checkEdit(await store.load(), { save_item: { class_id: 1, content: 'New' } }, setting).answer.id, 72);
      const placed = checkEdit({ ...older(), next_ids: { events: 9 } }, { save_item: { id: 1, place: { week: 1, day_of_week: 2, section_from: 1 } } }, setting);
      assert.deepEqual(placed.writes.put.events.map(event => event.id), [9]);
    });

    it('count each write, and nothing else', async () => {
      const { store, edit } = await filled();
      const revision = async () => (await store.load()).revision;
      assert.equal(await revision(), 1);
      await edit({ save_rule: noFridays });
      await store.once('a', () => ({ writes: {}, answer: {} }));
      await store.once('b', ({ task_items }) => ({ writes: { put: { task_items } }, answer: {} }));
      await store.once('b', () => { throw new Error('done before'); });
      await assert.rejects(edit({ delete_rule: { id: 7 } }));
      assert.equal(await revision(), 3);
      await store.undo();
      assert.equal(await revision(), 4);
      await store.redo();
      assert.equal(await revision(), 5);
    });
  });
}

describe('a database of before there were rules', () => {
  it('gets their table, and loses nothing', async () => {
    const name = `stepgate-calendar:before-rules`;
    const keys = { events: 'id', event_sections: ['event_id', 'week', 'day_of_week', 'section'], task_classes: 'id', task_items: 'id', applied_change_sets: 'id' };
    const db = await openDB(name, 2, {
      upgrade: made => {
        for (const [table, keyPath] of Object.entries(keys)) made.createObjectStore(table, { keyPath });
        made.createObjectStore('meta');
      },
    });
    for (const [table, rows] of Object.entries(older())) for (const row of rows) await db.put(table, row);
    const before = { id: 'hand-1', at_ms: 1, answer: { id: 2 }, about: { by: 'hand', what: 'save_item' }, seq: 1, undo: { put: {}, delete: { task_items: [[2]] } }, redo: { put: { task_items: [item(2)] }, delete: {} } };
    await db.put('applied_change_sets', before);
    await db.put('meta', 3, 'writes');
    db.close();
    const store = calendarStore('before-rules');
    assert.deepEqual(await store.load(), { ...older(), rules: [], revision: 0, next_ids: { events: 5, task_classes: 2, task_items: 3, rules: 1 } });
    assert.deepEqual((await store.history()).map(({ id }) => id), ['hand-1']);
    await store.undo();
    await store.edit({ save_rule: noFridays }, setting);
    // The id of what was undone is known from before, and not given out again.
    assert.deepEqual(await store.edit({ save_item: { class_id: 1, content: 'New' } }, setting), { id: 3 });
    const { rules, revision } = await store.load();
    assert.deepEqual([rules.length, revision], [1, 3]);
  });
});
