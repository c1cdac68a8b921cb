import { CUE, GO_ON } from './plan.js';
import { hasWishes, requestOf, withLater } from './request.js';

const STOP = /^(?:算了|不用了|停|never ?mind|stop)/i;

/**
 * Goal of a round of the execution.
 * @typedef {object} Goal
 * @property {import('./request.js').Request} request the request with the later words
 * @property {string[]} later the user's later words: reasons against writes, answers to questions
 * @property {boolean} more whether the plan has further steps
 * @property {boolean} stopped whether the user wants to stop
 * @property {boolean} lost whether several places were rejected without a word about better ones
 * @property {(id: number, place: { day: number, start: number }) => boolean} refuses whether a place was rejected for a task
 */

/** @param {import('./read.js').Turn} turn @returns {Goal} */
export function goalOf({ dialogue, records, step, refused }) {
  const reasons = records.flatMap(({ text }) => /^rejected: .*?(?:没有批准这次调用|did not approve this call)(?:。|，并说：|\.|, and said:)([^]*)$/.exec(text)?.[1].trim() ?? []);
  const { asked, answers } = chainOf(dialogue, reasons);
  const later = [...reasons, ...answers].filter(Boolean);
  const without = reasons.filter(reason => !hasWishes(requestOf(reason))).length + refused.length;
  const failed = [...records.filter(({ failed }) => failed).map(({ args }) => args), ...refused].flatMap(args => args.moves ?? [args]);
  return {
    request: later.map(requestOf).reduce(withLater, requestOf(step?.content ?? asked)),
    later,
    more: step?.more ?? false,
    stopped: later.some(text => STOP.test(text)),
    lost: without >= 2 * (answers.length + 1),
    refuses: (id, { day, start }) => failed.some(args => args.task_id === id && (args.day ?? args.new_day) === day && (args.slot_start ?? args.new_slot_start) === start),
  };
}

/** The request with the user's answers to questions about it. */
function chainOf(dialogue, reasons) {
  const answers = [];
  for (let at = dialogue.length - 1; at >= 0; at--) {
    const { who, text } = dialogue[at];
    const words = text.trim();
    if (who === 'agent' || GO_ON.test(words) || CUE.test(words) || reasons.includes(words)) continue;
    const asks = dialogue[at - 1]?.who === 'agent' && /[?？]\s*$/.test(dialogue[at - 1].text);
    if (!asks || requestOf(text).kind) return { asked: text, answers };
    answers.unshift(text);
  }
  return { asked: answers.shift() ?? '', answers };
}
