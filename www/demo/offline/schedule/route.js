import { GO_ON } from './goal.js';
import { subjectOf } from './names.js';
import { hasWishes, requestOf } from './request.js';
import { WORDS } from './words.js';

const GREETING = /^(?:你好|您好|嗨|在吗|hi|hello|hey|good (?:morning|evening))[\s!！。.,，]*/i;
const THANKS = /^(?:谢谢|多谢|辛苦|好的|thanks|thank you|great|ok(?:ay)?)[\s!！。.,，]*/i;
const EXPLAINS = /为什么|怎么学|怎么复习|如何|建议|\bwhy\b|\bhow (?:do|should|can|to)\b|\badvice\b|\btips?\b/i;
const ANY_ORDER = /顺序无所谓|可以打乱|任意顺序|any order|order does(?:n['’]t| not) matter/i;
const NEXT_PART = /[;；。\n]+|[，,]\s*(?:然后|再|接着)?\s*(?=把|将)|[，,]?\s*\b(?:and |then )+(?=(?:put|move|place|spread|schedule|arrange)\b)|\.\s+/i;

/** Parts of a request that each ask for something. @param {string} text */
export const partsOf = text => text.split(NEXT_PART).map(part => part.trim()).filter(part => part && requestOf(part).kind);

/** Whether a request is to arrange everything. @param {string} text */
export function isRough(text) {
  const [part = text] = partsOf(text);
  return ['put', 'improve'].includes(requestOf(part).kind ?? '') && /安排|排|所有|全部|arrange|schedule|plan|fit|\ball\b|everything/i.test(part) && subjectOf(part) === '';
}

/** Route of a request. @param {import('./read.js').Turn} turn */
export function route({ wish, lang }) {
  const words = WORDS[lang];
  const text = wish.trim();
  const rest = text.replace(GREETING, '').replace(THANKS, '');
  if (!rest) return reply('direct_reply', { intent: 'chat', speak: THANKS.test(text) && !GREETING.test(text) ? words.thanks : words.hello });
  if (GO_ON.test(rest)) return reply('execute', { speak: words.routing });
  const { kind } = requestOf(rest);
  if (kind === 'create') return reply('execute', { speak: words.routing });
  if (EXPLAINS.test(rest)) return reply('deep_answer', { intent: 'chat' });
  if (!kind && !hasWishes(requestOf(rest))) return reply('direct_reply', { intent: 'chat', speak: words.hello });
  const planned = isRough(rest) || partsOf(rest).length > 1;
  const task = { intent: 'task', speak: words.routing, allow_reorder: ANY_ORDER.test(rest) };
  return reply(planned ? 'plan' : 'execute', planned ? { ...task, needs_rough_build: isRough(rest), needs_refine_after_rough_build: isRough(rest) } : task);
}

const reply = (to, parts) => ({
  speak: '', intent: 'task', route: to, needs_rough_build: false, needs_refine_after_rough_build: false, allow_reorder: false,
  thinking: false, task_class_ids: [], reason: to, ...parts,
});
