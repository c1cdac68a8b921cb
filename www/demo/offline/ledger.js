/** What the ledger understands, in both languages; each gives a part of the reply. */
const REQUESTS = [
  [/(?:deposit|put|add)\s+(\d+)\s+(?:in)?to\s+(\S+)/i, /存入?\s*(\d+)\s*[元块]?\s*[到进给]\s*(\S+)/, (amount, account) => call('deposit', { account, amount: Number(amount) })],
  [/(?:transfer|move|send)\s+(\d+)\s+from\s+(\S+)\s+to\s+(\S+)/i, undefined, (amount, from, to) => call('transfer', { from, to, amount: Number(amount) })],
  [undefined, /从\s*(\S+?)\s*转账?\s*(\d+)\s*[元块]?\s*[到给]\s*(\S+)/, (from, amount, to) => call('transfer', { from, to, amount: Number(amount) })],
  [/balance\s+(?:of|for)\s+(\S+)/i, /(\S+?)\s*的?余额/, account => call('balance', { account })],
  [/^file[:\s]+(.+)/i, /^记一行[：:\s]*(.+)/, line => call('file', { line })],
  [/^remember[:\s]+(.+)/i, /^记住[：:\s]*(.+)/, memo => ({ memo, say: memo })],
  [/\bmemo\b/i, /备忘/, () => call('recall', {})],
  [/^ask me[:\s]+(.+)/i, /^问我[：:\s]*(.+)/, question => ({ ask: question })],
  [/^(?:done|bye|that's all)\b/i, /^(?:结束|再见|就这些)/, () => ({ done: true })],
]

const WORDS = {
  zh: { done: '好的。', help: '可以这样说：“存 5 到 a”“从 a 转 3 到 b”“a 的余额”。', result: '完成', failed: '没有完成' },
  en: { done: 'All right.', help: 'Say for example: "deposit 5 to a", "transfer 3 from a to b", "balance of a".', result: 'Done', failed: 'Not done' },
}

/** The next reply of the agent `ledger`. @param {{ role: string, content: string }[]} messages */
export function keepAccounts(messages) {
  const { role, content } = messages.at(-1)
  const words = WORDS[/\p{Script=Han}/u.test(lastWords(messages)) ? 'zh' : 'en']
  if (role !== 'user') return reply({ say: words.done })
  const observed = observation(content)
  return reply(observed ? { say: sentence(observed, words) } : understood(content) ?? { say: words.help })
}

/** A tool call; a point that ends the sentence is no part of an account's name. */
const call = (name, args) => ({ call: { name, args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, withoutEnd(value)])) } })
const withoutEnd = value => (typeof value === 'string' ? value.replace(/[.。,，?？!！]+$/, '') : value)
const reply = parts => ({ say: null, memo: null, call: null, ask: null, done: false, ...parts })

/** What the user said last. */
const lastWords = messages => messages.findLast(({ role, content }) => role === 'user' && !observation(content))?.content ?? ''

/** A tool's result, which comes as a user message. */
function observation(content) {
  if (!content.startsWith('{"tool":')) return undefined
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function sentence({ tool, result, error }, { result: done, failed }) {
  return error ? `${failed}: ${tool}. ${error.text}` : `${done}: ${tool} → ${typeof result === 'string' ? result : JSON.stringify(result)}`
}

function understood(text) {
  for (const [en, zh, part] of REQUESTS) {
    const found = en?.exec(text.trim()) ?? zh?.exec(text.trim())
    if (found) return part(...found.slice(1))
  }
  return undefined
}
