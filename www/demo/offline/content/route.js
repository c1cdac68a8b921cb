import { choicesOf, membersOf } from '../prompt.js';

/** Patterns for what a request asks for. The first match counts; anything else is talk. */
const ROUTES = [
  ['query', /^@|^(?:show|open|read)\b|^(?:看看|查看|显示|打开)/i],
  ['chat', /^(?:why|how|what|which|who|is|are|does|should)\b|^(?:为什么|怎么|什么|是不是)/i],
  ['undo', /\bundo\b|撤销|改回/i],
  ['modify', /\b(?:change|make|shorten|shorter|longer|add|remove|replace|rewrite)\b|[改短长加删补]/i],
  ['simulate', /\bsimulat|模拟/i],
  ['evaluate', /\b(?:evaluat|score)|评估|评价|打分/i],
  ['research', /\bresearch|调研/i],
  ['generate', /\b(?:generate|write)\b|生成|写/i],
  ['advance_phase', /\b(?:continue|next|go on|go ahead)\b|继续|下一/i],
];

/** The intent of a request, and the field that it names, among those of the contract. @param {import('./read.js').Turn} turn @param {{ schema: any }} contract */
export function route({ words }, contract) {
  const { intent, target } = contract.schema.properties;
  const found = ROUTES.find(([, says]) => says.test(words))?.[0];
  const named = choicesOf(target).filter(name => name && words.includes(name)).sort((a, b) => b.length - a.length);
  return membersOf(contract, { intent: intent.enum.includes(found) ? found : 'chat', target: named[0] });
}

const CHAT = {
  zh: { reply: '我是一段脚本，没有模型，回答不了问题。想改什么，直接说，例如“写短一点”；满意的话说“继续”。' },
  en: { reply: 'I am a script, no model, and cannot answer questions. Tell me what to change, for example "make it shorter", or say "continue".' },
};

/** @param {import('./read.js').Turn} turn */
export const chat = ({ lang }) => CHAT[lang];
