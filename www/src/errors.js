// @ts-check
/** @import { Lang, Words } from './index.js' */
import { ownLang } from './checks/lang.js';
import { assertKnown } from './checks/assert-option.js';
import { sizeText } from './checks/limits.js';
import { words } from './messages.js';
import { StepgateError } from './stepgate-error.js';

export { StepgateError };

/**
 * An error with a code for programs, an English `message` for the programmer and `text` for the user in both languages.
 * `detail` is the other side's own message, if there was one; only `message` contains it.
 */
export class CodedError extends StepgateError {
  /** @param {string} code @param {string} [detail] @param {ErrorOptions} [options] @param {Words} [text] for an entry with words of its own */
  constructor(code, detail, options, text = words(code)) {
    super(code, detail ? `${text.en} (${detail})` : text.en, options);
    this.detail = detail;
    /** @type {Words} */
    this.text = text;
  }
}

/** Reason why a model call gave no reply. `status` is the HTTP status, if there was one. */
export class ModelError extends CodedError {
  /** @param {string} code @param {{ status?: number, detail?: string, cause?: unknown, transient?: boolean, retryAfterMs?: number, limit?: number, answer?: string, isGuess?: boolean }} [more] */
  constructor(code, { status, detail, cause, transient = false, retryAfterMs, limit, answer, isGuess = false } = {}) {
    super(code, detail, { cause }, words(code, limit === undefined ? {} : { limit: sizeText(limit) }));
    this.name = 'ModelError';
    this.status = status;
    /** Whether the same request may succeed a little later. */
    this.transient = transient;
    /** Pause that `Retry-After` asked for, in milliseconds. */
    this.retryAfterMs = retryAfterMs;
    /** The server's words about a request that may be accepted with less in it. */
    this.answer = answer;
    /** Whether only the server's words told the code. */
    this.isGuess = isGuess;
  }
}

/** Text for a session whose stage the agent does not have: nothing was lost. @type {Words} */
const STAGE_GONE = {
  en: 'This session waits in a stage that its agent no longer has. It is not opened, and what is saved stays as it is: export it to keep it.',
  zh: '此会话停在智能体已经没有的阶段，因此没有打开。已保存的内容保持原样，可以导出保存。',
};

/** Reason why a session could not be loaded or saved. */
export class StoreError extends CodedError {
  /** @param {string} code @param {{ detail?: string, cause?: unknown, place?: string }} [more] */
  constructor(code, { detail, cause, place } = {}) {
    super(code, detail ?? place, { cause }, place === '/head/stage' ? STAGE_GONE : undefined);
    this.name = 'StoreError';
    /** Damaged record, as a JSON pointer into the snapshot; only for `damaged`. */
    this.place = place;
  }
}

/** Reason why an agent refuses a call: it was opened wrongly, or another tab drives the session. */
export class SessionError extends CodedError {
  /** @param {string} code @param {{ detail?: string, cause?: unknown }} [more] */
  constructor(code, { detail, cause } = {}) {
    super(code, detail, { cause });
    this.name = 'SessionError';
  }
}

/** The session does not accept this now. The WebAssembly and the worker's page make it of a plain `Error`, so it is known by its name. */
export class Refusal extends StepgateError {
  /** @param {string} code @param {string} message for the user */
  constructor(code, message) {
    super(code, message);
    this.name = 'Refusal';
  }

  /** @param {any} error */
  static [Symbol.hasInstance](error) {
    return error?.name === 'Refusal';
  }
}

/**
 * Error of a tool that has certainly done nothing, such as a request that the server refused. Any other error of a write leaves open whether
 * it was done: its answer may have been lost.
 */
export class NotDone extends StepgateError {
  /** @param {string} text for the model @param {{ code?: string, fatal?: boolean, cause?: unknown }} [more] */
  constructor(text, more = {}) {
    assertKnown(more, ['code', 'fatal', 'cause'], 'NotDone(text, more): ');
    const { code = 'not_done', fatal = false, cause } = more;
    super(code, text, { cause });
    this.name = 'NotDone';
    this.fatal = fatal;
    this.notDone = true;
  }
}

/**
 * The same as `told`, with the text as a sentence that others may follow.
 * @param {unknown} error @param {Lang} lang
 */
export function toldAsSentence(error, lang) {
  const { code, text } = told(error, lang);
  const isClosed = /[.!?…。！？]["'”’»」』)）]*$/.test(text.trimEnd());
  return { code, text: isClosed || !text.trim() ? text : `${text.trimEnd()}${ownLang(lang) === 'zh' ? '。' : '.'}` };
}

/**
 * Code and text of any error, for the user.
 * @param {unknown} error @param {Lang} lang
 */
export function told(error, lang) {
  if (error instanceof CodedError) return { code: error.code, text: error.text[ownLang(lang)] };
  const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error ?? {});
  return { code: typeof code === 'string' ? code : 'failed', text: typeof message === 'string' ? message : Object(error) === error ? 'failed' : String(error) };
}
