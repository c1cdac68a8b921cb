// @ts-check
import { StepgateError } from '../stepgate-error.js';

/** @typedef {import('./index.d.ts').ResumeTextError} Public */

export class ResumeTextError extends StepgateError {
  /** @param {Public['code']} code @param {string} message @param {unknown} [cause] */
  constructor(code, message, cause) {
    super(code, message, { cause });
    this.name = 'ResumeTextError';
  }
}
