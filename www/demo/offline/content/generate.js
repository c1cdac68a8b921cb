import { factsOf } from './facts.js';
import { sectionsOf } from './read.js';
import { beginning } from './terms.js';
import { wordsIn } from './texts.js';

/** @typedef {import('./read.js').Turn} Turn */
/** @typedef {import('./facts.js').Facts} Facts */

/** Phase of the work, by the role that its task gives the model. The first match counts. */
const PHASES = [
  ['design_inner', /内容架构师|content architect/],
  ['design_outer', /营销策略|marketing strategist/],
  ['produce_outer', /渠道编辑|channel editor/],
  ['simulate', /典型消费者|typical consumer/],
  ['evaluate', /评审|content reviewer/],
];

/** Kind of a field, by its name or prompt. The first match counts. */
const KINDS = [
  ['title', /标题|题目|\btitle|headline|subject/i],
  ['hook', /开场|钩子|前五秒|\bhook|first five seconds|opening/i],
  ['cta', /行动号召|号召|call to action|\bcta\b/i],
  ['faq', /问答|常见问题|faq|questions/i],
  ['list', /清单|列表|要点|卖点|checklist|\blist\b|bullet|key points/i],
  ['script', /脚本|分镜|台词|script|scenes/i],
  ['outline', /大纲|提纲|结构|outline|structure/i],
];

/** The channels of a text with their limits. @param {string} channel */
const channelsOf = channel => sectionsOf(channel).map(({ name, text }) => {
  const value = label => new RegExp(`^${label}: (.+)$`, 'm').exec(text)?.[1] ?? '';
  return { name, about: text.split('\n').find(line => line && !/^(?:platform|max_length|format|style): |^>/.test(line)) ?? '', style: value('style'), most: Number(value('max_length')) || 0 };
});

const SOME_CHANNELS = { zh: [{ name: '公众号', about: '', style: '', most: 0 }, { name: '小红书', about: '', style: '', most: 0 }], en: [{ name: 'Newsletter', about: '', style: '', most: 0 }, { name: 'LinkedIn', about: '', style: '', most: 0 }] };

/** The user's earlier answer: a story to tell. @param {string} notes */
const toldIn = notes => /^- .*?[?？:：]\s*:?\s*(.+)$/m.exec(notes)?.[1].trim() ?? '';

/** A whole article. @param {Facts} facts @param {string} told */
function article(facts, told) {
  const words = wordsIn(facts.lang);
  const opening = told ? `${words.story(told)}\n\n${words.scene(facts)}` : words.scene(facts);
  const parts = facts.pains.slice(0, 3).map((pain, at) => `## ${words.heading(pain)}\n${words.part(pain, facts.values[at % facts.values.length])}`);
  return [`# ${words.title(facts)}`, opening, ...parts, words.close(facts)].join('\n\n');
}

/** @param {Facts} facts @param {string} told */
function script(facts, told) {
  const words = wordsIn(facts.lang);
  const scene = facts.lang === 'zh' ? ['镜头', '画面', '台词'] : ['Scene', 'Picture', 'Words'];
  const lines = [told ? words.story(told) : words.scene(facts), ...facts.pains.slice(0, 2).map((pain, at) => words.part(pain, facts.values[at % facts.values.length])), words.close(facts)];
  return lines.map((line, at) => `### ${scene[0]} ${at + 1}\n- ${scene[1]}: ${at === 0 ? facts.person.name : facts.topic}\n- ${scene[2]}: ${line}`).join('\n\n');
}

/** Text makers by kind of text. @type {Record<string, (facts: Facts, told: string) => string>} */
const MAKE = {
  title: facts => wordsIn(facts.lang).title(facts),
  hook: (facts, told) => (told ? wordsIn(facts.lang).story(told) : wordsIn(facts.lang).scene(facts)),
  cta: facts => wordsIn(facts.lang).cta(facts),
  faq: facts => facts.pains.map((pain, at) => wordsIn(facts.lang).answers(pain, facts.values[at % facts.values.length])).join('\n\n'),
  list: facts => facts.values.map(value => `- ${value}`).join('\n'),
  script,
  outline: facts => wordsIn(facts.lang).design(facts),
  article,
};

/** Channels for longer texts. */
const LETTER = /公众号|邮件|通讯|博客|newsletter|e-?mail|blog|subject/i;

/** One text for each channel, within its limit. @param {Facts} facts @param {ReturnType<typeof channelsOf>} channels */
function posts(facts, channels) {
  const words = wordsIn(facts.lang);
  const textOf = one => (LETTER.test(`${one.name} ${one.style}`) ? words.letter(facts) : words.post(facts));
  const post = one => (one.most ? beginning(textOf(one), one.most) : textOf(one));
  return channels.length === 1 ? post(channels[0]) : channels.map(one => `## ${one.name}\n${post(one)}`).join('\n\n');
}

/** Text of a field. @param {Turn} turn */
function textFor(turn) {
  const facts = factsOf(turn);
  const words = wordsIn(facts.lang);
  const channels = channelsOf(turn.channel);
  const phase = PHASES.find(([, says]) => says.test(turn.task))?.[0];
  const kind = KINDS.find(([, says]) => says.test(turn.field))?.[0] ?? (turn.guidance ? KINDS.find(([, says]) => says.test(turn.guidance))?.[0] : undefined);
  if (phase === 'design_inner') return words.design(facts);
  if (phase === 'design_outer') return words.outer(facts, channels.length ? channels : SOME_CHANNELS[facts.lang]);
  if (phase === 'produce_outer') return posts(facts, channels.length ? channels : SOME_CHANNELS[facts.lang]);
  if (phase === 'simulate') return words.simulate(facts, turn.sources[0]?.name);
  if (phase === 'evaluate') return words.evaluate(facts);
  return MAKE[kind ?? 'article'](facts, toldIn(turn.notes));
}

/** @param {Turn} turn */
export const generate = turn => ({ content: textFor(turn) });
