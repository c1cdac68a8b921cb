import { bare, beginning, topicOf } from './terms.js';

const WORDS = {
  zh: {
    who: '读者', do: '试一试', topic: '这个主题', person: { name: '小李', background: '一位典型的目标读者' },
    pains: ['没有时间', '不知道从哪里开始', '担心没有效果'], values: ['马上能用', '不需要准备', '看得见变化'],
  },
  en: {
    who: 'readers', do: 'try it once', topic: 'this topic', person: { name: 'Sam', background: 'a typical reader' },
    pains: ['no time', 'not knowing where to begin', 'fear that it will not work'], values: ['it can be used at once', 'no preparation is needed', 'the change can be seen'],
  },
};

/** A problem as a phrase that fits into a sentence. @param {string} text */
export const trouble = text => bare(bare(text).replace(/^(?:and|but|because|so|who|which|they|people|many|he|she|总是|他们?|她们?|经常)\s*/i, '').replace(/^(?:are |is )?(?=afraid\b)|^(?:have|has|had|find(?:s)?|are|is)\s+/i, ''));

/** A name for use within a sentence. @param {string} text */
const inside = text => (/^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

const CREATOR = /^# (.+)$/m;

/**
 * Material for a text: the project's own statements, with common ones in place of those that are missing.
 * @param {import('./read.js').Turn} turn
 */
export function factsOf({ lang, aim, readers, traits }) {
  const words = WORDS[lang];
  const told = aim.audience.split(/[，；;。]|,\s|\.\s/).slice(1).map(trouble).filter(one => one.length > 1);
  const pains = [...new Set([...told, ...readers.pains.map(trouble)])].filter(Boolean);
  const people = readers.people.map(one => ({ ...one, pains: one.pains.map(trouble).filter(Boolean) }));
  return {
    lang,
    topic: beginning(topicOf(aim.what || words.topic), lang === 'zh' ? 28 : 60),
    who: inside(beginning(bare(aim.audience.split(/[，,；;。]|\.\s/)[0] ?? '') || words.who, lang === 'zh' ? 20 : 60)),
    action: inside(bare(aim.action)) || words.do,
    pains: (pains.length ? pains : words.pains).slice(0, 4).map(inside), told: told.map(inside),
    values: (readers.values.length ? readers.values.map(bare) : words.values).slice(0, 4).map(inside),
    person: people[0] ?? words.person, people,
    creator: CREATOR.exec(traits)?.[1].trim() ?? '',
  };
}

/** @typedef {ReturnType<typeof factsOf>} Facts */
