import { filled } from '../prompt.js';
import { factsOf } from './facts.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    asks: ({ pains, action }) => [`我最头疼的是${pains[0]}，这个真的有用吗？`, `${action}要花多长时间？`], closing: '明白了，谢谢。', notSaid: '内容里没有提到这一点。',
    fixed: '示例文字；接入模型后，这里会写明评分理由。', further: '（示例）',
    suggestions: ({ pains, action }) => [`在开头补一个关于“${pains[0]}”的真实场景`, `在结尾写明怎样${action}`, '补一个读者照做的例子'],
  },
  en: {
    asks: ({ pains, action }) => [`What troubles me most: ${pains[0]}. Does this really help?`, `How long does it take to ${action}?`], closing: 'Got it, thank you.', notSaid: 'That was not mentioned.',
    fixed: 'Sample text; a real model gives its reasons here.', further: '(sample)',
    suggestions: ({ pains, action }) => [`Open with a true scene of "${pains[0]}"`, `Say at the end how to ${action}`, 'Add an example of one reader who does it'],
  },
};

/** The consumer's next words: one question after the other, then that it is enough. @param {Turn} turn */
export const consumer = turn => ({ reply: WORDS[turn.lang].asks(factsOf(turn))[turn.said] ?? WORDS[turn.lang].closing });

/** The first paragraph of the texts answers the first question; nothing else was mentioned. @param {Turn} turn */
export function service({ reference, lang, said }) {
  const [, first] = reference.split('\n').filter(line => line.trim() && !line.startsWith('#'));
  return { reply: (said === 0 && first) || WORDS[lang].notSaid };
}

/** The opinion of a reader or a judge in the form that the contract asks for. Its summary says that it is a sample, its comments are marked so. @param {Turn} turn @param {{ schema: any }} contract */
export function opinion({ lang }, { schema }) {
  const { fixed, further } = WORDS[lang];
  const members = Object.entries(filled(schema, { number: 7, words: further }));
  return Object.fromEntries(members.map(([name, value]) => [name, value === further ? fixed : value]));
}

/** Suggestions for the sections of the contract, in the order of its priorities. @param {Turn} turn @param {{ schema: any }} contract */
export function suggestions(turn, { schema }) {
  const { section_id: { enum: sections }, priority: { enum: priorities } } = schema.properties.suggestions.items.properties;
  return { suggestions: WORDS[turn.lang].suggestions(factsOf(turn)).map((content, at) => ({ section_id: sections[at % sections.length], content, priority: priorities[at], actionable: true })) };
}
