import { effect, signal } from '@preact/signals-core';
import { reading } from './reading.js';

/** A reply is measured once it has not changed for so long, for so long, in milliseconds. */
const REST = 400;
const MEASURE = 24;

/** A reading that takes longer is measured well enough at once. */
const SHORT = 100;

/** Mean time of one reading of the reply, in milliseconds; null before it has been measured. */
export const mean = signal(/** @type {number | null} */ (null));

/** @param {() => unknown} read */
function measure(read) {
  const began = performance.now();
  let rounds = 0;
  for (; performance.now() - began < MEASURE; rounds += 1) read();
  mean.value = (performance.now() - began) / rounds;
}

/** Measures each reply when it rests: the first reading of a kind finds the code cold, and clocks are coarse. */
export function followReading() {
  let waiting;
  effect(() => {
    const { ms = Infinity, again } = reading.value ?? {};
    clearTimeout(waiting);
    mean.value = null;
    if (ms < SHORT) waiting = setTimeout(measure, REST, again);
  });
}
