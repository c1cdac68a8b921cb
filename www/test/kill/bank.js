/** The bank behind the transfers, which knows what was really made. */
import { setTimeout as pause } from 'node:timers/promises';

/** A bank that makes transfers by wish. @param {number} lateMs longest way of a request, and of its answer, in milliseconds */
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
      /** A naive status: it knows nothing of transfers under way. */
      status({ wish, kind }) {
        if (made.has(wish)) return { done: true, result: { paid: wish } };
        return { done: kind === 'status' && received.has(wish) ? 'pending' : false };
      },
      /** A user's look at the account once nothing is under way. */
      async made({ wish }) {
        bank.doubts += 1;
        for (await pause(lateMs); underWay > 0;) await pause(lateMs / 4);
        return made.has(wish);
      },
    },
  };
  return bank;
}
