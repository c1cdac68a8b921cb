import { lastWords, observation, partsOf } from './results.js';

const WORDS = {
  en: {
    names: { set_address: 'the address', refund: 'the refund', send_mail: 'the mail' },
    which: 'Which order? Say for example: “Order 1041: change the address, pay 20 back and write to the customer.”',
    blind: 'This is a script and no model: it cannot see pictures or files. A model from the settings can. Which order is it about?',
    look: 'Let me look it up.', propose: 'This is what I would do. Tick what you want.', done: names => `Done: ${names}.`, left: names => `Not done: ${names}.`, comma: ', ', space: ' ',
    letter: ({ customer, order, address }) => `Dear ${customer}, order ${order} goes to ${address} now. The money for the broken cup comes back to you.`,
  },
  zh: {
    names: { set_address: '改地址', refund: '退款', send_mail: '写信' },
    which: '哪个订单？可以这样说：“订单 1041：改地址，退 20 欧元，再给客人写信。”',
    blind: '这里是脚本，不是模型，看不到图片和文件；在设置里选一个真正的模型就能看到。这是哪个订单的事？',
    look: '我查一下。', propose: '我打算这样做，请勾选要做的。', done: names => `已完成：${names}。`, left: names => `没有做：${names}。`, comma: '、', space: '',
    letter: ({ customer, order, address }) => `${customer}您好，订单 ${order} 已改寄到${address}。杯子的钱会退给您。`,
  },
};
const ADDRESS = /(?:send it to|寄到)\s*([^.。，]+)/;

/** The message that lists what is still to be done, the part of it about what is no longer wanted, and the one that has the model go on with it. */
const OPEN = /\s*(?:Named by you in "later", and still open:|你写进 later、尚未办完的事：)[^]*?(?:after your reply\.|when they have spoken\.|会让你接着办。|等他说了再接着办。)/;
const GONE = /\s*(?:Taken off this list by the user:|用户从这个清单上划掉的：)[^]*?(?:do not name it in later\.|也不要再写进 later。)/;
/** The message that the user has gone back, and what stays done. */
const BACK = /(?:The user has taken the conversation back to this point\.|用户把对话退回到了这里。)[^\n]*(?:\n- [^\n]*)*\n?/;
const GO_ON = /^(?:\(Go on with what is still open\.|（请接着办尚未办完的事。)/;

/** The next reply of the agent `desk`. It goes on with the first of what is still to be done. @param {import('./model.js').Message[]} given */
export function serve(given) {
  const messages = given.map(message => ({ ...message, content: message.content.replace(OPEN, '').replace(GONE, '').replace(BACK, '') })).filter(({ content, hasFiles }) => content || hasFiles);
  if (!GO_ON.test(lastWords(messages))) return answer(messages, lastWords(messages));
  const [open = ''] = given.map(({ content }) => OPEN.exec(content)?.[0]).filter(Boolean);
  const [, id, wish = ''] = /^(\d+)\. (.*)$/m.exec(open) ?? [];
  const reply = answer(messages, wish);
  return reply.tool ? reply : { ...reply, finished: [Number(id)] };
}

/** The reply to what the user wants. @param {import('./model.js').Message[]} messages @param {string} wanted */
function answer(messages, wanted) {
  const words = WORDS[/\p{Script=Han}/u.test(wanted) ? 'zh' : 'en'];
  const parts = partsOf(messages.at(-1)?.content ?? '');
  const results = parts.map(observation).filter(one => one !== undefined);
  if (messages.at(-1)?.hasFiles && !ORDER_NAMED.test(wanted)) return { say: words.blind, tool: null };
  if (results.length < parts.length || !results.length) return lookUp(wanted, words);
  const found = results.find(({ tool, result }) => tool === 'find_order' && result)?.result;
  return found ? propose(found, ofFirstOrder(wanted), words) : { say: told(results, words), tool: null };
}

const ORDER_NAMED = /(?:order|订单)\s*\d{4}/i;

/** The words of several orders, one text for each. @param {string} asked */
const byOrder = asked => asked.split(/(?=(?:order|订单)\s*\d{4})/i).filter(part => ORDER_NAMED.test(part)).map(part => part.replace(/[\s;；。.,，]*(?:then|and|再|然后)?[\s;；。.,，]*$/i, ''));

/** @param {string} asked */
const ofFirstOrder = asked => byOrder(asked)[0] ?? asked;

/** Looks the first order up; the others are put off. */
function lookUp(asked, { which, look }) {
  const [order] = /\b\d{4}\b/.exec(asked) ?? [];
  const [, ...later] = byOrder(asked);
  return order ? { say: look, tool: { name: 'find_order', args: { order: Number(order) } }, ...(later.length ? { later } : {}) } : { say: which, tool: null };
}

/** The wishes in the user's words: each kind of call that they name. */
function propose({ order, customer, email, address, mail }, asked, { propose: say, letter }) {
  const [, moved = address] = ADDRESS.exec(mail) ?? [];
  const euros = Number(/(?:pay|refund|退)\D*(\d+)/i.exec(asked)?.[1]);
  const calls = [
    /address|地址/i.test(asked) && { name: 'set_address', args: { order, address: moved } },
    euros && { name: 'refund', args: { order, euros } },
    /write|mail|写信|回信/i.test(asked) && { name: 'send_mail', args: { order, sender: 'desk@cups.example', recipient: email, letter: letter({ customer, order, address: moved }) } },
  ].filter(Boolean);
  return calls.length ? { say, tool: calls } : { say: mail, tool: null };
}

/** The outcome of each call. */
function told(results, { done, left, names, comma, space }) {
  const listed = which => results.filter(which).map(({ tool }) => names[tool] ?? tool).join(comma);
  const [made, notMade] = [listed(({ error }) => !error), listed(({ error }) => error)];
  const { text = '' } = results.find(({ error }) => error && !['rejected', 'behind_declined', 'not_run'].includes(error.code))?.error ?? {};
  return [made && done(made), notMade && left(notMade), text].filter(Boolean).join(space);
}
