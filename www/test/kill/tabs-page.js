/** The page for tests of several tabs: one session, whose cards have one write or several, and the actions of a test. */
import { goBack } from './back.js';
import { comeToRest, kept } from './rest.js';
import { tell } from './tell.js';

const { id, kind, lock } = Object.fromEntries(new URL(location.href).searchParams);
/** Errors that a tab may meet. */
const EXPECTED = ['watching', 'closed', 'conflict', 'busy', 'answer_first', 'no_such_message', 'no_such_branch'];

const options = lock === 'false' ? { lock: false } : {};
const { answerCard, open, wishOf } = await (kind === 'cards' ? import('./cards.js') : import('./pay.js'));
const session = await open(id, kind, options);

const ACTIONS = {
  async say(wishes) {
    await session.say(`pay ${wishes.join(' ')}`);
    await tell('said', { id, wishes });
  },
  answer: () => answerCard(session),
  /** Goes back in a session at rest; a card that is left would have no outcome. */
  async back() {
    if (session.role !== 'drives' || session.view.card || session.view.waiting !== 'user') return;
    await goBack(session, wishOf, { wishes: async () => [await tell('wish')], said: wishes => tell('said', { id, wishes }) });
    await tell('back');
  },
  takeOver: () => session.takeOver(),
  close: () => session.close(),
  async rest() {
    if (session.role === 'watches') await session.takeOver();
    await comeToRest(session, answerCard);
    await tell('rests', { id, ...await kept(session, wishOf) });
  },
};

/** Runs one of these actions and gives any unexpected error. */
globalThis.act = async (name, given) => {
  try {
    await ACTIONS[name](given);
    return null;
  } catch (error) {
    return EXPECTED.includes(error.code) ? null : `${name}: ${error.name} ${error.code}: ${error.message}`;
  }
};
