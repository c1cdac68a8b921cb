import { stream } from '../offline/stream.js';
import { damaged } from './damage.js';

const SAYS = {
  en: {
    search: 'I will look for flights to Lisbon.', pay: 'TP531 fits. I will pay for it first.', book: 'TP531 fits: direct, 182 euros.',
    skips: 'You have already agreed, so I am booking TP531.', done: 'Booked: TP531 on May 12. Have a good trip!', declined: 'Then I will leave it. Shall I look for another day?',
  },
  zh: {
    search: '我来查一下去里斯本的航班。', pay: 'TP531 合适，我先付款。', book: 'TP531 合适：直飞，182 欧元。',
    skips: '你已经同意了，我这就预订 TP531。', done: '已订好：5 月 12 日的 TP531，旅途愉快！', declined: '好的，先不订。要我看看别的日期吗？',
  },
};

const SEARCH = { name: 'flights', args: { to: 'Lisbon', day: '2027-05-12', euros: 300 } };
const BOOK = { name: 'book', args: { flight: 'TP531' } };
const PAY = { name: 'pay', args: { euros: 182 } };

/** The tool whose result came last, and whether it was declined. @param {{ content: string }[]} messages */
function lastResult(messages) {
  try {
    const { tool, error } = JSON.parse(/^(.*)\n<\/data>$/m.exec(messages.at(-1)?.content.split('<data ').at(-1) ?? '')?.[1] ?? '');
    return { tool, declined: error !== undefined };
  } catch {
    return {};
  }
}

/**
 * The replies to the present messages, in the order of the tries.
 * @param {{ content: string }[]} asked @param {Broken} broken @param {typeof SAYS['en']} says
 */
function replies(asked, { twice, skips }, says) {
  const { tool, declined } = lastResult(asked);
  if (tool === 'book') return [{ say: declined ? says.declined : says.done, tool: null }];
  if (tool !== 'flights') return [{ say: says.search, tool: SEARCH }];
  const books = skips ? { say: says.skips, approved: true, tool: BOOK } : { say: says.book, tool: BOOK };
  return [twice ? { ...books, tool: [BOOK, BOOK] } : { say: says.pay, tool: PAY }, books, { say: says.book, tool: BOOK }];
}

/** @typedef {{ damage: string[], twice: boolean, skips: boolean }} Broken */

/**
 * A script in the place of a model: it looks flights up, takes a wrong step, and books.
 * @param {{ lang: () => 'zh' | 'en', broken: () => Broken, delayMs: number, hold?: () => Promise<void> | void }} options
 */
export function scriptedModel({ lang, broken, delayMs, hold }) {
  return async function model({ messages, corrections: tries = 0 }, { signal, onText }) {
    const asked = messages.slice(0, messages.length - 2 * tries); // behind them stand the refused replies, each with what is wrong with it
    const now = replies(asked, broken(), SAYS[lang()]);
    const { damage } = broken();
    const kinds = tries === 0 && now[0].tool === SEARCH ? damage : damage.filter(kind => kind !== 'cut'); // a model that is cut off each time gets nowhere
    const text = damaged(now[Math.min(tries, now.length - 1)], kinds, lang());
    await stream(text, { delayMs, signal, onText, hold });
    return { text, finishReason: 'stop' };
  };
}
