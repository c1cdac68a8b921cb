import { setTimeout as pause } from 'node:timers/promises';

/** Longest wait for anything, in milliseconds. Only failing tests take that long. */
export const PATIENCE = 30_000;

/** Waits until `check` no longer throws. @template T @param {() => T} check @returns {Promise<Awaited<T>>} */
export async function until(check) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
}
