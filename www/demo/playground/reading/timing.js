import { effect, signal } from '@preact/signals-core';
import { reading } from './reading.js';

/** Time without changes after which a reply is measured, and the duration of the measurement, in milliseconds. */
const REST = 400;
const MEASURE = 24;

/** Duration in milliseconds from which a single reading is precise enough. */
const SHORT = 100;

/** Mean duration of reading the reply in milliseconds; null before it is measured. */
export const mean = signal(/** @type {number | null} */ (null));

/** @param {() => unknown} read */
function measure(read) {
  const began = performance.now();
  let rounds = 0;
  for (; performance.now() - began < MEASURE; rounds += 1) read();
  mean.value = (performance.now() - began) / rounds;
}

/** Measures each reply when it stops changing. A first reading is not enough: code is still cold then, and clocks are coarse. */
export function followReading() {
  let waiting;
  effect(() => {
    const { ms = Infinity, again } = reading.value ?? {};
    clearTimeout(waiting);
    mean.value = null;
    if (ms < SHORT) waiting = setTimeout(measure, REST, again);
  });
}
