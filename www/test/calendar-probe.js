/**
 * Random changes of a calendar, written through the host tools and loaded again: every place is the requested one, even if a request is
 * repeated. Runs in Node and in the browser.
 */
import { schedule } from 'stepgate/schedule';
import { calendarStore, calendarTools } from 'stepgate/calendar';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';

const TERM = '2026-09-07';
const CLASSES = { task_class_ids: [1, 2, 3] };

/** @param {number} seed @returns {(below: number) => number} */
function random(seed) {
  let state = seed;
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const isItem = task => task.source === 'task_item';
const coordsOf = (state, slots) => slots.flatMap(({ day, slot_start, slot_end }) => {
  const { week, day_of_week } = state.window.day_mapping[day - 1];
  return Array.from({ length: slot_end - slot_start + 1 }, (_, index) => ({ week, day_of_week, section: slot_start + index }));
});

/** A change of one task in the agent's form. */
function change(state, task, slots, host = 0) {
  const old = state.tasks.find(other => other.state_id === task.embed_host);
  return {
    type: slots.length ? (task.slots.length ? 'move' : 'place') : 'unplace', state_id: task.state_id, source: task.source, source_id: task.source_id, name: task.name,
    category_id: task.task_class_id, old_coords: coordsOf(state, task.slots), new_coords: coordsOf(state, slots),
    host_event_id: slots.length ? host : old?.source_id ?? 0, old_host_event_id: old?.source_id ?? 0,
  };
}

/** Two free sections. */
function freePlace(state, next) {
  const taken = new Set(state.tasks.flatMap(task => coordsOf(state, task.slots ?? []).map(one => JSON.stringify(one))));
  for (;;) {
    const slot_start = 1 + next(11);
    const slot = { day: 1 + next(state.window.total_days), slot_start, slot_end: slot_start + 1 };
    if (coordsOf(state, [slot]).every(one => !taken.has(JSON.stringify(one)))) return slot;
  }
}

/** One or two changes that fit. */
function propose(state, next) {
  const items = state.tasks.filter(isItem);
  const placed = items.filter(task => task.slots.length);
  const kind = next(10);
  if (kind < 2 && placed.length > 1) {
    const [a, b] = [placed[next(placed.length)], placed[next(placed.length)]];
    if (a !== b && !a.embed_host && !b.embed_host) return [change(state, a, b.slots), change(state, b, a.slots)];
  }
  if (kind < 4 && placed.length) return [change(state, placed[next(placed.length)], [])];
  const task = items[next(items.length)];
  const hosts = state.tasks.filter(other => other.can_embed && !other.embedded_by && other.slots.length === 1);
  if (kind < 6 && hosts.length) {
    const host = hosts[next(hosts.length)];
    return [change(state, task, host.slots, host.source_id)];
  }
  return [change(state, task, [freePlace(state, next)])];
}

const places = state => Object.fromEntries(state.tasks.filter(isItem).map(task => [task.source_id, JSON.stringify(coordsOf(state, task.slots))]));

/**
 * Plays `steps` changes. Gives the first fault, or else the number of changes by kind.
 * @param {{ seed: number, steps: number, wasm?: any }} options
 */
export async function run({ seed, steps, wasm }) {
  await schedule.load(wasm);
  const store = calendarStore(`probe-${seed}`);
  await store.replace(semester('en', TERM));
  const tools = calendarTools(store, { termStart: TERM, clock: CLOCK, today: () => TERM });
  const next = random(seed);
  const played = {};
  let { state } = await tools.load_schedule.execute(CLASSES);
  for (let step = 0; step < steps; step++) {
    const changes = propose(state, next);
    const expected = places(state);
    for (const { source_id, new_coords } of changes) expected[source_id] = JSON.stringify(new_coords);
    const set = { change_set_id: `set-${step}`, changes };
    await tools.persist_changes.execute(set);
    const again = await tools.persist_changes.execute(set);
    if (!again.already_applied) return { step, wrong: 'a set was applied twice' };
    ({ state } = await tools.load_schedule.execute(CLASSES));
    if (JSON.stringify(places(state)) !== JSON.stringify(expected)) return { step, wrong: 'other places', changes, expected, found: places(state) };
    const kind = changes.length > 1 ? 'swap' : changes[0].host_event_id && changes[0].type !== 'unplace' ? `${changes[0].type} in a course` : changes[0].type;
    played[kind] = (played[kind] ?? 0) + 1;
  }
  return { played };
}
