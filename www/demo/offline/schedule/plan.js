import { hasWishes, requestOf } from './request.js';
import { isRough, partsOf } from './route.js';
import { WORDS } from './words.js';

/** The agent's own words among the user's: a plan was not accepted. */
const CUE = /^[（(].*[）)]$/;

/** A plan of a few steps, in the user's own words. @param {import('./read.js').Turn} turn */
export function plan({ dialogue, wish, classes, lang }) {
  const words = WORDS[lang];
  const { asked, later } = wishesOf(dialogue, wish);
  const steps = isRough(asked) ? roughSteps(asked, words) : partsOf(asked).map(content => ({ content, done_when: words.reached }));
  const own = steps.length ? steps : [{ content: asked, done_when: words.reached }];
  const amended = own.map(({ content, done_when }) => ({ content: [content, ...later].join(lang === 'zh' ? '，' : ', '), done_when }));
  const rough = isRough(asked);
  return {
    speak: words.planned(own.length), action: 'plan_done', reason: asked, complexity: 'moderate', need_thinking: false,
    plan_steps: amended, needs_rough_build: rough, task_class_ids: rough ? idsIn(classes) : [],
    context_hook: { domain: 'schedule', packs: rough ? ['mutation', 'analyze'] : ['mutation'], reason: asked },
  };
}

/** Steps that place everything roughly, improve it, and then apply the wishes about times. */
function roughSteps(asked, words) {
  const [first, ...more] = partsOf(asked);
  const steps = [{ content: words.tune, done_when: words.tuned }];
  const wishes = hasWishes({ ...requestOf(first ?? asked), weeks: {}, spread: false }) ? [first, ...more] : more;
  return [...steps, ...wishes.map(content => ({ content, done_when: words.reached }))];
}

/** The request, and the user's words about rejected plans. */
function wishesOf(dialogue, wish) {
  const own = dialogue.filter(({ who }) => who === 'user').map(({ text }) => text.trim());
  const later = [];
  let at = own.length - 1;
  while (at > 1 && CUE.test(own[at - 1])) {
    later.unshift(own[at]);
    at -= 2;
  }
  return { asked: own[at] ?? wish, later };
}

const idsIn = classes => (classes.split('\n', 1)[0].match(/\d+/g) ?? []).map(Number);
