/** The bank behind the transfers, which knows what was really made. */
import { setTimeout as pause } from 'node:timers/promises';

/** Faults of a transfer's first request: nothing is made and the page is told so, or is told of an unknown end; made, with an answer that says nothing of it. */
const FAULTS = ['refused', 'dropped', 'unanswered'];

/**
 * A bank that makes transfers by wish.
 * @param {number} lateMs longest way of a request, and of its answer, in milliseconds
 * @param {number} [faulty] share of the wishes, 0 to 1, whose first request meets one of the faults. Default 0
 */
export function bankOf(lateMs, faulty = 0) {
  /** Requests that have come and were not refused or dropped. */
  const received = new Set();
  const keys = new Set();
  /** @type {Map<number, number>} */
  const made = new Map();
  let underWay = 0;
  const bank = {
    /** How often each wish was made. */
    made,
    /** Amounts of the wishes that were made. @type {Map<number, number | undefined>} */
    amounts: new Map(),
    /** Wishes of which a request has come. */
    seen: new Set(),
    /** Wishes of which a request was refused or dropped. */
    failed: new Set(),
    doubts: 0,
    hear: {
      async transfer({ wish, amount, key, kind }) {
        const fault = !bank.seen.has(wish) && Math.random() < faulty ? FAULTS[Math.floor(Math.random() * FAULTS.length)] : undefined;
        bank.seen.add(wish);
        received.add(wish);
        underWay += 1;
        await pause(lateMs * Math.random());
        underWay -= 1;
        if (fault === 'refused' || fault === 'dropped') {
          received.delete(wish);
          bank.failed.add(wish);
          return { fault };
        }
        if (kind !== 'idempotent' || !keys.has(key)) made.set(wish, (made.get(wish) ?? 0) + 1);
        bank.amounts.set(wish, amount);
        keys.add(key);
        await pause(lateMs * Math.random());
        return fault ? { fault } : { paid: wish };
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
