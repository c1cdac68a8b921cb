// @ts-check
/** @import { Message } from '@ag-ui/client' */
/** @import { Card, ToolResult, View } from '../index.js' */
/** @import { Entry } from '../session/transcript.js' */
import { transcriptOf } from '../session/transcript.js';

/** Ids of messages: those of the transcript, or those under which the client knows them already. */
export class Names {
  /** @type {Map<string, string>} */
  #given = new Map();
  #made = 0;
  /** Messages of the last view, by its object, until a name changes. @type {WeakMap<View, Message[]>} */
  messages = new WeakMap();

  /** @param {string} id */
  of(id) {
    return this.#given.get(id) ?? id;
  }

  /** @param {string} id of the transcript @param {string} name */
  give(id, name) {
    this.#given.set(id, this.of(name));
    this.messages = new WeakMap();
  }

  /** Gives a new name to what the client knows under this one. @param {string} name */
  renew(name) {
    this.#made += 1;
    this.messages = new WeakMap();
    const known = [...this.#given].filter(([, given]) => given === name).map(([id]) => id);
    for (const id of [name, ...known]) this.#given.set(id, `${name}~${this.#made}`);
  }
}

/** Messages of the protocol for the conversation of a view. @param {View} view @param {Names} names @returns {Message[]} */
export function messagesOf(view, names) {
  const known = names.messages.get(view) ?? transcriptOf(view).flatMap(entry => messagesFor(entry, names));
  names.messages.set(view, known);
  return known;
}

/** @param {Entry} entry @param {Names} names @returns {Message[]} */
function messagesFor(entry, names) {
  const id = names.of(entry.id);
  if (entry.kind === 'call') return callMessages(id, entry);
  if (entry.kind === 'user') return [{ id, role: 'user', content: entry.text, ...(entry.parts && { metadata: { stepgate: { parts: entry.parts } } }) }];
  const content = entry.kind === 'card' ? wordsOf(entry.card) : entry.text;
  const role = entry.kind === 'card' ? 'assistant' : entry.kind;
  return content ? [{ id, role, content }] : [];
}

/** @param {string} id @param {Extract<Entry, { kind: 'call' }>} entry @returns {Message[]} */
function callMessages(id, { name, args, result }) {
  const call = { id, type: /** @type {const} */ ('function'), function: { name, arguments: JSON.stringify(args) } };
  /** @type {Message[]} */
  const answer = result ? [{ id: `${id}-result`, role: 'tool', toolCallId: id, content: resultText(result) }] : [];
  return [{ id, role: 'assistant', toolCalls: [call] }, ...answer];
}

/** @param {ToolResult} result */
function resultText(result) {
  if ('error' in result) return JSON.stringify({ error: result.error });
  return typeof result.ok === 'string' ? result.ok : JSON.stringify(result.ok);
}

/** The words of a card. The title of an approval only says what its calls do. @param {Omit<Card, 'id'>} card */
export const wordsOf = ({ kind, title, text }) => (kind === 'approval' ? text ?? '' : [title, text].filter(Boolean).join('\n\n'));
