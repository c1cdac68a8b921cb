import { lastWords, observation, partsOf } from './results.js';

const deposit = (amount, account) => call('deposit', { account, amount: Number(amount) });
const transfer = (amount, from, to) => call('transfer', { from, to, amount: Number(amount) });

/** Requests that the model understands, with the member of the reply for each. */
const REQUESTS = [
  [/(?:deposit|put|add)\s+(\d+)\s+(?:in)?to\s+(\S+)/i, deposit],
  [/存入?\s*(\d+)\s*[元块]?\s*[到进给]\s*(\S+)/, deposit],
  [/(?:transfer|move|send)\s+(\d+)\s+from\s+(\S+)\s+to\s+(\S+)/i, transfer],
  [/从\s*(\S+?)\s*转账?\s*(\d+)\s*[元块]?\s*[到给]\s*(\S+)/, (from, amount, to) => transfer(amount, from, to)],
  [/balance\s+(?:of|for)\s+(\S+)|(\S+?)\s*的?余额/i, (english, han) => call('balance', { account: english ?? han })],
  [/^(?:file|记一行)[：:\s]*(.+)/i, line => call('file', { line })],
  [/^(?:remember|记住)[：:\s]*(.+)/i, memo => ({ memo, say: memo })],
  [/\bmemo\b|备忘/i, () => call('recall', {})],
  [/^(?:ask me|问我)[：:\s]*(.+)/i, question => ({ ask: question })],
  [/^(?:done|bye|that's all|结束|再见|就这些)/i, () => ({ done: true })],
];

const WORDS = {
  zh: { done: '好的。', result: '完成', failed: '没有完成', help: '可以这样说：“存 5 到 a”“从 a 转 3 到 b”“a 的余额”。' },
  en: { done: 'All right.', result: 'Done', failed: 'Not done', help: 'Say for example: "deposit 5 to a", "transfer 3 from a to b", "balance of a"' },
};

/** The next reply of the agent `ledger`. @param {{ role: string, content: string }[]} messages */
export function keepAccounts(messages) {
  const words = WORDS[/\p{Script=Han}/u.test(lastWords(messages)) ? 'zh' : 'en'];
  const last = partsOf(messages.at(-1).content).at(-1) ?? '';
  const observed = observation(last);
  return reply(observed ? { say: sentence(observed, words) } : understood(last) ?? { say: words.help });
}

/** A tool call. A full stop at the sentence's end is no part of an account's name. */
function call(name, args) {
  const bare = Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? value.replace(/[.。,，?？!！]+$/, '') : value]);
  return { call: { name, args: Object.fromEntries(bare) } };
}

const reply = parts => ({ say: null, memo: null, call: null, ask: null, done: false, ...parts });

function sentence({ tool, result, error }, { result: done, failed }) {
  return error ? `${failed}: ${tool}. ${error.text}` : `${done}: ${tool} → ${typeof result === 'string' ? result : JSON.stringify(result)}`;
}

function understood(text) {
  for (const [request, part] of REQUESTS) {
    const found = request.exec(text.trim());
    if (found) return part(...found.slice(1));
  }
  return undefined;
}
