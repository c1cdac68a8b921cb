import { factsOf } from './facts.js';
import { look, placeIn, scoreFor } from './material.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    comment: (name, score, place) => `${name}：${score >= 7 ? '做到了' : '还不够'}，见“${place}”`,
    summary: seen => `${seen.pain ? '回应了读者的痛点' : '没有点出读者的痛点'}，${seen.action ? '结尾有明确的行动' : '结尾缺少明确的行动'}。`,
    list: ['开头可以更具体', '缺少可以照着说的例子'],
    pain: ({ pains }) => `在开头补一个关于“${pains[0]}”的真实场景`, action: ({ action }) => `在结尾加上行动号召：${action}`, time: () => '加一段关于所需时间的内容', short: () => '写短一点', example: () => '补一个读者照做的例子', price: () => '加一节关于价格的内容', tone: () => '语气更亲切一些',
  },
  en: {
    comment: (name, score, place) => `${name}: ${score >= 7 ? 'done well' : 'not enough yet'}, see "${place}"`,
    summary: seen => `${seen.pain ? 'It answers a pain of the readers' : 'It does not name a pain of the readers'}, and ${seen.action ? 'its end asks for one clear action' : 'its end lacks a clear action'}.`,
    list: ['The opening could be more concrete', 'An example to say as it is would help'],
    pain: ({ pains }) => `Add a scene of "${pains[0]}" at the beginning`, action: ({ action }) => `Add a call to action at the end: ${action}`, time: () => 'Add a sentence about the time it takes', short: () => 'Make it shorter', example: () => 'Add an example of one reader who does it', price: () => 'Add a section about the price', tone: () => 'Make the tone warmer',
  },
};

const textOf = turn => turn.sources.map(({ text }) => text).join('\n\n');

/** Judgement of one section, each metric in the requested form. @param {Turn} turn @param {{ schema: any }} contract */
export function grade(turn, { schema }) {
  const words = WORDS[turn.lang];
  const text = textOf(turn);
  const seen = look(text, factsOf(turn));
  const { scores = {}, comments = {} } = schema.properties ?? {};
  const graded = Object.entries(scores.properties ?? {}).map(([name, { type }]) => [name, [type].flat().includes('boolean') ? scoreFor(name, seen) >= 6 : scoreFor(name, seen)]);
  const said = Object.entries(comments.properties ?? {}).map(([name, { type }], n) => [name, [type].flat().includes('array') ? words.list : words.comment(name, scoreFor(name, seen), placeIn(text, n))]);
  return { scores: Object.fromEntries(graded), comments: Object.fromEntries(said), summary: words.summary(seen) };
}

/** Suggestions, missing parts first. @param {Turn} turn */
export function suggestions(turn) {
  const words = WORDS[turn.lang];
  const facts = factsOf(turn);
  const seen = look(textOf(turn), facts);
  const sections = (/section_id[^:：]*[:：]\s*([^\n]+?)[。.]?\s*$/m.exec(turn.task)?.[1] ?? '').split(/,\s*/).filter(Boolean);
  const missing = ['pain', 'action', 'example', 'time', 'price'].filter(name => !seen[name]);
  const wanted = [...missing, ...(seen.long ? ['short'] : []), 'tone', 'example', 'time'].filter((name, at, all) => all.indexOf(name) === at).slice(0, Math.max(3, Math.min(5, missing.length + 1)));
  return { suggestions: wanted.map((name, at) => ({ section_id: sections[at % (sections.length || 1)] ?? '', content: words[name](facts), priority: at === 0 ? 'high' : at < 3 ? 'medium' : 'low', actionable: true })) };
}
