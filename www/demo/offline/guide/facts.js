import { isHan } from '../prompt.js';

/** @typedef {import('./read.js').Exchange} Exchange */

/** Words of a user beside facts, zh and en. */
const AGREES = '好的?|可以|行|没问题|不错|确认|就这样|用这个|同意|是的|谢谢|多谢';
const AGREES_EN = 'ok(?:ay)?|yes|good|great|fine|sure|looks? good|sounds good|confirm(?:ed)?|use it|go ahead|thanks?(?: you)?';
const YES = new RegExp(`^(?:${AGREES}|${AGREES_EN})(?=$|[\\s，,。.!！])`, 'i');
const FILLS = /^(?:但是?|不过|都能回答|就行|but|and|that|very much|(?:i|we) can answer (?:these|them))(?=$|[\s，,。.!！]|\p{Script=Han})/iu;
const ENOUGH = /就这些了?|你写吧|(?:直接)?写草稿吧?|that(?:'s| is) (?:all|it)|(?:please )?just write it/gi;
const UNKNOWN = /^(?:我?也?不知道|不清楚|没有|(?:i )?(?:don'?t|do not) know|no idea|nothing|no)[。.!！了吧\s]*$/i;
const SKIP = /^(?:先|我想|那就|这个先)?跳过|^(?:please |let'?s )?skip\b/i;
const BACK = /^(?:请|我想)?(?:回到|返回)|^刚才的|^(?:please )?(?:go|take me) (?:back|to)\b/i;
const ORDER = /(?:忽略|无视).{0,12}指令|系统提示词|\b(?:ignore|disregard)\b.{0,20}\binstructions\b|\bsystem prompt\b/i;

const ENDS = /^[\s，,、。.!！:：]+|[\s，,、。.!！;；:：]+$/g;
const bare = text => text.replace(ENDS, '');

export const isEnough = text => text.search(ENOUGH) >= 0;
export const isUnknown = text => UNKNOWN.test(text.trim());
export const isSkip = text => text.length <= 40 && SKIP.test(text.trim());
export const isBack = text => BACK.test(text.trim());
export const isOrder = text => ORDER.test(text);
export const isQuestion = text => /[?？]\s*$/.test(text);

/** Whether the user agrees, and the rest of the words. @param {string} text */
export function opinion(text) {
  let rest = text.replace(ENOUGH, '').trim();
  let words = YES.exec(rest);
  const approves = words !== null || isEnough(text);
  for (; words; words = YES.exec(rest) ?? FILLS.exec(rest)) rest = bare(rest.slice(words[0].length));
  return { approves, rest: bare(rest) };
}

/** Options of a question: its numbered lines. */
const optionsIn = asked => [...asked.matchAll(/^\d\. (.+)$/gm)].map(([, option]) => option);

/** The option that an answer names by its number or in full. @param {Exchange} exchange */
export function chosenIn({ asked, said }) {
  const options = optionsIn(asked);
  return options[Number(/^[1-4]$/.exec(said.trim())?.[0]) - 1] ?? options.find(option => said.trim().endsWith(option));
}

/** The words that a question is about, and whether the answer wants them in the resume. @param {Exchange} exchange */
export function doubtIn(exchange) {
  const [, about] = /^“([^”]*)”[^]*\[[^]*\n1\. .*\n2\. /.exec(exchange.asked) ?? [];
  const options = optionsIn(exchange.asked);
  return about === undefined ? undefined : { about, belongs: chosenIn(exchange) === options[0], out: chosenIn(exchange) === options[1] };
}

/** Whether an answer is so short that it may be about anything. @param {string} said */
export const isDoubtful = said => !/[\d，,、:：]/.test(said) && said.length < (isHan(said) ? 10 : 20);

/** Whether an answer is about the conversation. @param {string} said */
const steers = said => [isUnknown, isSkip, isBack, isOrder, isQuestion].some(is => is(said));

/** Lines of a resume from the answers to questions. @param {Exchange[]} exchanges @param {boolean} doubts  whether short answers are left out */
export function factsOf(exchanges, doubts) {
  return exchanges.flatMap(exchange => {
    const doubt = doubtIn(exchange);
    if (doubt?.belongs) return linesOf(doubt.about);
    const { rest } = opinion(exchange.said);
    const isNone = doubt?.out || chosenIn(exchange) || steers(exchange.said) || (doubts && isDoubtful(rest));
    return isNone ? [] : linesOf(rest);
  });
}

/** The speaker at the beginning of a sentence. */
const SPEAKER = /^(?:我们?|(?:I|we)(?: also)? )/i;

/** Sentences as lines of a resume. @param {string} text */
function linesOf(text) {
  const lines = text.split(/[。！!；;\n]+|\.(?=\s|$)/).map(sentence => bare(sentence).replace(SPEAKER, ''));
  return lines.filter(line => line.length > 1).map(line => line[0].toUpperCase() + line.slice(1));
}
