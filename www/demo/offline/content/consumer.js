import { factsOf } from './facts.js';
import { look, placeIn, scoreFor } from './material.js';
import { bare, beginning, sentencesOf } from './terms.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    questions: ({ pains, action }) => [`我最头疼的是${pains[0]}，这个真的有用吗？`, `${action}要花多长时间？`, '要付费吗？'],
    closing: '明白了，谢谢。', notSaid: '内容里没有提到这一点。',
    overall: (who, seen) => `${who}：${seen.pain ? '开头说的就是我，愿意看完' : '和我的处境有点远'}，${seen.action ? '也知道下一步做什么' : '但看完不知道该做什么'}。`,
    comment: (name, score, place) => (score >= 7 ? `“${place}”这一处让我觉得${name}不错` : `“${place}”之后还想知道更多，${name}不够`),
    more: ['补一个可以照着说的完整例子', '写明需要多长时间'], unknown: ['没有说要花多少钱'], steps: ['看标题', '读开头', '跳到结尾找下一步'], decision: ['先试一次', '再想想'],
  },
  en: {
    questions: ({ pains, action }) => [`What troubles me most: ${pains[0]}. Does this really help?`, `How long does it take to ${action}?`, 'Does it cost anything?'],
    closing: 'Got it, thank you.', notSaid: 'That was not mentioned.',
    overall: (who, seen) => `${who}: ${seen.pain ? 'the opening speaks of me, so I read on' : 'it is somewhat far from my situation'}, ${seen.action ? 'and I know what to do next' : 'but I do not know what to do next'}.`,
    comment: (name, score, place) => (score >= 7 ? `"${place}" does well for ${name}` : `after "${place}" I wanted to know more: ${name} is weak`),
    more: ['Add one whole example to say as it is', 'Say how long it takes'], unknown: ['It does not say what it costs'], steps: ['the title', 'the opening', 'straight to the end for the next step'], decision: ['try it once', 'think about it'],
  },
};

/** The consumer's description: the task's first line of text after its heading. @param {Turn} turn */
const personaOf = ({ task }) => {
  const persona = bare(task.split('\n').slice(1).find(line => line.trim())?.replace(/^#+\s*/, '') ?? '');
  return /目标用户画像|Target personas/.test(persona) ? '' : persona;
};

/** The texts to judge. @param {Turn} turn */
const textOf = turn => turn.sources.map(({ text }) => text).join('\n\n');

/** The consumer's next words: one question after the other, then that it is enough. @param {Turn} turn */
export function consumer(turn) {
  const words = WORDS[turn.lang];
  const n = Number(/第 (\d+) 轮|turn (\d+) of/.exec(turn.task)?.slice(1).find(Boolean) ?? 1);
  return { reply: words.questions(factsOf(turn))[n - 1] ?? words.closing };
}

const TOPICS = [[/时间|多久|多长|how long|time/i, /分钟|小时|天|minutes?|hours?|days?/i], [/付费|价格|多少钱|cost|price/i, /价格|免费|元|price|free|cost/i], [/./s, /可以|做法|一步|you can|step|begin/i]];

/** Answer based on the texts alone. @param {Turn} turn */
export function service(turn) {
  const sentences = sentencesOf(textOf(turn).replace(/^#+.*$/gm, ''));
  const [, fits] = TOPICS.find(([asked]) => asked.test(turn.words));
  return { reply: sentences.find(one => fits.test(one)) ?? WORDS[turn.lang].notSaid };
}

/** Additional members by kind of interaction. */
const extra = (seen, words, facts) => ({
  questions_answered: seen.time ? [words.questions(facts)[1]] : [], questions_unanswered: seen.price ? [] : [words.questions(facts)[2]], friction_points: words.unknown, would_continue: seen.pain,
  first_impression: facts.topic, attractive_points: facts.values.slice(0, 2), concerns: words.unknown, decision: words.decision[seen.action ? 0 : 1], reason: facts.pains[0],
  exploration_path: words.steps, found_answer: seen.action, difficulties: seen.parts ? [] : words.more.slice(0, 1), missing_info: words.unknown,
  steps: words.steps, task_completed: seen.action, pain_points: facts.pains.slice(0, 2), delights: facts.values.slice(0, 1), suggestions: words.more, would_recommend: seen.pain && seen.action,
});

/** The consumer's opinion, with the members of the contract. @param {Turn} turn @param {{ schema: any }} contract */
export function feedback(turn, { schema }) {
  const words = WORDS[turn.lang];
  const facts = factsOf(turn);
  const text = textOf(turn);
  const seen = look(text, facts);
  const wanted = schema.properties ?? {};
  const scores = Object.fromEntries(Object.keys(wanted.scores?.properties ?? {}).map(name => [name, scoreFor(name, seen)]));
  const comments = Object.fromEntries(Object.entries(scores).map(([name, score], n) => [name, words.comment(name, score, placeIn(text, n))]));
  const own = Object.entries(extra(seen, words, facts)).filter(([name]) => name in wanted);
  return { scores, comments, overall: words.overall(beginning(personaOf(turn) || facts.person.name, 30), seen), ...Object.fromEntries(own) };
}
