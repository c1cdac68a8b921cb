import { sectionsOf } from '../prompt.js';

const WORDS = {
  zh: { topic: '这个主题', who: '读者', action: '试一试', pains: ['没有时间', '不知道从哪里开始'], values: ['马上能用', '不需要准备'], person: '小李' },
  en: { topic: 'this topic', who: 'readers', action: 'try it once', pains: ['no time', 'not knowing where to begin'], values: ['it can be used at once', 'no preparation is needed'], person: 'Sam' },
};

/** A text without punctuation at its ends. @param {string} text */
export const bare = text => text.trim().replace(/[。.!！?？;；,，:：]+$/, '');

/** The beginning of a text. @param {string} text @param {number} most in characters */
export const beginning = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text);

/** @param {string} text */
export const capital = text => text.replace(/^[a-z]/, first => first.toUpperCase());

/** Words that ask to make something and do not say what. */
const ASKING = /^(?:please |i (?:want|would like) to |(?:write|make|create) |我?想|我要|请|帮我|写|做)+/i;
export const withoutAsking = text => bare(text).replace(ASKING, '');

const ABOUT = /\b(?:about|on)\s+(.+)|(?:介绍|关于|讲)(.+?)(?:的[^的]+)?$/i;
const topicOf = what => ABOUT.exec(bare(what))?.slice(1).find(Boolean)?.trim() ?? withoutAsking(what.split('\n')[0]);

/** Items of the lists below a line that matches. @param {string} text @param {RegExp} head */
export const listedIn = (text, head) => [...text.matchAll(/^(.+)\n((?:- .+(?:\n|$))+)/gm)].flatMap(([, line, items]) => (head.test(line) ? items.trim().split('\n').map(item => item.slice(2)) : []));

/** Material for a text: the project's own statements, with common ones in place of those that are missing. @param {import('./read.js').Turn} turn */
export function factsOf({ lang, intent, audience }) {
  const words = WORDS[lang];
  const parts = [...sectionsOf(intent, '## ').values()].map(part => bare(part).replace(/^（待补充）|^\(to be added\)/, ''));
  const [what = '', readers = '', action = ''] = parts.length ? parts : [intent];
  const [who, ...troubles] = readers.split(/[，,;；]\s*(?:who |they )?(?:have )?/).filter(Boolean);
  const or = (list, others) => (list.length ? list : others);
  return {
    lang, topic: beginning(topicOf(what), 60) || words.topic, who: beginning(who ?? words.who, 60), action: action || words.action, troubles,
    pains: or([...new Set([...troubles, ...listedIn(audience, /痛点|Pain points/)])], words.pains).slice(0, 3),
    values: or(listedIn(audience, /价值|Value/), words.values).slice(0, 3),
    person: /^### (.+)$/m.exec(audience)?.[1] ?? words.person,
  };
}

/** @typedef {ReturnType<typeof factsOf>} Facts */
