import { subjectOf } from './names.js';
import { jsonOf } from './read.js';
import { hasWishes, requestOf, withLater } from './request.js';

/** Beginning of the sentence about a rejected call; the user's reason follows. */
const REJECTED = /^rejected: (?:用户没有批准这次调用。|The user did not approve this call\.)\s*/;
/** The agent's own words among the user's. */
const CUE = /^[（(].*[）)]$/;
/** Words that ask for nothing new. */
export const GO_ON = /^(?:请?继续|接着来?|go on|continue|carry on|keep going)[\s!！。.]*$/i;
const STOP = /^(?:算了|不用了|停|别弄了|不做了|到此为止|never ?mind|stop|forget it|that'?s enough|no more)/i;

/**
 * Goal of a round of the execution.
 * @typedef {object} Goal
 * @property {import('./request.js').Request} request
 * @property {string[]} later the user's later words: reasons against writes, answers to questions
 * @property {boolean} more whether the plan has further steps
 * @property {boolean} stopped whether the user wants to stop
 * @property {boolean} lost whether the user has rejected several places without naming a better one
 * @property {boolean} stuck whether two writes in a row were refused because they would fail
 * @property {{ task: number, day: number, start: number }[]} refused rejected places
 */

/** @param {import('./read.js').Turn} turn @returns {Goal} */
export function goalOf(turn) {
  const [, current, count, content] = /^(\d+)\/(\d+) (.*?)(?: \| .*)?$/s.exec(turn.state.get('step') ?? '') ?? [];
  const reasons = turn.records.flatMap(({ text }) => (REJECTED.test(text) ? [text.replace(REJECTED, '').trim()] : []));
  const { asked, answers } = chainOf(turn.dialogue, reasons);
  const later = [...reasons, ...answers].filter(Boolean);
  const request = later.map(requestOf).reduce((merged, one) => withLater(merged, one), requestOf(content ?? asked));
  return {
    request,
    later,
    more: Number(current) < Number(count),
    stopped: [...reasons, ...answers].some(text => STOP.test(text)),
    lost: reasons.filter(reason => !hasWishes(requestOf(reason))).length >= 2 * (answers.length + 1),
    stuck: turn.refused.length >= 2,
    refused: [...turn.records.filter(({ failed }) => failed).map(({ args }) => args), ...turn.refused].flatMap(placesOf),
  };
}

/** The request with the user's answers to questions about it. */
function chainOf(dialogue, reasons) {
  const answers = [];
  for (let at = dialogue.length - 1; at >= 0; at--) {
    const { who, text } = dialogue[at];
    if (who === 'agent' || GO_ON.test(text.trim()) || CUE.test(text.trim()) || reasons.includes(text.trim())) continue;
    const asks = dialogue[at - 1]?.who === 'agent' && /[?？]\s*$/.test(dialogue[at - 1].text);
    if (!asks || isWhole(text)) return { asked: text, answers };
    answers.unshift(text);
  }
  return { asked: answers.shift() ?? '', answers };
}

/** Whether a text is a complete request: what, and when. */
function isWhole(text) {
  const request = requestOf(text);
  return request.kind !== undefined && hasWishes(request) && subjectOf(text) !== '';
}

/** Places in the arguments of a write. */
function placesOf(text) {
  const args = typeof text === 'string' ? jsonOf(text) : text;
  const place = ({ task_id: task, day, slot_start: start, new_day: newDay, new_slot_start: newStart }) => ({ task, day: day ?? newDay, start: start ?? newStart });
  return args ? (args.moves ?? [args]).map(place).filter(({ day }) => day !== undefined) : [];
}
