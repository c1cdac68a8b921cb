import { factsOf } from './facts.js';

const WORDS = {
  zh: {
    why: ({ pains, who }) => `因为${who}最在意的是“${pains[0]}”，先回应它，他们才愿意往下看。`,
    how: ({ action }) => `建议先看结构是否引向“${action}”，再打磨开头的场景。想改哪一处，直接告诉我，例如“把第二段改短”。`,
    next: '需要调整就直接说想改什么；满意的话说“继续”进入下一阶段。',
    thanks: '不客气！',
    empty: '项目还没有内容，先说说你想做什么。',
  },
  en: {
    why: ({ pains, who }) => `Because what troubles ${who} most is ${pains[0]}; they read on when that is answered first.`,
    how: ({ action }) => `Look first whether the structure leads to "${action}", then polish the opening scene. Tell me what to change, for example "make the second paragraph shorter".`,
    next: 'Tell me what to change, or say "continue" for the next phase.',
    thanks: 'You are welcome!',
    empty: 'There is nothing in the project yet: tell me what you want to create.',
  },
};

/** Answer to a question about the project. @param {import('./read.js').Turn} turn */
export function chat(turn) {
  const words = WORDS[turn.lang];
  const facts = factsOf(turn);
  if (/谢谢|多谢|\bthank/i.test(turn.words)) return { reply: `${words.thanks}${turn.lang === 'zh' ? '' : ' '}${words.next}` };
  if (!turn.intent && !turn.fields.length) return { reply: words.empty };
  const answer = /为什么|为何|\bwhy\b/i.test(turn.words) ? words.why(facts) : words.how(facts);
  return { reply: `${answer}${turn.lang === 'zh' ? '' : ' '}${words.next}` };
}

