import { aboutCard, withoutAnswers, withoutCard, withoutEarly } from './beside.js';
import { spoil } from './broken.js';
import * as content from './content/content.js';
import { serve } from './desk.js';
import { decide } from './guide/guide.js';
import { plan } from './guide/planning.js';
import { sections } from './guide/sections.js';
import { keepAccounts } from './ledger.js';
import { random } from './random.js';
import * as schedule from './schedule/schedule.js';
import * as stepper from './stepper/stepper.js';
import { aborted, stream } from './stream.js';

/**
 * Answer by contract: a function from the messages (without corrections) to the reply's value.
 * @type {Record<string, (messages: Message[], contract: Contract) => object | string | null>}
 */
const ANSWERS = {
  plan: (messages, contract) => (has(contract, 'steps') ? stepper.plan(messages) : plan(messages)),
  decision: (messages, contract) => (has(contract, 'calls') ? schedule.decide(messages) : decide(messages, contract)),
  route: content.route,
  resume: sections,
  text: schedule.summary,
  think: stepper.decide,
  step: stepper.decide,
  decide: stepper.decide,
  action: stepper.action,
  question: content.question,
  intent_report: content.report,
  plan_queries: content.queries,
  synthesize: content.synthesize,
  quick_research: content.quickResearch,
  generate: content.generate,
  update: content.update,
  chat: content.chat,
  look: content.look,
  proposals: content.proposals,
  simulate_consumer: content.consumer,
  simulate_service: content.service,
  simulate_feedback: content.feedback,
  evaluate_section: content.grade,
  suggestions: content.suggestions,
  ledger: keepAccounts,
  desk: serve,
  ping: () => ({ ok: true }),
};

/** Whether the contract has a member of this name. @param {Contract} contract @param {string} name */
const has = ({ schema }, name) => name in (schema.properties ?? {});

const UNKNOWN = {
  zh: name => `脚本不会回答“${name}”，请在设置里选择真正的模型。`,
  en: name => `The script has no answer for "${name}": choose a real model in the settings.`,
};

/** Factor by which corrected replies are broken less often than first replies. */
const CARE = 0.15;

/**
 * @typedef {{ role: 'system' | 'user' | 'assistant', content: string, hasFiles?: boolean }} Message `hasFiles`: images or files stand beside its words
 * @typedef {{ name: string, schema: any }} Contract
 */

/**
 * A script and no model, in the place of one. It reads only the messages and the contract.
 * @param {object} [options]
 * @param {'zh' | 'en'} [options.lang]  language of the error for an unknown contract; replies use the language of the messages. Default `en`
 * @param {number} [options.broken]  share of replies, 0 to 1, with JSON broken the way real models break it. Default 0
 * @param {number} [options.delayMs]  duration of a reply in milliseconds; it streams evenly over that time. Default 0
 * @param {number} [options.seed]  seed for the damage; the same seed and requests give the same replies. Default: random
 */
export function offlineModel({ lang = 'en', broken = 0, delayMs = 0, seed = Date.now() } = {}) {
  const chance = random(seed);

  /** @param {{ messages: import('../../src/index.js').Message[], corrections?: number, contract: Contract }} request @param {{ signal?: AbortSignal, onText?: (text: string) => void }} [context] */
  return async function complete({ messages: given, corrections = 0, contract }, { signal, onText } = {}) {
    if (signal?.aborted) throw aborted();
    const messages = given.map(asText);
    const asked = messages.slice(0, messages.length - 2 * corrections); // each has the refused reply, and what is wrong with it
    const value = answerTo(withoutEarly(asked), contract, lang);
    const breaks = chance() < broken * (corrections ? CARE : 1);
    const text = typeof value === 'string' ? value : breaks && value !== null ? spoil(value, contract, chance) : JSON.stringify(value);
    await stream(text, { delayMs, signal, onText });
    return { text, finishReason: 'stop', usage: { inputTokens: tokens(messages.map(({ content }) => content).join('')), outputTokens: tokens(text) } };
  };
}

/** A message as a text. The script reads no images or files; it only knows that there are some. @param {import('../../src/index.js').Message} message @returns {Message} */
function asText({ role, content }) {
  if (typeof content === 'string') return { role, content };
  return { role, content: content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n\n'), hasFiles: true };
}

/** The value of the reply, also beside an open card. @param {Message[]} asked @param {Contract} contract @param {'zh' | 'en'} lang */
function answerTo(asked, contract, lang) {
  if (!has(contract, 'about_card')) return answerer(contract, lang)(withoutAnswers(asked), contract);
  const { messages, words } = withoutCard(asked);
  const spoken = /\p{Script=Han}/u.test(words) ? 'zh' : 'en';
  // A contract about the card alone: the agent goes on by the user's words once the card is dropped.
  const value = contract.name === 'about_card' ? {} : answerer(contract, lang)(messages, contract);
  return aboutCard(value, words, spoken);
}

function answerer({ name }, lang) {
  const answer = ANSWERS[name];
  if (answer) return answer;
  throw Object.assign(new Error(UNKNOWN[lang](name)), { code: 'unknown_contract' });
}

/** Approximate number of tokens of a real model: one for a Han character, one for four others. */
function tokens(text) {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han + Math.ceil((text.length - han) / 4);
}
