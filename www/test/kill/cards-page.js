/** The page of `ledger.js` for several writes a card: two sessions whose cards are answered at random, and one that approves all for good. */
import { answerCard, open, wishOf } from './cards.js';
import { goOn } from './lives.js';

const SESSIONS = ['cards-0', 'cards-1', 'granted'];
/** Most writes on one card. */
const MOST = 4;

await goOn(SESSIONS.map(id => ({ id, open: () => open(id), answerCard, wishOf, count: () => 1 + Math.floor(Math.random() * MOST) })));
