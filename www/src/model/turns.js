// @ts-check
/** @import { Message } from '../index.js' */
import { isContent, joinedContent, wordsOf } from './content.js';

/** Words in the user's place where a server needs some and the request has none. */
const FILLERS = { en: { begin: 'Begin.', go: 'Go on.' }, zh: { begin: '请开始。', go: '请继续。' } };

const ROLES = ['system', 'user', 'assistant'];

/** Language of a request, told by its letters. @param {Message[]} messages @returns {'en' | 'zh'} */
export const langOf = messages => (messages.some(({ content }) => /[\u4e00-\u9fff]/.test(isContent(content) ? wordsOf(content) : String(content))) ? 'zh' : 'en');

/**
 * The messages in the order that strict chat templates need: one system message, then user and assistant in turn, the user last. Messages in
 * that order, and ones with other roles, stay as they are.
 * @param {Message[]} messages @returns {Message[]}
 */
export function inTurns(messages) {
  if (!messages.every(({ role, content }) => ROLES.includes(role) && isContent(content))) return messages;
  const { begin, go } = FILLERS[langOf(messages)];
  const firstWords = messages.findIndex(({ role }) => role !== 'system');
  const head = firstWords < 0 ? messages : messages.slice(0, firstWords);
  const words = messages.slice(head.length).map(asWords);
  const opened = words[0]?.role === 'user' ? words : [user(begin), ...words];
  const closed = opened.at(-1)?.role === 'user' ? opened : [...opened, user(go)];
  return joined([...head, ...closed]);
}

/**
 * The messages for a server that refuses the role `system`: the system text begins the user's first message. Messages that do not begin with
 * the two stay as they are.
 * @param {Message[]} messages @returns {Message[]}
 */
export function withoutSystem(messages) {
  const [system, first, ...rest] = inTurns(messages);
  const begin = system?.role === 'system' && first?.role === 'user' && [system, first].every(({ content }) => isContent(content));
  return begin ? [user(joinedContent([system.content, first.content])), ...rest] : messages;
}

/** @param {Message['content']} content @returns {Message} */
const user = content => ({ role: 'user', content });

/** A system message after the first words speaks as the user. @param {Message} message @returns {Message} */
const asWords = message => (message.role === 'system' ? user(message.content) : message);

/** Neighbours of one role as one message. @param {Message[]} messages @returns {Message[]} */
function joined(messages) {
  /** @type {Message[][]} */
  const groups = [];
  for (const message of messages) {
    const group = groups.at(-1);
    if (group?.[0].role === message.role) group.push(message);
    else groups.push([message]);
  }
  return groups.map(group => (group.length === 1 ? group[0] : { ...group[0], content: joinedContent(group.map(({ content }) => content)) }));
}
