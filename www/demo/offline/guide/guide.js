import { firstDraft, revised } from './draft.js';
import { chosenIn, doubtIn, factsOf, isBack, isDoubtful, isEnough, isOrder, isQuestion, isSkip, isUnknown, opinion } from './facts.js';
import { readTurn } from './read.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Turn} Turn */

/** Answers with facts, or without any, after which a story is drafted. */
const ENOUGH = 3;

/**
 * A turn of the guide: three questions, a draft, its changes, the approval.
 * @param {import('../model.js').Message[]} messages @param {{ schema: any }} contract
 */
export function decide(messages, contract) {
  const turn = readTurn(messages, contract);
  const words = WORDS[turn.lang];
  if (turn.exchanges.length === 0) return ask(opening(turn, words));
  const { said } = turn.exchanges.at(-1);
  if (turn.hasFiles) return unseen(turn, words);
  if (isSkip(said)) return stay(turn, words.skip);
  if (isBack(said) && turn.returns) return back(turn, words, said);
  return turn.draft ? review(turn, words, said) : interview(turn, words, said);
}

const decision = (reply_to_user, next_action, draft_content = null) =>
  ({ thought: next_action, intent: 'CONTINUE', target_task: null, next_action, reply_to_user, draft_content });
const ask = reply => decision(reply, 'CONTINUE_ASKING');
const propose = (reply, draft) => decision(reply, 'PROPOSE_DRAFT', draft);

/** A reply that changes nothing: a draft that waits for the last approval is shown again. @param {Turn} turn @param {string} reply */
const stay = ({ offered, draft }, reply) => (offered.includes('CONTINUE_ASKING') ? ask(reply) : propose(reply, draft));

const opening = ({ section, original, filters }, { story, filter }) => (filters ? filter(section, original) : story(section.split(' - ').at(-1)));

/** Says that a script sees no picture. The open question and the draft stay. @param {Turn} turn */
function unseen(turn, words) {
  if (turn.draft) return stay(turn, words.blind);
  return ask([words.blind, openQuestion(turn.exchanges) || opening(turn, words)].join('\n\n'));
}

/** Goes to the task whose name was said. */
function back(turn, words, said) {
  const named = turn.targets.filter(({ section }) => said.includes(section)).sort((a, b) => b.section.length - a.section.length);
  if (named.length === 0) return stay(turn, words.which(turn.targets.map(({ section }) => section)));
  return { ...ask(words.to(named[0].section)), intent: 'BACKTRACK', target_task: named[0].id };
}

/** Answers the user's words before there is a draft. */
function interview(turn, words, said) {
  const { exchanges, targets, filters } = turn;
  const last = exchanges.at(-1), doubt = doubtIn(last), { approves, rest } = opinion(said);
  const open = openQuestion(exchanges) || opening(turn, words);
  const again = (...before) => ask([...before, open].join('\n\n'));
  if (isBack(said)) return again(...(targets.length ? [] : [words.which([])]));
  if (isOrder(said)) return again(words.order);
  if (doubt?.out) return again(words.out);
  if (filters) return filtered(turn, words, approves && !rest);
  const told = exchanges.filter(exchange => factsOf([exchange], true).length > 0).length;
  const empty = exchanges.filter(exchange => isUnknown(exchange.said) || opinion(exchange.said).rest === '').length;
  if (isEnough(said) || told >= ENOUGH || empty >= ENOUGH) return drafted(turn, words);
  if (isQuestion(said)) return again(words.why);
  if (!doubt?.belongs && chosenIn(last)) return ask(words.exactly(chosenIn(last)));
  if (!doubt?.belongs && rest && !isUnknown(said) && isDoubtful(rest)) return ask(words.where(rest, turn.section));
  const question = words.questions[Math.min(told + empty, words.questions.length) - 1] ?? open;
  return ask(`${isUnknown(said) || !rest ? words.unknown : words.heard}\n\n${question}`);
}

/** The last question about the matter, without the words before it. */
function openQuestion(exchanges) {
  const { asked = '' } = exchanges.findLast(({ asked }) => asked && doubtIn({ asked, said: '' }) === undefined) ?? {};
  return asked.split('\n\n').at(-1);
}

/** The draft of a list: its lines as they are if the user agrees, else with the user's words. */
function filtered(turn, words, agrees) {
  const { original, exchanges, section, offered } = turn;
  const changed = revised(original, exchanges.at(-1).said, [], turn);
  const draft = changed === original ? firstDraft(turn, factsOf(exchanges, false)) : changed;
  if (!draft) return ask(words.anything);
  if (agrees && offered.includes('REQUEST_CONFIRM')) return decision(words.confirm(section), 'REQUEST_CONFIRM', draft);
  return propose(words.first(section, draft), draft);
}

function drafted(turn, words) {
  const draft = firstDraft(turn, factsOf(turn.exchanges, true));
  return draft ? propose(words.first(turn.section, draft), draft) : ask(words.anything);
}

/** Answers the user's words about a draft. */
function review(turn, words, said) {
  const { approves, rest } = opinion(said);
  if (approves && !rest) return approved(turn, words);
  const draft = revised(turn.draft, rest, factsOf(turn.exchanges.slice(-1), false), turn);
  if (draft === turn.draft) return stay(turn, isQuestion(said) ? words.answer : words.same(turn.section));
  return propose(words.again(turn.section), draft);
}

function approved({ finished, offered, section, draft }, words) {
  if (finished) return ask(words.welcome);
  if (offered.includes('CONFIRM_FINISH')) return decision(words.done(section), 'CONFIRM_FINISH');
  return offered.includes('REQUEST_CONFIRM') ? decision(words.confirm(section), 'REQUEST_CONFIRM', draft) : propose(words.here(section), draft);
}
