/** A user who goes back in a session at rest: to an earlier message, to another branch, or to say something again. */
import { entriesOf, kept, wishesIn } from './rest.js';

const of = list => list[Math.floor(Math.random() * list.length)];

/**
 * Whether an approval asks for a wish that was made on another branch, and names it. The user of these tests then says no: so nothing may be made twice.
 * @param {any} card @param {(call: any) => number} wishOf
 */
export const isNamed = ({ kind, calls = [] }, wishOf) => kind === 'approval' && calls.some(call => call.elsewhere?.some(done => wishOf(done) === wishOf(call)));

/**
 * Goes back at random. `wishes` gives wishes for other words in the place of a message, and `said` is told of them.
 * @param {any} session @param {(call: any) => number} wishOf @param {{ wishes: () => Promise<number[]>, said: (wishes: number[]) => Promise<unknown> }} user
 */
export async function goBack(session, wishOf, { wishes, said }) {
  const { blocks, branches = [] } = session.view;
  const messages = blocks.filter(({ kind, cue }) => kind === 'user' && !cue);
  const before = await entriesOf(session);
  const act = of(['message', 'branch', 'again', 'again', 'other']);
  if (act === 'branch' && branches.length) await session.rewind({ branch: of(branches).id });
  else if (messages.length === 0) return;
  else if (act === 'again') await sayAgain(session, of(messages), wishOf);
  else if (act === 'other') {
    const others = await wishes();
    await session.again({ before: of(messages).seq, text: `pay ${others.join(' ')}` });
    await said(others);
  } else await session.rewind({ before: of(messages).seq });
  const after = await entriesOf(session);
  if (before.some((text, at) => after[at] !== text)) throw new Error(`going back (${act}) has changed an entry that was there`);
}

/** Says words again all of whose wishes were made: each of them is on a card then, which names it. @param {any} session @param {any} message @param {(call: any) => number} wishOf */
async function sayAgain(session, { seq, text }, wishOf) {
  const outcomes = new Map((await kept(session, wishOf)).outcomes);
  if (wishesIn(text).every(wish => outcomes.get(wish) === 'ok')) await session.again({ before: seq });
}
