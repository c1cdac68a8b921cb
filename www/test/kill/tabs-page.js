/** The page for tests of several tabs: one session, and the actions of a test. */
import { answerCard, comeToRest, openPayer } from './pay.js';

const { id, kind, lock } = Object.fromEntries(new URL(location.href).searchParams);
/** Errors that a tab may meet. */
const EXPECTED = ['watching', 'closed', 'conflict', 'busy', 'answer_first'];

const agent = await openPayer(id, kind, lock === 'false' ? { lock: false } : {});

const ACTIONS = {
  say: wish => agent.say(`pay ${wish}`),
  answer: () => answerCard(agent),
  takeOver: () => agent.takeOver(),
  close: () => agent.close(),
  async rest() {
    if (agent.role === 'watches') await agent.takeOver();
    await comeToRest(agent);
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
