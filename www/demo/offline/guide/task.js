import { isHan, termsOf } from './terms.js';

/** Kinds of places by the words in their titles, and whether their text is a list of lines. The first match counts. */
const KINDS = [
  { kind: 'basics', named: /基本信息|个人信息|联系方式|basics|contact/i },
  { kind: 'skills', named: /技能|技术栈|专长|工具|skill|tech stack|tools/i },
  { kind: 'courses', named: /教育|学历|课程|education|course/i },
  { kind: 'traits', named: /总结|自评|自我评价|简介|介绍|summary|profile|about|objective/i },
  { kind: 'project', named: /项目|科研|研究|project|research/i },
  { kind: 'work', named: /./s },
];

const LEARNING = /教程|课程(项目|设计|作业)|练手|demo|大作业|没上线|没有上线|毕业?设计?|tutorial|course(work| project)|class project|homework|for practice|never went live/i;

/** Kind of a place, by the title of its section. @param {string} section */
export const kindOf = section => KINDS.find(({ named }) => named.test(section.split(' - ')[0])).kind;

/** Whether a story is about learning: a course project, a tutorial. @param {string} told */
export const isLearning = told => LEARNING.test(told);

/** Item named by a section, else the section itself. @param {string} section */
export const nameOf = section => section.split(' - ').slice(1).join(' - ') || section;

/**
 * Subject of a text in the user's words: a technology, or the thing that was made.
 * @param {string} text
 */
export function focusOf(text) {
  const [, made] = (isHan(text) ? MADE.zh : MADE.en).exec(text) ?? [];
  return made?.trim().replace(/^an? /i, 'the ') ?? termsOf(text)[0];
}

const MADE = {
  zh: /(?:做|负责|实现|写|开发|设计|搭建?|优化|重构)了?(?:一个|个)?([^，。,.；;！!？?\s的了和、]{2,10})/,
  en: new RegExp('\\b(?:built|made|wrote|did|designed|implemented|created|developed|rewrote|led|fixed)\\s+'
    + '((?:the|an?)\\s+(?:(?!(?:with|for|in|using|and|to|that|from|of|on)\\b)[\\w-]+\\s?){1,3})', 'i'),
};
