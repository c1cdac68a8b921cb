// @ts-check

/** Names of the errors that the WebAssembly throws as plain `Error`s. */
const THROWN = ['StepgateError', 'Refusal'];

/**
 * The base of every error of the package: `code` for programs, `message` for the programmer. Many also have a `place`, or a `text` for the
 * user in both languages. One that is of no other class is a mistake of the program, refused by the WebAssembly.
 */
export class StepgateError extends Error {
  /** @param {string} code @param {string} message @param {{ place?: string, cause?: unknown }} [more] */
  constructor(code, message, { place, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StepgateError';
    this.code = code;
    if (place !== undefined) this.place = place;
  }

  /** @param {any} error */
  static [Symbol.hasInstance](error) {
    return Object.prototype.isPrototypeOf.call(this.prototype, error) || this === StepgateError && THROWN.includes(error?.name);
  }
}
