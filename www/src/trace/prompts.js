// @ts-check
/** @import { Message } from '../index.js' */
import { player } from './replayed.js';

/** The prompt of each reply, as lines of text, by the number of the step that the reply is. @param {{ name: string, core: any }} agent @param {any} file */
export function promptsOf({ name, core }, file) {
  /** @type {Map<number, string[]>} */
  const prompts = new Map();
  const playing = player(core, name, 'replay', file);
  /** @type {string[]} */
  let asked = [];
  for (let played = playing.next(); played; played = playing.next()) {
    if (played.record.replied) prompts.set(played.at, asked);
    const effect = playing.session.effect();
    asked = effect?.type === 'call_model' ? effect.messages.flatMap(linesOf) : [];
  }
  playing.session.free();
  return prompts;
}

/** @param {Message} message */
const linesOf = ({ role, content }) => [`      ${role}:`, ...textOf(content).split('\n').map(line => `        ${line}`)];

/** The words of a message; in the place of a file, its name. @param {Message['content']} content */
export const textOf = content => (typeof content === 'string' ? content : content.map(part => (part.kind === 'text' ? part.text : `[${part.kind} ${part.name ?? part.mediaType}]`)).join('\n'));
