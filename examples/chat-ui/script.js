// @ts-check
/** @import { ModelContext, ModelRequest } from 'stepgate' */

const WORDS = {
  en: { thought: 'Rooms first.', look: 'I will look.', ask: 'Both rooms are free.', kept: 'Birch has four seats, Cedar twelve.', done: 'Done.', left: 'Then I leave it.', day: 'Friday' },
  zh: { thought: '先看房间。', look: '我查一下。', ask: '两个房间都空着。', kept: 'Birch 有四个座位，Cedar 有十二个。', done: '办好了。', left: '那就不订了。', day: '周五' },
};

/** A script in the place of a model: looks the rooms up, then books both. Asked about an open card, it answers and keeps the card. @param {ModelRequest} request @param {ModelContext} [context] */
export async function script({ messages, contract }, { onText, onReasoning, signal } = {}) {
  const words = /[\u4e00-\u9fff]/.test(wordsOf(messages[0])) ? WORDS.zh : WORDS.en;
  const isAtCard = JSON.stringify(contract).includes('about_card');
  const last = wordsOf(messages[messages.length - 1]);
  const results = last.split('\n').filter(line => line.startsWith('{"tool"')).map(line => JSON.parse(line));
  const text = JSON.stringify(isAtCard ? { about_card: 'keep', say: words.kept } : next(results, words));
  onReasoning?.(words.thought);
  for (let at = 0; at < text.length; at += 5) {
    signal?.throwIfAborted();
    onText?.(text.slice(at, at + 5));
    await new Promise(resolve => { setTimeout(resolve); }); // as a server's pieces come
  }
  return { text, reasoning: words.thought, finishReason: 'stop' };
}

/** @param {any[]} results @param {(typeof WORDS)['en']} words */
function next(results, words) {
  const rooms = results.find(({ tool }) => tool === 'list_rooms')?.result;
  if (rooms) return { say: words.ask, tools: rooms.map((/** @type {{ room: string }} */ { room }) => ({ name: 'book_room', args: { room, day: words.day } })) };
  if (results.length) return { say: results.some(({ result }) => result) ? words.done : words.left };
  return { say: words.look, tool: { name: 'list_rooms', args: {} } };
}

/** The words of a message; images and files beside them say nothing to a script. @param {ModelRequest['messages'][number]} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
