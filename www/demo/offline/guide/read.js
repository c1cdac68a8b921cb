/**
 * Reads a request of the guide: what may be done stands in the contract, and the data in quotations, list items and names. Headings are
 * not read, so that they may be worded anew.
 */

import { choicesOf, isHan } from '../prompt.js';

/**
 * A question and its answer. `asked` is empty if the user spoke first.
 * @typedef {{ asked: string, said: string }} Exchange
 *
 * @typedef {object} Turn
 * @property {'zh' | 'en'} lang  language of the answer
 * @property {string[]} offered  actions that are open
 * @property {{ id: string, section: string }[]} targets  tasks that the user can go to
 * @property {boolean} returns  whether one may go to them
 * @property {boolean} filters  whether the task is to sort entries, not to tell a story
 * @property {boolean} finished  whether the task is done
 * @property {string} section @property {string} original
 * @property {string} draft  empty if there is none
 * @property {boolean} hasFiles  whether images or files stand beside the last words
 * @property {Exchange[]} exchanges  in this task, oldest first; none in an opening
 */

/** @param {import('../model.js').Message[]} messages @param {{ schema: any }} contract @returns {Turn} */
export function readTurn([{ content }, ...dialogue], { schema: { properties } }) {
  const { lines, quotes } = partsOf(content);
  const offered = properties.next_action.enum;
  const ids = choicesOf(properties.target_task);
  const listed = lines.map(line => /^- (?<id>\d+)[:：]\s*(?<section>.+)$/.exec(line)?.groups);
  return {
    lang: languageOf(content),
    offered,
    targets: listed.filter(task => task && ids.includes(task.id)),
    returns: properties.intent.enum.includes('BACKTRACK'),
    filters: lines.some(line => /^- .*KEYWORD_FILTER$/.test(line)),
    finished: lines.some(line => /^# .*\bFINISHED\b/.test(line)),
    section: /^- (?:板块：|Section: )(.+)$/m.exec(lines.join('\n'))?.[1] ?? '',
    original: quotes[0] ?? '',
    draft: quotes.slice(1).at(-1) ?? '',
    hasFiles: dialogue.at(-1)?.hasFiles === true,
    exchanges: offered.length > 1 ? exchangesOf(dialogue) : [],
  };
}

/** The quotations of the planning and the reading agent. @param {{ role: string, content: string }[]} messages */
export const readQuotes = ([{ content }]) => ({ lang: languageOf(content), quotes: partsOf(content).quotes });

const languageOf = system => (isHan(system.split('\n', 2).join()) ? 'zh' : 'en');

/** Lines of a prompt, and apart from them the texts between triple quotes, which may look like anything. @param {string} system */
function partsOf(system) {
  const lines = [], quotes = [];
  let quote;
  for (const line of system.split('\n')) {
    if (quote && line === '"""') quote = void quotes.push(quote.join('\n'));
    else if (quote) quote.push(line);
    else if (line.endsWith('"""')) quote = [];
    else lines.push(line);
  }
  return { lines, quotes };
}

/** @returns {Exchange[]} without the first message, by which the agent asks for an opening */
function exchangesOf(dialogue) {
  const exchanges = [];
  let asked = '';
  for (const { role, content } of dialogue) {
    if (role === 'assistant') asked = content;
    else if (!isResumed(content)) exchanges.push({ asked, said: content });
    if (role === 'user') asked = '';
  }
  return dialogue[1]?.role === 'assistant' && isTrigger(dialogue[0].content) ? exchanges.slice(1) : exchanges;
}

/** Whether the agent asks an open question again. */
const isResumed = text => /^(?:Let's go on with this task|继续这个任务)/.test(text);

const isTrigger = text => /^(?:Please start guiding me|请开始引导我)/.test(text);
