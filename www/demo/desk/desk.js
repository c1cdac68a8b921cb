import { tool, toolAgent } from 'stepgate';
import { doOnce, find } from './orders.js';

const order = { type: 'integer' };
const text = { type: 'string', minLength: 1 };

/** @param {object} properties of the arguments beside the order */
const schemaOf = properties => ({ type: 'object', properties: { order, ...properties }, required: ['order', ...Object.keys(properties)] });

/** A tool that writes: the page asks first. */
const write = (name, description, properties, title, more) => tool({
  description,
  inputSchema: schemaOf(properties),
  access: 'write',
  preview: ({ args }) => ({ title: { en: title.en(args), zh: title.zh(args) } }),
  execute: (args, { idempotencyKey }) => doOnce(name, args, idempotencyKey),
  ...more,
});

/** A desk whose model proposes several writes at once: they stand on one card, and each is approved, changed or declined by itself. */
export const desk = toolAgent({
  name: 'desk',
  instructions: {
    en: 'Help the staff of a shop with its orders. Look an order up before you change anything. Propose all that is wanted at once.',
    zh: '帮店员处理订单。改动之前先查订单。要做的几件事一次提出来。',
  },
  tools: {
    find_order: tool({ description: { en: 'Look an order up', zh: '查订单' }, inputSchema: schemaOf({}), execute: find }),
    set_address: write('set_address', { en: 'Change the address of an order', zh: '改订单地址' }, { address: text }, {
      en: ({ order, address }) => `Send order ${order} to ${address}`, zh: ({ order, address }) => `订单 ${order} 改寄到${address}`,
    }, { idempotent: true }),
    refund: write('refund', { en: 'Pay money back', zh: '退款' }, { euros: { type: 'number', exclusiveMinimum: 0 } }, {
      en: ({ order, euros }) => `Pay ${euros} back for order ${order}`, zh: ({ order, euros }) => `订单 ${order} 退款 ${euros}`,
    }, { idempotent: true }),
    send_mail: write('send_mail', { en: 'Write to the customer', zh: '给客人写信' }, { sender: text, recipient: text, letter: text }, {
      en: ({ recipient }) => `Write to ${recipient}`, zh: ({ recipient }) => `给 ${recipient} 写信`,
    }),
  },
});
