/** The page of `ledger.js` for one write a card: five sessions that approve one transfer after the other, until the page is killed. */
import { goOn } from './lives.js';
import { answerCard, open, wishOf } from './pay.js';

/** Recovery of each session's tool after a start without a known end. */
const SESSIONS = ['nothing', 'nothing', 'status', 'status', 'idempotent'];

await goOn(SESSIONS.map((kind, n) => {
  const id = `${kind}-${n}`;
  return { id, open: () => open(id, kind), answerCard, wishOf };
}));
