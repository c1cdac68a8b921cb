import { model } from '../model/model.js';
import { settings } from '../settings.js';

/** Ids of the sessions of this browser that have the name they were begun with, until the model or the user names them. */
const PLACE = 'stepgate-demo:unnamed';

/** Longest name in characters. */
const LONGEST = 60;

/** @returns {string[]} */
function unnamed() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {string[]} ids */
function keep(ids) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(ids));
  } catch {
    // A private window may refuse: then the session keeps the name it was begun with.
  }
}

/** Notes that nobody has chosen the name of a session. @param {string} id */
export const mayBeNamed = id => keep([...unnamed(), id]);

/** Notes that a session has a chosen name, or is gone: the model names it no longer. @param {string} id */
export const isNamed = id => keep(unnamed().filter(one => one !== id));

/** @param {string} words */
const request = words => ({
  messages: [
    { role: 'system', content: 'You name conversations. Give the conversation that begins with the user\'s request a title of two to six words in the language of the request, which says what it is about: no quotation marks, no full stop.\nReply with JSON: {"title": "…"}' },
    { role: 'user', content: words },
  ],
  contract: {
    name: 'title',
    schema: { type: 'object', properties: { title: { type: 'string', description: `At most ${LONGEST} characters` } }, required: ['title'], additionalProperties: false },
  },
  sampling: { maxOutputTokens: 400, timeoutMs: 30_000 },
});

/** The title in an answer; nothing if it has none that can be used. @param {string} text */
function titleIn(text) {
  try {
    const { title } = JSON.parse(/\{[^]*\}/.exec(text)?.[0] ?? '');
    const line = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
    return line.length <= LONGEST ? line : '';
  } catch {
    return '';
  }
}

/**
 * A name for a session, from the model on a server, which is asked once, when the first request is done. Nothing if the name is chosen already or the
 * model has no usable one: then the session keeps its name. The script has no words of its own, and a model in the page would be long.
 * @param {string} id @param {import('../state.js').View} view
 */
export async function titleFrom(id, view) {
  const first = view.blocks.find(({ kind }) => kind === 'user');
  if (settings.value.provider !== 'openai' || !first || !unnamed().includes(id)) return '';
  isNamed(id); // asked once, whatever comes
  try {
    const { text = '' } = await model(request(first.text), { signal: AbortSignal.timeout(30_000) });
    return titleIn(text);
  } catch {
    return ''; // a name is not worth an error: the next request will show that the server fails
  }
}
