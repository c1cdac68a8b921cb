import { factsOf } from './facts.js';

/** Designs: name, idea, and the names of their fields, each made from the one before. */
const DESIGNS = {
  zh: [
    ['场景故事', ({ pains }) => `从“${pains[0]}”讲到第一次做到为止，靠共鸣打动读者。`, ['标题', '开场', '正文', '金句', '行动号召']],
    ['问答手册', ({ who }) => `逐一回答${who}最常问的问题，适合搜索和收藏。`, ['标题', '常见问题', '要点', '误区', '下一步']],
    ['三步练习', ({ action }) => `让读者今天就做完一个练习，做完自然会${action}。`, ['标题', '准备', '练习', '示例', '之后']],
  ],
  en: [
    ['A day in scenes', ({ pains }) => `From "${pains[0]}" to the first time it works, for readers who must recognise themselves.`, ['Title', 'Opening', 'Body', 'Key points', 'Call to action']],
    ['Questions and answers', ({ who }) => `Answers what ${who} ask most, for search and for keeping.`, ['Title', 'Questions', 'Checklist', 'Mistakes', 'Next step']],
    ['An exercise in three steps', ({ action }) => `Something to finish today, which leads to: ${action}.`, ['Title', 'Preparation', 'Exercise', 'Example', 'Afterwards']],
  ],
};

/** Instructions for the text of a field. */
const PROMPTS = { zh: name => `写出“${name}”这一部分`, en: name => `Write the part "${name}"` };

const field = lang => (name, at, names) => ({ id: null, name, field_type: 'text', ai_prompt: PROMPTS[lang](name), depends_on: names.slice(Math.max(at - 1, 0), at), order: at + 1, need_review: at === 0 });

/** Three designs of the core content. @param {import('./read.js').Turn} turn */
export const proposals = turn => ({ proposals: DESIGNS[turn.lang].map(([name, idea, names]) => ({ name, description: idea(factsOf(turn)), fields: names.map(field(turn.lang)) })) });
