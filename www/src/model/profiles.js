// @ts-check

/** Forms of `response_format`; `none` sends no such member. @typedef {'json_schema' | 'json_object' | 'none'} Format */
/** @typedef {'max_tokens' | 'max_completion_tokens'} Limit */

/**
 * The parts of a request that a server takes. The others are found out by asking: a part that is refused is left off.
 * @typedef {object} Profile
 * @property {string} name
 * @property {RegExp[]} at addresses (host and port) where this server certainly is
 * @property {Format[]} formats forms of `response_format`, best first
 * @property {boolean} strict whether `json_schema.strict` may be sent
 * @property {boolean} usage whether `stream_options` may be sent
 * @property {boolean} temperature whether `temperature` may be sent
 * @property {Limit} limit name of the longest reply in tokens
 * @property {boolean} fixed whether nothing is left off: the engine must hold to what it is asked
 */

/** A server that is not known. @type {Omit<Profile, 'name' | 'at'>} */
const USUAL = { formats: ['json_schema', 'json_object', 'none'], strict: true, usage: true, temperature: true, limit: 'max_tokens', fixed: false };

/** @type {Format[]} */
const NO_SCHEMA = ['json_object', 'none'];
/** @type {Format[]} */
const NO_JSON_MODE = ['json_schema', 'none'];

/** @type {(Partial<Profile> & { name: string })[]} */
const TABLE = [
  { name: 'openai', at: [/^api\.openai\.com$/], limit: 'max_completion_tokens' },
  { name: 'azure', at: [/\.openai\.azure\.com$/, /\.services\.ai\.azure\.com$/, /\.cognitiveservices\.azure\.com$/], limit: 'max_completion_tokens' },
  { name: 'openrouter', at: [/^openrouter\.ai$/] },
  { name: 'groq', at: [/^api\.groq\.com$/], limit: 'max_completion_tokens' },
  { name: 'together', at: [/^api\.together\.(xyz|ai)$/] },
  { name: 'fireworks', at: [/^api\.fireworks\.ai$/] },
  { name: 'cerebras', at: [/^api\.cerebras\.ai$/], limit: 'max_completion_tokens' },
  { name: 'deepseek', at: [/^api\.deepseek\.com$/], formats: NO_SCHEMA },
  { name: 'moonshot', at: [/^api\.moonshot\.(cn|ai)$/], formats: NO_SCHEMA },
  { name: 'zhipu', at: [/^open\.bigmodel\.cn$/, /^api\.z\.ai$/], formats: NO_SCHEMA },
  { name: 'siliconflow', at: [/^api\.siliconflow\.(cn|com)$/], formats: NO_SCHEMA },
  { name: 'dashscope', at: [/^dashscope(-intl|-us)?\.aliyuncs\.com$/] },
  { name: 'ark', at: [/^ark\.[a-z0-9-]+\.volces\.com$/] },
  { name: 'mistral', at: [/^api\.mistral\.ai$/], usage: false },
  { name: 'gemini', at: [/^generativelanguage\.googleapis\.com$/], strict: false },
  { name: 'anthropic', at: [/^api\.anthropic\.com$/], formats: ['none'] },
  { name: 'perplexity', at: [/^api\.perplexity\.ai$/], formats: NO_JSON_MODE },
  { name: 'xai', at: [/^api\.x\.ai$/] },
  { name: 'ollama', at: [/:11434$/, /^ollama\.com$/] },
  { name: 'lmstudio', at: [/:1234$/], formats: NO_JSON_MODE },
  { name: 'llama.cpp' },
  { name: 'vllm' },
  { name: 'in-page', at: [/^in-page\.invalid$/], fixed: true },
  { name: 'unknown' },
];

/** @type {readonly Profile[]} */
export const PROFILES = TABLE.map(row => ({ ...USUAL, at: [], ...row }));

/** Profile of that name, or of the server at that address; `unknown` where nothing is certain. @param {string} url @param {string} [name] @returns {Profile} */
export function profileOf(url, name) {
  const { host } = new URL(url);
  const found = PROFILES.find(row => (name === undefined ? row.at.some(at => at.test(host)) : row.name === name));
  return found ?? /** @type {Profile} */ (PROFILES.at(-1));
}
