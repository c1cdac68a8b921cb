/** How a session comes to rest, and what it has then. */
import { pause } from './tell.js';

/** Answers cards until the session waits for the user. @param {import('../../src/index.js').Session<any>} session @param {(session: any) => Promise<void>} answerCard */
export async function comeToRest(session, answerCard) {
  while (session.view.card || session.view.waiting !== 'user') {
    await answerCard(session);
    await pause(10);
  }
}

/**
 * The wishes of each message that a session has, and what it says became of each wish: `ok`, or the code of the error.
 * @param {import('../../src/index.js').Session<any>} session @param {(call: any) => number} wishOf the wish that a call is for
 */
export function kept({ view: { blocks } }, wishOf) {
  const messages = blocks.flatMap(block => (block.kind === 'user' ? [block.text.slice(4).split(' ').map(Number)] : []));
  const outcomes = blocks.flatMap(block => (block.kind === 'tool' ? [[wishOf(block), 'ok' in block.result ? 'ok' : block.result.error.code]] : []));
  return { messages, outcomes };
}

/** The part of a reply about an open card: its calls take the card's place. @param {{ schema: any }} contract */
export const atCard = ({ schema }) => ('about_card' in (schema.properties ?? {}) ? { about_card: 'replace' } : {});
