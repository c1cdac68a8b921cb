import { isEnough, isQuestion, isRefusal, isSkip, isThanks, isUnknown, opinion, withoutEnough } from './signals.js';
import { strays } from './belongs.js';
import { bulletOf } from './bullets.js';
import { piecesOf } from './lines.js';
import { isHan } from './terms.js';
import { topicOf } from './questions.js';

/** Longest line from one sentence; longer ones are split at commas. */
const LONGEST = { han: 60, other: 160 };

/**
 * A statement of the user as a line of a resume. `topic`: subject of the question.
 * @typedef {{ line: string, topic: string | undefined }} Fact
 */

/** @param {import('./read.js').Exchange[]} exchanges @returns {Fact[]} */
export function factsOf(exchanges) {
  const facts = exchanges.flatMap(exchange => linesOf(answerOf(exchange), exchange.sure).map(line => ({ line, topic: topicOf(exchange.asked) })));
  const isOrigin = ({ line, topic }) => isBrief(line) && (topic === 'origin' || ORIGIN.test(line));
  return facts.filter((fact, index) => !isOrigin(fact) && facts.findIndex(({ line }) => line === fact.line) === index);
}

const ORIGIN = /教程|从头|一个人做|tutorial|\balone\b|from scratch|\bmyself\b/i;
/** Whether a line is as short as "alone" or "with a tutorial": an answer about the origin of a project, not a line of a resume. */
const isBrief = line => line.length < (isHan(line) ? 14 : 40);

/** Whether an answer contains facts. @param {import('./read.js').Exchange} exchange */
export const tells = exchange => linesOf(answerOf(exchange), exchange.sure).length > 0;

/**
 * Lines from a text; none from words that only steer the conversation or are off the subject. `sure`: the user confirmed that they belong
 * here.
 * @param {string} text @param {boolean} [sure]
 */
export function linesOf(text, sure = false) {
  if (isUnknown(text) || isThanks(text) || isSkip(text)) return [];
  const rest = withoutEnough(opinion(text).rest);
  return sentencesOf(rest).filter(sentence => sure || (!steers(sentence) && !strays(sentence))).map(bulletOf).filter(line => line.length > 1);
}

/** Whether a sentence is about the conversation, not about the work. */
function steers(sentence) {
  const isShort = sentence.length < (isHan(sentence) ? 16 : 45);
  return isQuestion(sentence) || isUnknown(sentence) || (isShort && (isEnough(sentence) || isRefusal(sentence)));
}

/** The part of an answer beyond a choice among options. An option alone sets a direction and is no fact. */
function answerOf(exchange) {
  return choiceIn(exchange)?.rest ?? exchange.said;
}

/**
 * The option that an answer chooses, by its number or in the words of the page, and the rest of the answer; undefined if it chooses
 * none. Without `option`, the user chose all of them or something else.
 * @param {import('./read.js').Exchange} exchange @returns {{ option?: string, rest: string } | undefined}
 */
export function choiceIn({ asked, said }) {
  const options = [...asked.matchAll(/^\d\. (.+)$/gm)].map(([, option]) => option);
  const text = said.trim();
  if (options.length === 0) return undefined;
  if (TAKES_ALL.test(text)) return { rest: '' };
  const whole = options.find(option => text.endsWith(option));
  if (whole) return { option: whole, rest: '' };
  const [, choice, rest] = CHOICE.exec(text) ?? [];
  if (choice === undefined) return undefined;
  const option = options[['一1a', '二2b', '三3c', '四4d'].findIndex(names => names.includes(choice.toLowerCase()))];
  return { option: option === options.at(-1) ? undefined : option, rest };
}

const TAKES_ALL = /^(都有|都是|都做过|全都|都对|all( of them)?|both)[\s，,。.!！]*$/i;
const CHOICE = /^(?:第|选|option |number )?\s*([一二三四1-4abcd])(?:个|项|st|nd|rd|th)?(?=$|[\s，,。.、])[\s，,。.、]*(.*)$/is;

/** Sentences of a text. A full stop inside a number or a name ends none. */
export function sentencesOf(text) {
  const sentences = text.split(/[。！!；;\n]+|(?<=[?？])|\.(?=\s|$)/).map(sentence => sentence.trim()).filter(Boolean);
  return sentences.flatMap(divided);
}

function divided(sentence) {
  const longest = isHan(sentence) ? LONGEST.han : LONGEST.other;
  if (sentence.length <= longest) return [sentence];
  const lines = [''];
  for (const part of sentence.split(/(?<=，)|(?<=, )/)) {
    const last = lines.length - 1;
    if (lines[last].length + part.length > longest && lines[last]) lines.push(part);
    else lines[last] += part;
  }
  return lines.flatMap(line => piecesOf(line.replace(/[，,\s]+$/, '')));
}
