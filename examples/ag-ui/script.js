// @ts-check
/** @import { ModelContext, ModelRequest } from 'stepgate' */

const WORDS = {
  en: { thought: 'Bills first.', look: 'I will look at the bills.', ask: 'Two bills are open.', done: 'Done.', left: 'Then I leave them.' },
  zh: { thought: '先看账单。', look: '我看一下账单。', ask: '有两张账单未付。', done: '办好了。', left: '那就不付了。' },
};

/** A script in the place of a model: looks the bills up, then pays both. @param {ModelRequest} request @param {ModelContext} [context] */
export async function script({ messages }, { onText, onReasoning } = {}) {
  const words = /[\u4e00-\u9fff]/.test(wordsOf(messages[0])) ? WORDS.zh : WORDS.en;
  const last = wordsOf(messages[messages.length - 1]);
  const results = last.split('\n').filter(line => line.startsWith('{"tool"')).map(line => JSON.parse(line));
  const reply = next(results, words);
  const text = JSON.stringify(reply);
  onReasoning?.(words.thought);
  for (let at = 0; at < text.length; at += 5) {
    onText?.(text.slice(at, at + 5));
    await new Promise(resolve => { setTimeout(resolve); }); // as a server's pieces come
  }
  return { text, reasoning: words.thought, finishReason: 'stop' };
}

/** @param {any[]} results @param {(typeof WORDS)['en']} words */
function next(results, words) {
  const bills = results.find(({ tool }) => tool === 'list_bills')?.result;
  if (bills) return { say: words.ask, tools: bills.map((/** @type {object} */ args) => ({ name: 'pay', args })) };
  if (results.length) return { say: results.some(({ result }) => result) ? words.done : words.left };
  return { say: words.look, tool: { name: 'list_bills', args: {} } };
}

/** The words of a message; images and files beside them say nothing to a script. @param {ModelRequest['messages'][number]} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
