// @ts-check
/** @import { ObjectSharedContext } from '@restatedev/restate-sdk' */
/** @import { Happened } from 'stepgate' */

/** Most times that a write is looked at again before the user decides, where its tool can say what became of it or may run again. */
const MOST_ROUNDS = 20;

/** First and longest pause before an idempotent write runs again, in milliseconds. */
const [FIRST_MS, LONGEST_MS] = [100, 30_000];

/** Time for which an outcome is kept that no attempt has fetched, in milliseconds. */
const KEPT_MS = 600_000;

/** A write that is to be looked at again. @type {{ again: true }} */
const AGAIN = { again: true };

/** Writes that run in this process, or have ended and were not recorded yet, by call and key. @type {Map<string, Promise<Happened | { again: true }>>} */
const here = new Map();

/**
 * A write to make: `run` makes it, `mayRepeat` says that its tool is idempotent, `canTell` that it is so or has a status.
 * @typedef {{ call: number, key: string, mayRepeat: boolean, canTell: boolean, mostMs: number, stopped: AbortSignal, run(known: { begun: boolean, alone: boolean }, signal: AbortSignal): Promise<Happened> }} Write
 */

/**
 * Makes a write, as a page's driver does (docs/host.md, "Write tools"): its start is recorded before it runs, and one that was started by an attempt that is gone does not simply run again.
 *
 * The journal gives an attempt what earlier ones recorded, and does not say which of them did. So the record of a start holds the name of its attempt: an attempt that finds another name
 * knows that the write may have been made. Where that was in this process, the write runs here still or has ended here, and its outcome is taken. Otherwise its process was killed or is
 * cut off: after the longest time that a write may take (`mostMs`) it has ended there, a new start is recorded, and the tool is asked for its status first.
 * @param {ObjectSharedContext} ctx @param {Write} write @returns {Promise<Happened>}
 */
export async function writes(ctx, write) {
  const { key, mayRepeat, mostMs } = write;
  const name = nameOf(write);
  const attempt = crypto.randomUUID(); // tells attempts apart, and decides nothing else
  for (let round = 0; ; round += 1) {
    const start = await ctx.run(`start ${key}`, () => ({ attempt, at: Date.now() }));
    const isMine = start.attempt === attempt;
    const ended = await ctx.run(`write ${key}`, async () => here.get(name) ?? (isMine ? make(write, start.at, round) : AGAIN));
    here.delete(name);
    if (!('again' in ended)) return ended;
    await ctx.sleep(mayRepeat ? Math.min(FIRST_MS * 2 ** round, LONGEST_MS) : mostMs);
  }
}

/**
 * Runs a write, which must end by `mostMs` after its recorded start. One of which nobody knows then whether it was made is looked at again, as one that was begun, if its tool can tell:
 * what cannot be reached now may be in a while, and the user need not know it.
 * @param {Write} write @param {number} at @param {number} round @returns {Promise<Happened | { again: true }>}
 */
function make(write, at, round) {
  const { mostMs, stopped, canTell, run } = write;
  const left = at + mostMs - Date.now();
  if (left <= 0) return Promise.resolve(AGAIN); // the record of the start took that long
  const late = AbortSignal.timeout(left);
  const made = run({ begun: round > 0, alone: true }, AbortSignal.any([late, stopped]))
    .then(happened => (happened.type === 'doubted' && canTell && !stopped.aborted && round < MOST_ROUNDS ? AGAIN : happened));
  const name = nameOf(write);
  here.set(name, made);
  setTimeout(() => { if (here.get(name) === made) here.delete(name); }, KEPT_MS).unref();
  return made;
}

/** A call that the user has run again keeps its key, and has a number of its own. @param {Write} write */
const nameOf = ({ call, key }) => `${call} ${key}`;
