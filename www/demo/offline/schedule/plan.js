import { readTurn } from './read.js';
import { hasWishes, partsOf, requestOf } from './request.js';
import { WORDS } from './words.js';

const GREETING = /^(?:你好|您好|谢谢|hi|hello|thanks?)(?: you)?[\s!！。.,，]*/i;
const THANKS = /^(?:谢谢|thank)/i;
const EXPLAINS = /怎么|如何|\bhow\b|\badvice\b/i;
/** Words that ask for nothing new. */
export const GO_ON = /^(?:请?继续|go on|continue)[\s!！。.]*$/i;
/** The agent's own words among the user's. */
export const CUE = /^[（(].*[）)]$/;

/** Route of a request. @param {{ role: string, content: string }[]} messages */
export function route(messages) {
  const { dialogue, lang } = readTurn(messages);
  const words = WORDS[lang];
  const said = (dialogue.findLast(({ who }) => who === 'user')?.text ?? '').trim(), text = said.replace(GREETING, '');
  const request = requestOf(text);
  if (GO_ON.test(text) || ['create', 'room'].includes(request.kind)) return routed('execute', { speak: words.routing });
  if (EXPLAINS.test(text)) return routed('deep_answer', { intent: 'chat' });
  if (request.kind === 'ask') return routed('direct_reply', { intent: 'chat', speak: words.unasked });
  if (!request.kind && !hasWishes(request)) return routed('direct_reply', { intent: 'chat', speak: THANKS.test(said) ? words.welcome : words.hello });
  return routed(partsOf(text).length > 1 ? 'plan' : 'execute', { speak: words.routing });
}

const routed = (to, parts) => ({ speak: '', intent: 'task', route: to, allow_reorder: false, thinking: false, task_class_ids: [], reason: to, ...parts });

/** A plan of a few steps, in the user's own words. @param {{ role: string, content: string }[]} messages */
export function plan(messages) {
  const { dialogue, lang } = readTurn(messages);
  const words = WORDS[lang];
  const { asked, later } = wishesOf(dialogue);
  const parts = partsOf(asked).length ? partsOf(asked) : [asked];
  const steps = parts.map(content => ({ content: [content, ...later].join(lang === 'zh' ? '，' : ', '), done_when: words.reached }));
  return {
    speak: words.planned(steps.length), action: 'plan_done', reason: asked, complexity: 'moderate', need_thinking: false,
    plan_steps: steps, task_class_ids: [], context_hook: { domain: 'schedule', packs: ['mutation'], reason: asked },
  };
}

/** The request, and the user's words about rejected plans. */
function wishesOf(dialogue) {
  const own = dialogue.filter(({ who }) => who !== 'agent').map(({ text }) => text.trim());
  const later = [];
  while (own.length > 2 && CUE.test(own.at(-2))) later.unshift(...own.splice(-2).slice(1));
  return { asked: own.at(-1) ?? '', later };
}
