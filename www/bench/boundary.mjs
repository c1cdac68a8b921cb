/**
 * Compares two ways over the boundary of the WebAssembly in one run: `node bench/boundary.mjs OTHER`, where OTHER is the folder `www` of a checkout
 * that was built otherwise (docs/decisions/002-values-cross-as-json-text.md). Prints the microseconds of each call here and there, and sizes. What
 * crosses is real: a session of the guide, the demo's calendar, a draft of the optimiser.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { CLOCK } from '../demo/schedule/clock.js';
import { semester } from '../demo/schedule/semester.js';

const OTHER = process.argv[2];
if (!OTHER) throw new Error('node bench/boundary.mjs OTHER: OTHER is left out; allowed: the folder `www` of another checkout');

/** Rounds of each measurement; here and there take turns. */
const ROUNDS = 20;
const PARTS = ['engine', 'guide', 'content', 'stepper', 'schedule', 'arrange'];
const FOLDERS = { here: fileURLToPath(new URL('..', import.meta.url)), there: resolve(OTHER) };

const fileOf = (folder, part) => join(folder, `wasm-${part}/stepgate_${part}_bg.wasm`);

/** What wasm-bindgen made of a part, loaded. @param {string} folder @param {string} part */
async function glueOf(folder, part) {
  const glue = await import(pathToFileURL(join(folder, `wasm-${part}/stepgate_${part}.js`)).href);
  await glue.default({ module_or_path: readFileSync(fileOf(folder, part)) });
  return glue;
}

const PLAN = { tasks: [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }] };
const RESUME = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] };
const OPEN = { open: { input: { resume: RESUME, plan: PLAN }, seed: 1, at_ms: 0, lang: 'en' } };
const REPLY = JSON.stringify({ thought: '', next_action: 'CONTINUE_ASKING', reply_to_user: 'y'.repeat(190) });

/** A session after a long talk, and one step of it, as the driver makes it. @param {any} glue */
function stepOf({ Session }) {
  const session = new Session('guide', OPEN);
  session.handle({ type: 'edited', at_ms: 0, change: { open: true } });
  let revision = 0;
  const step = () => {
    const { call } = session.effect() ?? {};
    session.handle(call === undefined ? { type: 'said', at_ms: 1, text: 'x'.repeat(200) } : { type: 'replied', at_ms: 1, call, text: REPLY });
    ({ revision } = session.changes(revision));
    session.view(revision);
    session.takeTrace();
  };
  for (let n = 0; n < 60; n += 1) step();
  return { session, step };
}

const CALENDAR = semester('en', '2026-09-07');
const TERM = { term_start: '2026-09-07', clock: CLOCK };
const CHANGE = {
  state_id: 9001, source: 'event', source_id: CALENDAR.events[0].id, event_type: 'course', name: CALENDAR.events[0].name, type: 'place', old_coords: [],
  new_coords: [{ week: 15, day_of_week: 7, section: 11 }],
};
const DRAFT = JSON.parse(readFileSync(new URL('../../crates/optimise/tests/instances/draft.json', import.meta.url), 'utf8'));

/** Calls by name: how often in a round, and the call. A build whose `Search` takes the draft itself, in the place of its text, exports `takesObjects`. @param {Record<string, any>} glues */
function callsOf({ guide, schedule, arrange }) {
  const { session, step } = stepOf(guide);
  const searched = () => {
    const search = new arrange.Search(arrange.takesObjects ? DRAFT : JSON.stringify(DRAFT), 1, 1024);
    const best = search.best();
    search.free();
    return typeof best === 'string' ? JSON.parse(best) : best;
  };
  return {
    'a step of a session': [40, step],
    'the whole view': [10, () => session.view()],
    'the list of agents': [40, () => guide.agents()],
    'opening a session': [20, () => new guide.Session('guide', OPEN).free()],
    'loadSchedule': [5, () => schedule.loadSchedule(CALENDAR, [1, 2, 3], TERM)],
    'planChanges': [5, () => schedule.planChanges(CALENDAR, [CHANGE], TERM)],
    'a draft and its placement': [10, searched],
  };
}

/** @param {string} folder */
async function loaded(folder) {
  const glues = {};
  for (const part of ['guide', 'schedule', 'arrange']) glues[part] = await glueOf(folder, part);
  return callsOf(glues);
}

const calls = { here: await loaded(FOLDERS.here), there: await loaded(FOLDERS.there) };
const timeOf = ([times, call]) => {
  const start = performance.now();
  for (let n = 0; n < times; n += 1) call();
  return (performance.now() - start) * 1000 / times;
};
const median = list => list.sort((a, b) => a - b)[list.length >> 1];

console.log('µs, median of rounds'.padEnd(30), 'here'.padStart(10), 'there'.padStart(10), 'ratio'.padStart(8));
for (const name of Object.keys(calls.here)) {
  const times = { here: [], there: [] };
  for (let round = 0; round < ROUNDS; round += 1) for (const side of ['here', 'there']) times[side].push(timeOf(calls[side][name]));
  const [here, there] = [median(times.here), median(times.there)];
  console.log(name.padEnd(30), here.toFixed(1).padStart(10), there.toFixed(1).padStart(10), (there / here).toFixed(2).padStart(8));
}
console.log(`\n${'kB after gzip, wasm + glue'.padEnd(30)}`, 'here'.padStart(10), 'there'.padStart(10));
for (const part of PARTS) {
  const size = folder => [fileOf(folder, part), join(folder, `wasm-${part}/stepgate_${part}.js`)].map(file => (gzipSync(readFileSync(file), { level: 9 }).length / 1000).toFixed(1)).join(' + ');
  console.log(part.padEnd(30), size(FOLDERS.here).padStart(14), size(FOLDERS.there).padStart(14));
}
