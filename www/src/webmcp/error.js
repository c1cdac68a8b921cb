// @ts-check
import { CodedError } from '../errors.js';

/** Text for the user by error code. @type {Record<import('./index.js').WebMcpErrorCode, [en: string, zh: string]>} */
const WORDS = {
  not_registered: ['The browser did not take a tool of this page.', '浏览器没有接受这个页面的一个工具。'],
};

/** Reason why tools could not be given to the browser. */
export class WebMcpError extends CodedError {
  /** @param {import('./index.js').WebMcpErrorCode} code @param {{ detail?: string, cause?: unknown }} [more] */
  constructor(code, { detail, cause } = {}) {
    const [en, zh] = WORDS[code];
    super(code, detail, cause === undefined ? undefined : { cause }, { en, zh });
    this.name = 'WebMcpError';
  }
}
