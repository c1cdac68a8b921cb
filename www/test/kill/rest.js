/** How a session comes to rest, and what it has then. */
import { entryOf } from '../../src/trace/replayed.js';
import { pause } from './tell.js';

/** Answers cards until the session waits for the user. @param {import('../../src/index.js').Session<any>} session @param {(session: any) => Promise<void>} answerCard */
export async function comeToRest(session, answerCard) {
  while (session.view.card || session.view.waiting !== 'user') {
    await answerCard(session);
    await pause(10);
  }
}

/**
 * The wishes of each message that a session has on any of its branches, and what it says became of each wish: `ok`, or the code of the last error. A
 * wish that was made on one branch and declined on another was made.
 * @param {import('../../src/index.js').Session<any>} session @param {(call: any) => number} wishOf the wish that a call is for
 */
export async function kept(session, wishOf) {
  const entries = (await entriesOf(session)).map(text => entryOf(text).entry);
  const messages = entries.flatMap(({ user }) => (user && !user.cue ? [wishesIn(user.text)] : []));
  const outcomes = new Map();
  for (const { tool } of entries) {
    if (!tool || outcomes.get(wishOf(tool)) === 'ok') continue;
    outcomes.set(wishOf(tool), 'ok' in tool.result ? 'ok' : tool.result.error.code);
  }
  return { messages, outcomes: [...outcomes] };
}

/** The entries of all branches, as they are saved. @param {import('../../src/index.js').Session<any>} session */
export const entriesOf = async session => (await session.export()).snapshot.entries;

/** The wishes in a message. @param {string} text */
export const wishesIn = text => text.slice('pay '.length).split(' ').map(Number);

/** The part of a reply about an open card: its calls take the card's place. @param {{ schema: any }} contract */
export const atCard = ({ schema }) => ('about_card' in (schema.properties ?? {}) ? { about_card: 'replace' } : {});
