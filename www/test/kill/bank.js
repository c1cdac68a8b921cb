/** The other side of the transfers: it knows what was really made. */
import { setTimeout as pause } from 'node:timers/promises';

/** What the bank has made, by wish. @param {number} lateMs longest way of a request, and of its answer, in milliseconds */
export function bankOf(lateMs) {
  const received = new Set();
  const keys = new Set();
  /** @type {Map<number, number>} */
  const made = new Map();
  let underWay = 0;
  const bank = {
    made,
    doubts: 0,
    hear: {
      async transfer({ wish, key, kind }) {
        received.add(wish);
        underWay += 1;
        await pause(lateMs * Math.random());
        underWay -= 1;
        if (kind !== 'idempotent' || !keys.has(key)) made.set(wish, (made.get(wish) ?? 0) + 1);
        keys.add(key);
        await pause(lateMs * Math.random());
        return { paid: wish };
      },
      /** A naive status knows nothing of what is on its way. */
      status({ wish, kind }) {
        if (made.has(wish)) return { done: true, result: { paid: wish } };
        return { done: kind === 'status' && received.has(wish) ? 'pending' : false };
      },
      /** What a user finds who looks at the account, once nothing is on its way any more. */
      async made({ wish }) {
        bank.doubts += 1;
        for (await pause(lateMs); underWay > 0;) await pause(lateMs / 4);
        return made.has(wish);
      },
    },
  };
  return bank;
}
