/**
 * A counter in a database of its own, written without the package's code. A restarted page that finds less than was reported shows that the
 * browser itself has lost saved data.
 */
import { openDB } from 'idb';

/** Time between two writes, in milliseconds. */
const EVERY_MS = 15;

/** Reports what the counter has, then counts on until the page is killed. @param {(name: string, body: object) => Promise<unknown>} tell */
export async function startControl(tell) {
  const db = await openDB('control', 1, { upgrade: made => { made.createObjectStore('count'); } });
  let count = await db.get('count', 0) ?? 0;
  await tell('control_found', { count });
  const countOn = async () => {
    count += 1;
    const tx = db.transaction('count', 'readwrite', { durability: 'strict' });
    tx.store.put(count, 0);
    await tx.done;
    await tell('control_wrote', { count });
    setTimeout(countOn, EVERY_MS);
  };
  countOn();
}
