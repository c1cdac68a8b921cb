/**
 * Reads the messages of the schedule agent by the form of their data: turns, and in the last message lines of speakers, numbered calls
 * with results, JSON and numbers in the lines of the state. Headings and labels are not read, but for the name of a tool in one.
 *
 * @typedef {{ tool: string, args: any, shown: string, text: string, failed: boolean }} Record a call and its result; `shown`: its arguments, cut if they are long
 *
 * @typedef {object} Turn
 * @property {'zh' | 'en'} lang language of the user
 * @property {{ who: 'user' | 'agent' | 'program', text: string }[]} dialogue
 * @property {Record[]} records calls since the step began
 * @property {{ content: string, more: boolean } | undefined} step of the plan, and whether others follow
 * @property {{ id: number, name: string }[]} classes task classes that were loaded
 * @property {string[]} standing the standing wishes in words
 * @property {string} arranged outcome of the last search for a plan
 * @property {Map<number, number>} weeks first day of each week from now on
 * @property {Map<string, number>} clock section by the time when it begins
 * @property {any[]} refused arguments of calls that were sent back in this round
 */

import { isHan } from '../prompt.js';

/** A block of data: a heading, and a list, a call or a line of a speaker. */
const BLOCK = /^# .*\n(?:- |\d+\. |用户|程序|User|Program)/m;
/** Heading of the state of an execution, which tells the round of how many. */
const STATE = /^# [^\n]*\n(?=(?:- .*\n)*- [^:\n]*: \d+\/\d+\n)/gm;
/** What the user's side has said last: lines, in a block of their own. Further lines of a text are indented. */
const LINES = /^# .*\n((?:(?:用户|程序|User|Program).*(?:\n .*)*\n?)+)/gm;

/** @param {{ role: string, content: string }[]} messages @returns {Turn} */
export function readTurn([, ...messages]) {
  const own = messages.findIndex(({ role, content }) => role === 'user' && BLOCK.test(content));
  const text = messages[own]?.content ?? '';
  const begins = [...text.matchAll(STATE)].at(-1)?.index ?? text.length;
  const [state] = text.slice(begins).split('\n\n', 1);
  const dialogue = [...messages.slice(0, Math.max(own, 0)).flatMap(spoken), ...linesOf(text)];
  const [, number, count, content] = /: (\d+)\/(\d+) (\S.*?)(?: \| .*)?$/m.exec(state) ?? [];
  return {
    lang: isHan(dialogue.findLast(({ who }) => who === 'user')?.text ?? '') ? 'zh' : 'en',
    dialogue,
    records: recordsOf(text.slice(0, begins)),
    step: content ? { content, more: Number(number) < Number(count) } : undefined,
    classes: all(/(\d+) (.+?) \d+\/\d+(?:, |$)/g, /^- .*?: (\d+ \S.* \d+\/\d+)$/m.exec(state)?.[1] ?? '').map(([id, name]) => ({ id: Number(id), name })),
    standing: (/^- .*?: (1\. .*)$/m.exec(state)?.[1] ?? '').split(/; (?=\d+\. )/).filter(Boolean),
    arranged: /^- [^:\n]*\barrange\b[^:\n]*: (.*)$/m.exec(state)?.[1] ?? '',
    weeks: new Map(all(/(\d+) = (\d+) \(\d\d-\d\d\)/g, state).map(pair => /** @type {[number, number]} */ (pair.map(Number)))),
    clock: new Map(all(/(\d+) (\d\d:\d\d)-\d\d:\d\d/g, state).map(([section, begins]) => [begins, Number(section)])),
    refused: messages.slice(own + 1).flatMap(({ role, content }) => (role === 'assistant' ? (jsonOf(content)?.calls ?? []).map(call => call.arguments) : [])),
  };
}

/** The groups of every match. @param {RegExp} words @param {string} text */
const all = (words, text) => [...text.matchAll(words)].map(([, ...groups]) => groups);

const SPEAKERS = { '用户：': 'user', 'User: ': 'user', '程序：': 'program', 'Program: ': 'program' };

/** The words of a turn. Those on a card stand in the record of its call, too. */
function spoken({ role, content }) {
  if (role === 'assistant') return [{ who: 'agent', text: content }];
  return content.split('\n\n').filter(piece => !/^(?:（在卡片上）|\(on the card\) )/.test(piece)).map(piece => {
    const [, program] = /^(?:程序：|Program: )([^]*)$/.exec(piece) ?? [];
    return program === undefined ? { who: 'user', text: piece } : { who: 'program', text: program };
  });
}

/** @param {string} text */
function linesOf(text) {
  const block = [...text.matchAll(LINES)].at(-1)?.[1] ?? '';
  return all(/^(用户：|程序：|User: |Program: )(.*(?:\n .*)*)/gm, block).map(([who, words]) => ({ who: SPEAKERS[who], text: words }));
}

function recordsOf(text) {
  return text.split(/\n(?=\d+\. (?:[^\n]*\n)?\w+\(.*\)\n→ )/).flatMap(record => {
    const [, tool, shown, observed] = /^(?:\d+\. )(?:[^\n]*\n)??(\w+)\((.*)\)\n→ ([^]*)$/.exec(record.trim()) ?? [];
    return tool ? [{ tool, args: jsonOf(shown) ?? {}, shown, text: observed.trim(), failed: /^[a-z_]+: /.test(observed) }] : [];
  });
}

/** Whether a record shows these arguments. */
export const shows = ({ shown }, args) => shown.slice(0, 150) === JSON.stringify(args).slice(0, 150);

/**
 * The place at the beginning of a text, `day 7 (Sun, Sep 13) 15:30–17:10 (periods 7–8)`; undefined if it has none.
 * @param {string} text
 */
export function placeIn(text) {
  const [, day, start, end = start] = /^(?:day |第)(\d+)(?: |天).*?(?:periods? |（第)(\d+)(?:–(\d+))?节?[)）]/.exec(text) ?? [];
  return day ? { ...onDay(Number(day)), start: Number(start), length: Number(end) - Number(start) + 1 } : undefined;
}

/** Places of a length in the free ranges of `find_free`: a line a day, with its ranges. @param {string} text @param {number} length */
export const freePlaces = (text, length) => all(/^(?:day |第)(\d+)(?: |天)(.*)$/gm, text).flatMap(([day, ranges]) =>
  all(/[(（](?:periods? |第)(\d+)(?:–(\d+))?节?[)）]/g, ranges).flatMap(([from, to = from]) =>
    Array.from({ length: Math.max(Number(to) - Number(from) + 2 - length, 0) }, (_, index) => ({ ...onDay(Number(day)), start: Number(from) + index }))));

/** A day with its week and weekday: the calendar of the demo begins on a Monday. */
const onDay = day => ({ day, week: Math.ceil(day / 7), weekday: (day - 1) % 7 + 1 });

/** Parses JSON; undefined for other text. @param {string | undefined} text */
export function jsonOf(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
