// @ts-check

/** @typedef {import('./index.d.ts').ResumeTextError} Public */

/** @implements {Public} */
export class ResumeTextError extends Error {
  /** @param {Public['code']} code @param {string} message @param {unknown} [cause] */
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ResumeTextError';
    this.code = code;
  }
}
