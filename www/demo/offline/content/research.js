import { sectionsOf } from '../prompt.js';
import { beginning, factsOf, listedIn } from './facts.js';

/** @typedef {import('./read.js').Turn} Turn */
/** @typedef {import('./facts.js').Facts} Facts */

const WORDS = {
  zh: {
    queries: ({ who, topic, pains }) => [`${who} ${topic} 痛点`, `${topic} 市场 竞品`, `${who} ${pains[0]}`, `${topic} 消费者 选择`],
    pages: ({ who }, pain) => `网页显示，${who}最突出的问题是：${pain}。`, none: ({ who, pains }) => `（基于通用知识）${who}的主要困难是：${pains[0]}。`,
    profile: ({ who, action }) => ({ 职业: who, 期望: action }), people: { 陈静: '刚接触这个问题', 刘洋: '试过别的办法，没能坚持', 赵敏: '替整个团队做选择，看重成本' }, nothing: '搜索结果里没有相关的信息。',
  },
  en: {
    queries: ({ who, topic, pains }) => [`${who} ${topic} pain points`, `${topic} market competitors`, `${who} ${pains[0]}`, `how consumers choose ${topic}`],
    pages: ({ who }, pain) => `The pages show what troubles ${who} most: ${pain}.`, none: ({ who, pains }) => `(From general knowledge.) What troubles ${who} most: ${pains[0]}.`,
    profile: ({ who, action }) => ({ occupation: who, wants: action }), people: { Ines: 'new to the problem', Tom: 'has tried other ways and given up', Priya: 'chooses for a whole team and looks at the cost' }, nothing: 'The results say nothing about it.',
  },
};

/** Search queries: the topic from several sides. @param {Turn} turn */
export const queries = turn => ({ queries: WORDS[turn.lang].queries(factsOf(turn)) });

/** Report from the lists of the pages that were read, or from general knowledge. The user's own words come first. @param {Turn} turn */
export function study(turn) {
  const [facts, words] = [factsOf(turn), WORDS[turn.lang]];
  const pains = [...new Set([...facts.troubles, ...listedIn(turn.reference, /痛点|troubles/), ...facts.pains])].slice(0, 5);
  const values = [...new Set([...listedIn(turn.reference, /帮助|helps/), ...facts.values])].slice(0, 4);
  return {
    summary: beginning(turn.reference ? words.pages(facts, pains[0]) : words.none(facts), 200), consumer_profile: words.profile(facts), pain_points: pains, value_propositions: values,
    personas: Object.entries(words.people).map(([name, background], at) => ({ name, background, pain_points: [pains[at % pains.length]] })),
  };
}

/** The first words of what was found, with their addresses. @param {Turn} turn */
export function look({ reference, lang }) {
  const found = [...sectionsOf(reference, '## ')].slice(0, 3).map(([address, text]) => `- ${text.split('\n').slice(0, 2).at(-1)} (${address})`);
  return { reply: found.join('\n') || WORDS[lang].nothing };
}
