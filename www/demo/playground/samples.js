import { en } from './samples/en.js';
import { zh } from './samples/zh.js';

const REPLIES = { en, zh };

/** The samples in their order, with the contract of each. */
export const SAMPLES = {
  decision: 'decision',
  arguments: 'tool',
  quotes: 'decision',
  problems: 'invoice',
  cut: 'invoice',
  fullwidth: 'tool',
  python: 'invoice',
  several: 'tool',
  lines: 'list',
  brackets: 'invoice',
  encoded: 'tool',
  prose: 'tool',
  large: 'list',
};

/** Length of the sample `large` in characters. */
const LARGE = 1_000_000;

/** One task of the sample `large`, in one of four kinds of damage. @param {'en' | 'zh'} lang @param {number} at */
function damaged(lang, at) {
  const task = lang === 'zh' ? `第 ${at} 项：核对订单与发票` : `Item ${at}: compare the order with the invoice`;
  const due = `2026-0${1 + at % 9}-1${at % 9}`;
  const damages = [
    `{"task": "${task}", "priority": "low", "due": "${due}", "done": false,}`,
    `{'task': '${task}', 'priority': 'High', 'due': None, 'done': True}`,
    `{"task": "${task}", priority: "medium" "due": "${due}"}`,
    `{"task"："${task}"，"priority"："low"，"done"：false}`,
  ];
  return damages[at % damages.length];
}

/** A list of a megabyte with damage in each item. @param {'en' | 'zh'} lang */
function large(lang) {
  const items = [];
  for (let at = 0, length = 0; length < LARGE; at += 1) {
    items.push(damaged(lang, at));
    length += items[at].length + 2;
  }
  return `[\n${items.join(',\n')}\n]`;
}

/** Text of a sample. @param {string} name one of `SAMPLES` @param {'en' | 'zh'} lang */
export const replyOf = (name, lang) => (name === 'large' ? large(lang) : REPLIES[lang][name]);
