import { factsOf, trouble } from './facts.js';
import { bare, beginning, sentence, sentencesOf } from './terms.js';
import { capital } from './texts.js';

/** @typedef {import('./read.js').Turn} Turn */

/** Search queries: the topic from three sides. @param {Turn} turn */
export function queries(turn) {
  const { topic, who, pains, lang } = factsOf(turn);
  if (lang === 'zh') return { queries: [`${who} ${topic} 痛点`, `${topic} 市场 竞品`, `${who} ${pains[0]}`, `${topic} 消费者 选择`] };
  return { queries: [`${who} ${topic} pain points`, `${topic} market competitors`, `${who} ${pains[0]}`, `how consumers choose ${topic}`] };
}

const PAIN = /害怕|怕|担心|没有|缺少|难以|很难|不会|不知道|抽不出|贵|尴尬|麻烦|回避|\b(?:fear|afraid|avoid|lack|worry|hard|difficult|struggle|expensive|embarrassing|cannot|tiring|distrust|no time|nobody|do not know|give up)/i;
const VALUE = /帮助|可以|随时|节省|马上|清楚|试用|有效|更快|\b(?:help|can|safe|repeat|save|faster|clear|practi[sc]e|at once|trial|without risk)\b/i;
/** Words of pages that try to instruct the model. */
const ORDERS = /忽略|指令|提示词|必须|ignore|instruction|system prompt|\bmust\b/i;
const PERSON = /^>\s*(.+?)[，,]\s*(\d{2}.*)$/gm;

/** Items of the lists below a matching line. @param {string} text @param {RegExp} head */
function listedIn(text, head) {
  let open = false;
  const found = [];
  for (const line of text.split('\n')) {
    const item = /^\s*[-*•]\s+(.+)$/.exec(line)?.[1];
    if (item && open) found.push(bare(item));
    else if (line.trim() && !item) open = head.test(line) && /[:：]\s*$/.test(line);
  }
  return found;
}

/** Short parts of sentences that match. @param {string} text @param {RegExp} fits */
const clausesIn = (text, fits) => sentencesOf(text).flatMap(one => one.split(/[，；;：]|,\s|:\s/)).filter(one => fits.test(one)).map(trouble).filter(one => one.length > 3 && one.length < 60);

/** Findings of the pages on one subject: their lists, else parts of their sentences. */
const found = (text, head, fits, most) => [...new Set([...listedIn(text, head), ...clausesIn(text.replace(/^\s*[-*•>#].*$/gm, ''), fits)])].filter(one => !ORDERS.test(one)).slice(0, most);

/** @param {string} text @returns {{ name: string, background: string }[]} */
const peopleIn = text => [...text.matchAll(PERSON)].map(([, name, about]) => ({ name: bare(name), background: bare(sentencesOf(about)[0] ?? about), pains: sentencesOf(about).slice(1).map(bare) }));

const NAMES = { zh: ['陈静', '刘洋', '赵敏'], en: ['Ines', 'Tom', 'Priya'] };
const SITUATIONS = {
  zh: (who, at) => [`刚接触这个问题的${who}，通勤时用手机阅读，希望当天就能用上`, `有多年经验的${who}，时间很碎，试过别的办法但没有坚持下来`, `替团队做选择的${who}，看重成本和效果，要向上级说明理由`][at],
  en: (who, at) => [`new to the problem, one of the ${who}; reads on the phone and wants something that works on the same day`, `one of the ${who} with years of experience and no quiet hour; has tried other ways and given up`, `chooses for a whole team of ${who}; looks at cost and effect and has to give reasons`][at],
};

/** Three people, first those from the pages. */
function personas(turn, people, pains) {
  const { who, lang } = factsOf(turn);
  const made = NAMES[lang].map((name, at) => ({ name, background: SITUATIONS[lang](who, at), pains: [pains[at % pains.length]] }));
  const all = [...people, ...made].slice(0, 3);
  return all.map(({ name, background, pains: own }, at) => ({ name, background, pain_points: own.length ? own : [pains[at % pains.length]] }));
}

const PROFILE = {
  zh: ({ who, action }) => ({ 职业: who, 年龄段: '25-45', 场景: '两件事之间，多用手机', 期望: action }),
  en: ({ who, action }) => ({ occupation: who, age_range: '25-45', situation: 'between two tasks, mostly on the phone', wants: action }),
};

const SUMMARY = {
  zh: { pages: ({ who, topic }, pain) => `网页显示，${who}在${topic}上最突出的问题是：${pain}。他们需要能马上试一小步的办法。`, none: ({ who, topic, pains }) => `（基于通用知识）${who}关注${topic}，主要困难是${pains[0]}。` },
  en: { pages: ({ who, topic }, pain) => `The pages show what troubles ${who} most about ${topic}: ${pain}. They need a small step to try at once.`, none: ({ who, topic, pains }) => `(From general knowledge.) ${capital(who)} care about ${topic}; their main trouble is ${pains[0]}.` },
};

/** A text without the marks at its lines, which denote material from others. @param {string} text */
const unmarked = text => text.replace(/^\| ?/gm, '');

/** Report from the pages that were read. The user's own statements about the readers come first. @param {Turn} turn */
export function synthesize(turn) {
  const facts = factsOf(turn);
  const text = turn.sources.map(one => unmarked(one.text)).join('\n\n');
  const pains = [...new Set([...facts.told, ...found(text, /痛点|困难|头疼|pain|troubles?\b/i, PAIN, 5), ...facts.pains])].slice(0, 5);
  const values = [...new Set([...found(text, /帮助|有用|价值|helps?\b|value/i, VALUE, 4), ...facts.values])].slice(0, 4);
  return {
    summary: beginning(SUMMARY[turn.lang].pages(facts, pains[0]), 200), consumer_profile: PROFILE[turn.lang](facts),
    pain_points: pains, value_propositions: values, personas: personas(turn, peopleIn(text), pains),
  };
}

/** Report from general knowledge. @param {Turn} turn */
export function quickResearch(turn) {
  const facts = factsOf(turn);
  return {
    summary: beginning(SUMMARY[turn.lang].none(facts), 200), consumer_profile: PROFILE[turn.lang](facts),
    pain_points: facts.pains.slice(0, 4), value_propositions: facts.values, personas: personas(turn, [], facts.pains),
  };
}

/** Answer from the findings, with their addresses. @param {Turn} turn */
export function look({ sources, lang }) {
  const found = sources.map(({ name, text }) => ({ name, text: unmarked(text).split('\n').slice(1).join(' ') || unmarked(text) })).filter(({ text }) => !ORDERS.test(text)).slice(0, 3);
  if (!found.length) return lang === 'zh' ? '搜索结果里没有相关的信息。' : 'The results say nothing about it.';
  return found.map(({ name, text }) => `- ${sentence(sentencesOf(text)[0] ?? text)} (${name})`).join('\n');
}
