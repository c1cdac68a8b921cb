// @ts-check
/** @import { FilePart, Message, Model } from 'stepgate' */
import { SAMPLES } from './samples.js';

/** Imitates a model with eyes, for trying the page without a key: it knows the sample receipts by their names, and sees no other picture. @type {Model} */
export const script = async ({ messages }, { signal, onText } = {}) => {
  const text = JSON.stringify(replyTo(messages));
  for (let at = 0; at < text.length; at += 12) {
    await new Promise(done => { setTimeout(done, 8); });
    signal?.throwIfAborted();
    onText?.(text.slice(at, at + 12));
  }
  return { text, finishReason: 'stop' };
};

/** @param {Message} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));

/** @param {Message} message @returns {FilePart[]} */
const filesOf = ({ content }) => (typeof content === 'string' ? [] : content.flatMap(part => (part.kind === 'text' ? [] : [part])));

/** @param {Message[]} messages */
function replyTo(messages) {
  const last = /** @type {Message} */ (messages.at(-1));
  const words = wordsOf(last);
  const zh = /[\u4e00-\u9fff]/.test(messages[0] ? wordsOf(messages[0]).slice(0, 40) : '');
  const say = (/** @type {string} */ en, /** @type {string} */ chinese) => (zh ? chinese : en);
  if (words.includes('about_card')) return { say: say('The card is still open: decide by its buttons.', '卡片还开着，请按上面的按钮决定。'), about_card: 'keep' };
  if (words.includes('"tool":"enter"')) {
    if (!words.includes('"error"')) return { say: say('It is entered.', '已记入。') };
    return { say: words.includes('"rejected"') ? say('Nothing was entered. What should be different?', '没有记入。要改什么？') : say('That does not add up, so nothing was entered.', '金额对不上，没有记入。') };
  }
  // Only a picture that has arrived with its bytes is seen.
  const seen = filesOf(last).flatMap(({ name, data }) => (data?.length ? SAMPLES.filter(({ file }) => file === name) : []));
  if (seen.length) return { say: seen.map(({ receipt }) => tableOf(receipt, zh)).join('\n\n'), tool: seen.map(({ receipt }) => ({ name: 'enter', args: receipt })) };
  return { say: filesOf(last).length ? say('This script knows the sample receipts only. A real model, below, reads any photo.', '这个脚本只认得示例小票。在下面换成真正的模型，就能读任何照片。') : say('Send me the photo of a receipt.', '请发一张小票的照片。') };
}

/** @param {import('./book.js').Receipt} receipt @param {boolean} zh */
const tableOf = ({ shop, day, articles, total }, zh) => [`${shop}, ${day}`, ...articles.map(({ name, euros }) => `${name}  ${euros.toFixed(2)}`), `${zh ? '合计' : 'Total'}  ${total.toFixed(2)}`].join('\n');
