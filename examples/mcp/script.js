// @ts-check
/** @import { ModelRequest } from 'stepgate' */

const WORDS = {
  en: { look: 'I will look.', ask: 'Birch has four seats.', done: 'Birch is yours.', left: 'Then I leave it.' },
  zh: { look: '我查一下。', ask: 'Birch 有四个座位。', done: 'Birch 订好了。', left: '那就不订了。' },
};

/** A script in the place of a model: looks the rooms up, then books Birch for Friday. @param {ModelRequest} request */
export async function script({ messages }) {
  const words = /[\u4e00-\u9fff]/.test(wordsOf(messages[0])) ? WORDS.zh : WORDS.en;
  const last = wordsOf(messages[messages.length - 1]);
  const results = last.split('\n').filter(line => line.startsWith('{"tool"')).map(line => JSON.parse(line));
  return { text: JSON.stringify(next(results.at(-1), words)), finishReason: 'stop' };
}

/** @param {any} result @param {(typeof WORDS)['en']} words */
function next(result, words) {
  if (!result) return { say: words.look, tool: { name: 'list_rooms', args: {} } };
  if (result.tool === 'list_rooms') return { say: words.ask, tool: { name: 'book_room', args: { room: result.result.rooms[0].name, day: 'Friday' } } };
  return { say: result.result ? words.done : words.left };
}

/** The words of a message; images and files beside them say nothing to a script. @param {ModelRequest['messages'][number]} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
