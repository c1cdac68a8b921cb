// @ts-check
import { CodedError } from '../errors.js';

/** Text for the user and the model by error code. @type {Record<string, [en: string, zh: string]>} */
const WORDS = {
  timeout: ['The server did not answer in time.', '服务器响应超时。'],
  too_large: ['The answer is too large; reading was stopped.', '内容过大，已停止读取。'],
  wrong_type: ['The server answered with another kind of content than asked for.', '服务器返回的内容类型不符。'],
  bad_answer: ['There is no list of results in the answer.', '返回内容中没有结果列表。'],
  not_http: ['Only addresses that begin with http:// or https://, without user name and password, are read.', '只读取以 http:// 或 https:// 开头、不含用户名和密码的地址。'],
  private_address: ['Addresses of private networks and of this machine are not read.', '不读取内网和本机的地址。'],
  offline: ['There is no network.', '当前没有网络。'],
  unreachable: [
    'The server cannot be reached, or it forbids calls from web pages (CORS).',
    '无法连接服务器，或该服务器不允许网页调用（CORS）。',
  ],
  invalid_params: ['The arguments must be { query: text, limit?: 1 to 20 } or { url: text }.', '参数应为 { query: 文本, limit?: 1 到 20 } 或 { url: 文本 }。'],
  not_configured: ['No server for this is set up.', '没有为此设置服务器。'],
};

/** @param {string} code @returns {[en: string, zh: string]} */
function wordsOf(code) {
  const status = code.replace('http_', '');
  return WORDS[code] ?? [`The server answered with the error ${status}.`, `服务器返回错误 ${status}。`];
}

/** Reason why a search or the reading of a page failed. */
export class ResearchError extends CodedError {
  /** @param {import('./index.js').ResearchErrorCode} code @param {ErrorOptions} [options] */
  constructor(code, options) {
    const [en, zh] = wordsOf(code);
    super(code, undefined, options, { en, zh });
    this.name = 'ResearchError';
  }
}
