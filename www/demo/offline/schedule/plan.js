import { answer } from './decision.js';
import { hasWishes, partsOf, requestOf } from './request.js';
import { WORDS } from './words.js';

const GREETING = /^(?:你好|您好|谢谢|hi|hello|thanks?)(?: you)?[\s!！。.,，]*/i;
const THANKS = /^(?:谢谢|thank)/i;
const EXPLAINS = /怎么|如何|\bhow\b|\badvice\b/i;
/** Words that ask for nothing new. */
export const GO_ON = /^(?:请?继续|go on|continue)[\s!！。.]*$/i;
/** The agent's own words among the user's. */
export const CUE = /^[（(].*[）)]$/;

/**
 * Decision that words alone answer, or that a plan has to come first; undefined where the work on the request begins or goes on.
 * @param {import('./read.js').Turn} turn
 */
export function before({ dialogue, records, step, refused, lang }) {
  if (step || records.length || refused.length) return undefined;
  const words = WORDS[lang], { asked: said, later } = wishesOf(dialogue), text = said.replace(GREETING, '');
  const isAnswer = dialogue.findLast(({ who }) => who === 'agent')?.text.trim().match(/[?？]$/);
  const request = requestOf(text);
  if (isAnswer || GO_ON.test(text) || ['create', 'room'].includes(request.kind)) return undefined;
  if (EXPLAINS.test(text)) return answer(words.answer);
  if (request.kind === 'ask') return answer(words.unasked);
  if (!request.kind && !hasWishes(request)) return answer(THANKS.test(said) ? words.welcome : words.hello);
  return partsOf(text).length > 1 ? plan(partsOf(text), later, lang) : undefined;
}

/** A plan of a few steps, in the user's own words. */
function plan(parts, later, lang) {
  const words = WORDS[lang];
  const steps = parts.map(content => ({ content: [content, ...later].join(lang === 'zh' ? '，' : ', '), done_when: words.reached }));
  return { say: words.planned(steps.length), plan: steps };
}

/** The request, and the user's words about rejected plans: those that follow the agent's note of it. */
function wishesOf(dialogue) {
  const userBefore = end => dialogue.slice(0, end).findLastIndex(({ who }) => who === 'user');
  const later = [];
  let at = userBefore(dialogue.length);
  while (at > 1 && dialogue[at - 1].who === 'program') {
    later.unshift(dialogue[at].text.trim());
    at = userBefore(at);
  }
  return { asked: dialogue[at]?.text.trim() ?? '', later };
}
