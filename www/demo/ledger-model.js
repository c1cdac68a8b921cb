/**
 * The offline model of the `ledger` agent: a few rules that understand “deposit 50”, “transfer 20 to Ada”, “balance” and
 * “存入 50”, “转账 20 给 Ada”, “余额”.
 */

/** The account of the user. */
export const OWN_ACCOUNT = 'main';

const call = (name, args) => ({ call: { name, args } });

/** @type {[RegExp, (match: RegExpMatchArray) => object][]} */
const RULES = [
  [/(?:deposit|存入)\s*(\d+)/i, ([, amount]) => call('deposit', { account: OWN_ACCOUNT, amount: Number(amount) })],
  [/(?:transfer|转账|转)\s*(\d+)\s*(?:to|给)\s*(.+)/i, ([, amount, to]) => call('transfer', { from: OWN_ACCOUNT, to: to.trim(), amount: Number(amount) })],
  [/balance|余额/i, () => call('balance', { account: OWN_ACCOUNT })],
];

const HELP = {
  en: 'I can look up the balance, deposit an amount (“deposit 50”) and transfer one (“transfer 20 to Ada”).',
  zh: '我可以查询余额、存入金额（“存入 50”）和转账（“转账 20 给 Ada”）。',
};

/** What a tool gave, if the last message says that. @param {string} content */
function observation(content) {
  try {
    const value = JSON.parse(content);
    return value && typeof value === 'object' && 'tool' in value ? value : null;
  } catch {
    return null;
  }
}

/** @param {{ result?: any, error?: { text: string } }} seen @param {'zh' | 'en'} lang */
function report({ result, error }, lang) {
  if (error) return lang === 'zh' ? `没有执行：${error.text}` : `Not done: ${error.text}`;
  return lang === 'zh' ? `完成。余额为 ${result.balance}。` : `Done. The balance is ${result.balance}.`;
}

/** @param {string} content @param {'zh' | 'en'} lang */
function decide(content, lang) {
  const seen = observation(content);
  if (seen) return { say: report(seen, lang) };
  for (const [pattern, decision] of RULES) {
    const match = content.match(pattern);
    if (match) return decision(match);
  }
  return { say: HELP[lang] };
}

/**
 * A model like any other, for `lang`, answering after `delayMs`.
 * @param {{ lang: 'zh' | 'en', delayMs: number }} options
 */
export const ledgerModel = ({ lang, delayMs }) => async ({ messages }, { signal } = {}) => {
  await new Promise(done => setTimeout(done, delayMs));
  signal?.throwIfAborted();
  return { text: JSON.stringify(decide(messages.at(-1).content, lang)), finish: 'stop' };
};
