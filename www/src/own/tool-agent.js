// @ts-check
import { must } from '../must.js';
import { defineAgent } from './define.js';

const WORDS = {
  en: {
    tools: 'Tools:',
    asks: ' (asks the user first)',
    answer: 'Answer with one JSON object. "say" holds your words for the user. "tool" calls a tool, whose result you see next; null ends your turn.',
    example: 'For example: ',
    nothing: 'The reply has neither "say" nor "tool".',
    several: 'Calls of tools that ask nobody may stand in a list, and run side by side.',
  },
  zh: {
    tools: '工具：',
    asks: '（会先征求用户同意）',
    answer: '只用一个 JSON 对象回答。“say”是说给用户的话；“tool”调用一个工具，之后你会看到它的结果；写 null 则结束你的这一轮。',
    example: '例如：',
    nothing: '回复里既没有“say”，也没有“tool”。',
    several: '不需要征求同意的工具可以写成列表，一起调用。',
  },
};

/** Other names of `say`, in messages of servers and in replies of models. */
const SPOKEN = ['content', 'message', 'text'];

/** Rounds whose results of tools stay whole in a conversation that is longer than the window. */
const FRESH_ROUNDS = 4;

/** @type {typeof import('../index.js').toolAgent} */
export function toolAgent({ name, instructions, tools = {}, window = 24_000, limits = {}, ...more }) {
  must(typeof instructions === 'string' || typeof instructions === 'function', `toolAgent(${JSON.stringify(name)}): instructions`, 'a text or a function');
  const calls = Object.entries(tools).map(([name, own]) => callOf(name, /** @type {any} */ (own).shape.json));
  return defineAgent(/** @type {any} */ ({
    name,
    tools,
    memory: (/** @type {any} */ input) => ({ input: input ?? null }),
    stages: {
      turn: {
        reply: replyOf(calls),
        live: { say: '/say' },
        prompt: (/** @type {any} */ { memory, lang, now }) => ({
          system: systemOf(typeof instructions === 'function' ? instructions({ input: memory.input, lang, now }) : instructions, tools, lang),
          window: { compact: { characters: window, rounds: FRESH_ROUNDS } },
          limits,
        }),
        decide(/** @type {any} */ { reply, say, to, lang, complain }) {
          const wanted = [reply.tool ?? []].flat();
          if (typeof reply.say !== 'string' && wanted.length === 0) return complain(WORDS[/** @type {'en' | 'zh'} */ (lang)].nothing);
          if (reply.say?.trim()) say(reply.say);
          return wanted.length ? to.run(wanted, 'turn') : to.listen('turn');
        },
      },
    },
    ...more,
  }));
}

/** @param {string} name @param {any} args */
const callOf = (name, args) => ({
  type: 'object', properties: { name: { const: name }, args }, required: ['name', 'args'], additionalProperties: false,
});

/** Shape of a reply: words, and a call, a list of calls, or none. @param {any[]} calls */
function replyOf(calls) {
  const say = { type: 'string' };
  if (calls.length === 0) return { type: 'object', properties: { say }, required: ['say'], additionalProperties: false };
  const tool = { anyOf: [...calls, { type: 'array', items: { anyOf: calls }, maxItems: 8 }, { type: 'null' }] };
  return { type: 'object', properties: { say: { ...say, 'x-alias': SPOKEN }, tool }, additionalProperties: false, 'x-calls': 'tool' };
}

/** @param {string} instructions @param {Record<string, any>} tools @param {'zh' | 'en'} lang */
function systemOf(instructions, tools, lang) {
  const words = WORDS[lang];
  const named = Object.entries(tools);
  if (named.length === 0) return `${instructions}\n\n${words.answer.split(/(?<=[.。])\s*/)[0]} {"say": "…"}`;
  const lines = named.map(([name, { about, access, shape }]) => `- ${name}: ${about[lang] ?? about}${access === 'write' ? words.asks : ''} ${JSON.stringify(shape.json)}`);
  const example = JSON.stringify({ say: '', tool: { name: named[0][0], args: {} } }).replace('"args":{}', '"args":{…}');
  return [instructions, '', words.tools, ...lines, '', words.answer, words.several, `${words.example}${example}`].join('\n');
}
