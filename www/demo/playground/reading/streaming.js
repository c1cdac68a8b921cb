import { batch, computed, signal } from '@preact/signals-core';
import { JsonStream } from 'stepgate/json/full';
import { random } from '../../offline/random.js';
import { rowsOf } from '../rows.js';
import * as state from '../state.js';

/** Speeds of a reply in characters a second. */
export const SPEEDS = { slow: 24, model: 240, fast: 4000, instant: Infinity };

/** Longest chunk in UTF-16 units. */
const CHUNK = 8;

/** Shortest time between frames, and the time within a frame for chunks, in milliseconds. */
const FRAME = 4;
const BUSY = 6;

/** Number of patches in the list, and number of the last ones whose places are marked. */
const SHOWN = 100;
const TOUCHED = 4;

/** Length from which a text is drawn less often, and that interval in milliseconds: drawing it takes longer than a frame. */
const LONG = 20_000;
const PAUSE = 300;

/** @type {ReturnType<typeof rowsOf>} */
const NOTHING = { rows: [], cut: false };

/** @typedef {{ path: string, append?: string, set?: unknown, complete?: boolean }} Patch */

/** @type {import('@preact/signals-core').Signal<keyof typeof SPEEDS>} */
export const speed = signal('model');

/**
 * State of streaming; null if no reply is being streamed.
 * @type {import('@preact/signals-core').Signal<null | { at: number, chunks: number, count: number, patches: Patch[], going: boolean, done: boolean }>}
 */
export const run = signal(null);

/** Whether a reply is being streamed and is not complete yet. */
export const isComing = computed(() => run.value !== null && !run.value.done);

/** Lines of the value so far. */
export const grown = signal(NOTHING);

/** @type {null | { stream: JsonStream, chance: () => number, before: number, drawn: number, credit: number }} */
let source = null;

/** Feeds chunks while characters are due and the frame has time left. */
function feed(now) {
  const text = state.text.value;
  const { at, chunks, count, patches } = run.value;
  const next = { at, chunks, count, patches: [...patches] };
  const take = pushed => { next.count += pushed.length; next.patches.push(...pushed); };
  source.credit += SPEEDS[speed.value] * Math.min(Math.max(now - source.before, FRAME), 100) / 1000;
  for (const end = performance.now() + BUSY; source.credit >= 1 && next.at < text.length && performance.now() < end;) {
    const chunk = text.slice(next.at, next.at + 1 + Math.floor(source.chance() * CHUNK));
    take(source.stream.push(chunk));
    next.at += chunk.length;
    next.chunks += 1;
    source.credit -= chunk.length;
  }
  const done = next.at >= text.length;
  if (done) take(endOf(source.stream));
  return { ...next, patches: next.patches.slice(-SHOWN), going: !done, done };
}

/** Patches of the stream's end; none if the text is nested too deep for a stream. The verdict reports that. @param {JsonStream} stream */
function endOf(stream) {
  try {
    return stream.end();
  } catch (error) {
    if (error.code !== 'too_deep') throw error;
    return [];
  }
}

function frame(now) {
  if (!run.value?.going || !source) return;
  const next = feed(now);
  source.before = now;
  batch(() => {
    run.value = next;
    if (next.done || next.at < LONG || now - source.drawn > PAUSE) {
      const value = source.stream.value();
      grown.value = value === undefined ? NOTHING : rowsOf(value);
      source.drawn = now;
    }
  });
  requestAnimationFrame(frame);
}

function go() {
  source.before = performance.now();
  source.credit = 0;
  run.value = { ...run.value, going: true };
  requestAnimationFrame(frame);
}

/** Streams the reply from its beginning. A phone shows the value meanwhile. */
export function begin() {
  source = { stream: new JsonStream(), chance: random(1), before: 0, drawn: 0, credit: 0 };
  batch(() => {
    run.value = { at: 0, chunks: 0, count: 0, patches: [], going: false, done: false };
    grown.value = NOTHING;
    state.area.value = 'result';
    go();
  });
}

/** Pauses or continues. */
export function toggle() {
  if (run.value.going) run.value = { ...run.value, going: false };
  else go();
}

/** Ends the stream; the reply is read as a whole again. */
export function halt() {
  source = null;
  run.value = null;
}

/** Places of the last patches. @returns {string[]} JSON pointers */
export const touched = () => (isComing.value ? run.value.patches.slice(-TOUCHED).map(patch => patch.path) : []);
