/**
 * A payment as careful code of one's own makes it, for the profile `best` of the libraries that do not do this themselves: one tab at a time, its
 * start and its result kept, a lost answer asked for again where the bank knows keys, and told as unknown where it does not.
 */
import { get, set } from 'idb-keyval';
import { pay } from './bank.js';
import { UNKNOWN } from './model.js';
import { bank, pause } from './trial.js';

// #adapter
const TRIES = 4;
/** @param {{ to: string, amount: number }} order @param {string} key the id of the call */
export const payCarefully = (order, key) => navigator.locks.request(`pay ${key}`, async () => {
  const { begun, result } = await get(key) ?? {};
  if (result) return result;
  if (begun && bank === 'plain') throw new Error(UNKNOWN);
  await set(key, { begun: true });
  const made = await payUntilAnswered(order, key);
  await set(key, { begun: true, result: made });
  return made;
});
async function payUntilAnswered(order, key) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pay(order, key);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (bank === 'plain') throw new Error(UNKNOWN);
      if (tries === TRIES) throw error;
      await pause(150);
    }
  }
}
// #end
