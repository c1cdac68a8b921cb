/** How a trial ended for the user, in one word, before any second attempt. */

/** The outcomes, from best to worst. */
export const OUTCOMES = ['once', 'asked again', 'doubt', 'told unknown', 'failed (not paid)', 'stuck (not paid)', 'lost (not paid)', 'failed (paid)', 'stuck (paid)', 'lost (paid)', 'done (not paid)', 'twice'];

/** @param {{ made: number, end: string, asks: number, doubts: number }} row */
export function outcomeOf({ made, end, asks, doubts }) {
  if (made > 1) return 'twice';
  const paid = made ? 'paid' : 'not paid';
  if (end === 'lost' || end === 'stuck') return `${end} (${paid})`;
  if (end === 'UNKNOWN') return 'told unknown';
  if (end !== 'DONE') return `failed (${paid})`;
  if (!made) return 'done (not paid)';
  if (doubts) return 'doubt';
  return asks ? 'asked again' : 'once';
}

/** Whether the user, not told that it was done, says it once more. @param {{ made: number, end: string }} row */
export const triesAgain = ({ made, end }) => ['stuck', 'lost', 'FAILED'].includes(end) || (end === 'UNKNOWN' && made === 0);
