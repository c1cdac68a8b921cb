import { factsOf } from './facts.js';
import { capital } from './texts.js';

/** A field: name, kind, prompt, dependencies. */
const field = ([name, field_type, ai_prompt, ...depends_on], at) => ({ id: `f${at + 1}`, name, field_type, ai_prompt, depends_on, order: at + 1, need_review: at === 0 });

const ZH = [
  ['场景故事', ({ person, pains }) => `跟着${person.name}走完一天：从“${pains[0]}”开始，到第一次做到为止。适合靠共鸣打动读者。`, [
    ['标题', 'text', '一个不超过 25 字的标题，点出读者的问题'], ['开场', 'text', '读者日常里的一个具体场景，三句话以内', '标题'],
    ['正文', 'richtext', '按时间顺序讲三个转折，每个转折回应一个痛点', '开场'], ['金句清单', 'list', '从正文里提炼三到五句可以转发的话', '正文'], ['行动号召', 'text', '两句话，邀请读者采取期望行动', '正文']]],
  ['问答手册', ({ who }) => `把${who}最常问的问题逐一回答，读者可以只看自己关心的一条。适合搜索和收藏。`, [
    ['标题', 'text', '一个带数字的标题，说明能解决几个问题'], ['常见问题', 'richtext', '四到六个问题，各用三句话回答', '标题'],
    ['要点清单', 'list', '一页纸的要点，方便保存', '常见问题'], ['误区说明', 'text', '两个常见误区以及正确做法', '常见问题'], ['行动号召', 'text', '一句话说明下一步', '要点清单']]],
  ['三步练习', ({ action }) => `给读者一个今天就能做完的练习，做完自然会${action}。适合想马上动手的人。`, [
    ['标题', 'text', '承诺一个十分钟内能得到的结果'], ['准备清单', 'list', '开始之前要准备的三样东西', '标题'],
    ['练习脚本', 'richtext', '三步，每步写明做什么、说什么、怎样算完成', '准备清单'], ['示例', 'text', '一位读者照做的完整例子', '练习脚本'], ['行动号召', 'text', '做完之后的下一步', '练习脚本']]],
];

const EN = [
  ['A day in scenes', ({ person, pains }) => `Follow ${person.name} through one day, from "${pains[0]}" to the first time it works. For readers who must recognise themselves.`, [
    ['Title', 'text', 'One title of at most 12 words that names the reader’s problem'], ['Opening', 'text', 'One concrete scene of the reader’s day, at most three sentences', 'Title'],
    ['Body', 'richtext', 'Three turns in order of time; each answers one pain', 'Opening'], ['Key points', 'list', 'Three to five sentences of the body worth sharing', 'Body'], ['Call to action', 'text', 'Two sentences that ask for the desired action', 'Body']]],
  ['Questions and answers', ({ who }) => `Answers what ${who} ask most; everyone reads only what concerns them. For search and for keeping.`, [
    ['Title', 'text', 'A title with a number: how many questions it settles'], ['FAQ', 'richtext', 'Four to six questions, three sentences each', 'Title'],
    ['Checklist', 'list', 'One page of key points to keep', 'FAQ'], ['Mistakes', 'text', 'Two common mistakes and what to do instead', 'FAQ'], ['Call to action', 'text', 'One sentence on the next step', 'Checklist']]],
  ['An exercise in three steps', ({ action }) => `Gives the reader something to finish today, which leads to: ${action}. For those who want to do it at once.`, [
    ['Title', 'text', 'Promises a result within ten minutes'], ['Preparation list', 'list', 'Three things to have ready', 'Title'],
    ['Exercise script', 'richtext', 'Three steps: what to do, what to say, when it is done', 'Preparation list'], ['Example', 'text', 'One reader who does it, from beginning to end', 'Exercise script'], ['Call to action', 'text', 'What to do afterwards', 'Exercise script']]],
];

/** Three designs of the core content. @param {import('./read.js').Turn} turn */
export function proposals(turn) {
  const facts = factsOf(turn);
  const designs = turn.lang === 'zh' ? ZH : EN;
  return { proposals: designs.map(([name, describe, fields]) => ({ name: capital(name), description: describe(facts), fields: fields.map(field) })) };
}
