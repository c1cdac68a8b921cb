/** The model: a function of the history, the same for all libraries. */
import { pause } from './trial.js';

/** An error whose text has this says that nobody knows whether the payment was made. */
export const UNKNOWN = 'It is not known whether this was paid.';

/**
 * Pays once for each wish, then says what the tool said.
 * @typedef {{ role: 'user', text: string } | { role: 'other' } | { role: 'result', ok?: any, error?: string, denied?: boolean }} Entry
 * @param {Entry[]} history
 * @returns {Promise<{ say: string } | { pay: { to: string, amount: number } }>}
 */
export async function think(history) {
  await pause(120);
  const result = resultOf(history);
  if (!result) return { pay: { to: 'Bob', amount: 50 } };
  if (result.denied) return { say: 'NOT PAID: you declined.' };
  if (result.ok) return { say: `DONE: 50 euros were paid to Bob. ${JSON.stringify(result.ok)}` };
  return { say: result.error?.includes(UNKNOWN) ? `UNKNOWN: ${UNKNOWN} Look at the account.` : `FAILED: ${result.error}` };
}

/** The result that answers the last wish. Asked to try again, the model sees an earlier payment, if the history has it. @param {Entry[]} history */
function resultOf(history) {
  const wish = history.findLastIndex(({ role }) => role === 'user');
  const since = history.slice(wish).findLast(({ role }) => role === 'result');
  if (since || !/try again/.test(history[wish]?.text)) return since;
  const earlier = history.findLast(({ role }) => role === 'result');
  return earlier?.ok ? earlier : undefined;
}

/** The value of a JSON text; `undefined` for any other text. @param {unknown} text */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
