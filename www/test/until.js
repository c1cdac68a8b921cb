import { setTimeout as pause } from 'node:timers/promises';

/** How long anything is waited for, in milliseconds: only what fails takes that long. */
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
