import { beginning, capital, factsOf } from './facts.js';
import { WORDS } from './words.js';

/** @typedef {import('./facts.js').Facts} Facts */
/** @typedef {{ name: string, about: string }} Channel */

/** Kind of text, by the role that the task gives the model; a text with guidance of its own is short. */
const KINDS = [['design', /内容架构师|content architect/], ['outreach', /营销策略|marketing strategist/], ['posts', /渠道编辑|channel editor/], ['title', /[“"](?:标题|Title)[”"]/]];

/** The parts of a text: one for each pain, with a value that answers it. @param {Facts} facts */
const pairs = ({ pains, values }) => pains.map((pain, at) => [pain, values[at % values.length]]);

/** One text for each channel, within its limit. @param {Facts} facts @param {Channel[]} channels */
function posts(facts, channels) {
  const textFor = ({ about }) => beginning(WORDS[facts.lang].post(facts), Number(/^max_length: (\d+)$/m.exec(about)?.[1] ?? Infinity));
  return channels.length === 1 ? textFor(channels[0]) : channels.map(channel => `## ${channel.name}\n${textFor(channel)}`).join('\n\n');
}

/** The words of a part; parts in a row differ. @param {number} at @param {Facts} facts */
const partAt = (at, { lang }) => WORDS[lang].parts[at % WORDS[lang].parts.length];

/** @type {Record<string, (facts: Facts, channels: Channel[]) => string>} */
const MAKE = {
  design: facts => WORDS[facts.lang].design(facts, pairs(facts).map(([pain, value], at) => `${at + 1}. ${capital(pain)} → ${value}`).join('\n')),
  outreach: (facts, channels) => WORDS[facts.lang].outreach(facts, channels.map(({ name, about }) => `- **${name}**: ${about.split('\n')[0]}`).join('\n')),
  posts,
  title: facts => WORDS[facts.lang].title(facts),
  short: facts => WORDS[facts.lang].parts[0](...pairs(facts)[0]),
  article: facts => [`# ${WORDS[facts.lang].title(facts)}`, WORDS[facts.lang].scene(facts), ...pairs(facts).map((pair, at) => `## ${capital(pair[0])}\n${partAt(at, facts)(...pair)}`), WORDS[facts.lang].post(facts)].join('\n\n'),
};

/** Text of a field. @param {import('./read.js').Turn} turn */
export function generate(turn) {
  const facts = factsOf(turn);
  const kind = KINDS.find(([, says]) => says.test(turn.task))?.[0] ?? (turn.guidance ? 'short' : 'article');
  const channels = turn.channels.length ? turn.channels : [{ name: WORDS[facts.lang].channel, about: facts.who }];
  return { content: MAKE[kind](facts, channels) };
}
