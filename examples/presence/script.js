// @ts-check
/** @import { ModelRequest } from 'stepgate' */

const WORDS = {
  en: { ask: 'I send 40 euros to Ann.', done: 'Ann has the money.', left: 'Then I leave it.' },
  zh: { ask: '我给 Ann 转 40 欧元。', done: '已经转给 Ann 了。', left: '那就不转了。' },
};

/** A script in the place of a model: sends 40 euros to Ann. @param {ModelRequest} request */
export async function script({ messages }) {
  const words = /[\u4e00-\u9fff]/.test(wordsOf(messages[0])) ? WORDS.zh : WORDS.en;
  const last = wordsOf(messages[messages.length - 1]);
  const results = last.split('\n').filter(line => line.startsWith('{"tool"')).map(line => JSON.parse(line));
  return { text: JSON.stringify(next(results.at(-1), words)), finishReason: 'stop' };
}

/** @param {any} result @param {(typeof WORDS)['en']} words */
function next(result, words) {
  if (!result) return { say: words.ask, tool: { name: 'transfer', args: { to: 'Ann', euros: 40 } } };
  return { say: result.result ? words.done : words.left };
}

/** The words of a message; images and files beside them say nothing to a script. @param {ModelRequest['messages'][number]} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
