// @ts-check
/** @import { Message, Model } from 'stepgate' */
import { WORDS } from './words.js';

/** A script in the place of a model, for trying the page without a key: it looks for an order's number and an amount. @type {Model} */
export const script = async ({ messages }, { signal, onText } = {}) => {
  const text = JSON.stringify(replyTo(messages.filter(({ role }) => role === 'user').flatMap(message => partsOf(wordsOf(message)))));
  for (let at = 0; at < text.length; at += 6) {
    await new Promise(done => { setTimeout(done, 12); });
    signal?.throwIfAborted();
    onText?.(text.slice(at, at + 6));
  }
  return { text, finishReason: 'stop' };
};

/** The user's words and the results of tools in a message; each result is JSON between marks. @param {string} content */
const partsOf = content => content.split(/\n*<data from="[^"]*">\n|\n<\/data>\n*/).filter(Boolean);

/** @param {string[]} heard */
function replyTo(heard) {
  const words = heard.filter(content => !content.startsWith('{"tool"'));
  const asked = words.at(-1) ?? '';
  const zh = /[\u4e00-\u9fff]/.test(asked);
  const say = (/** @type {string} */ en, /** @type {string} */ chinese) => (zh ? chinese : en);
  // Words beside an open card: the script understands none, so the card stays.
  if (asked.includes('about_card')) return { say: say('The card is still open: decide by its buttons.', '卡片还开着，请按上面的按钮决定。'), about_card: 'keep' };
  const last = heard.at(-1)?.startsWith('{"tool"') ? JSON.parse(heard.at(-1) ?? '') : undefined;

  if (last?.error?.code === 'rejected' || (!last && heard.at(-2)?.includes('"code":"rejected"'))) return { say: say('Nothing was paid back. What should I change?', '没有退款。要改什么？') };
  if (last?.error) return { say: say(`It was refused: ${last.error.text}`, `${WORDS.zh.failed}${/** @type {any} */ (WORDS.zh.errors)[last.error.code] ?? last.error.text}`) };
  if (last?.tool === 'refund') return { say: say(`Paid back: ${last.result.euros} euros for order ${last.result.order}.`, `已退款：订单 ${last.result.order}，${last.result.euros} 欧元。`) };
  if (last?.tool === 'find') {
    const [order, ...more] = last.result;
    if (!order) return { say: say('I found no order.', '没有找到订单。') };
    if (more.length) return { say: say(`Which one: ${last.result.map((/** @type {any} */ { number }) => number).join(', ')}?`, `是哪一个：${last.result.map((/** @type {any} */ { number }) => number).join('、')}？`) };
    const about = say(`Order ${order.number} of ${order.customer}: ${order.total} euros, ${order.refunded} paid back.`, `订单 ${order.number}，${order.customer}：${order.total} 欧元，已退 ${order.refunded}。`);
    if (!/refund|back|broken|退|坏|碎/i.test(asked)) return { say: about };
    const item = order.items.find((/** @type {any} */ { name }) => asked.toLowerCase().includes(name.split(',')[0].toLowerCase()));
    const amount = Number(asked.match(/(\d+(?:\.\d+)?) ?(?:euros?|€|欧)/i)?.[1] ?? item?.euros ?? order.total - order.refunded);
    return { say: about, tool: { name: 'refund', args: { order: order.number, euros: Math.max(0.01, Math.round(amount * 100) / 100), reason: asked.slice(0, 80) } } };
  }
  const wanted = asked.match(/\b\d{4}\b/)?.[0] ?? /Ada|Sam|林晓/.exec(asked)?.[0];
  if (!wanted) return { say: say('Which order? A number or a name, for example 1041.', '哪个订单？订单号或名字都可以，例如 1041。') };
  return { say: say('I look it up.', '我查一下。'), tool: { name: 'find', args: { text: wanted } } };
}

/** The words of a message; images and files beside them say nothing to a script. @param {Message} message */
const wordsOf = ({ content }) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
