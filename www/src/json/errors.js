// @ts-check
import { StepgateError } from '../stepgate-error.js';

/** English message for each code. */
const TEXTS = {
  not_loaded: 'call and await init() first',
  empty: 'there is nothing in the text',
  not_object: 'the text is JSON, but not an object',
  no_json_object: 'there is no JSON in the text',
  too_deep: 'containers are nested deeper than 512 levels',
  too_long: 'the text is too long',
  cut_off: 'the text ends too early',
  expected_value: 'a value must stand here',
  expected_key: 'a key must stand here',
  expected_colon: 'a colon must stand here',
  expected_comma: 'a comma or the closing bracket must stand here',
  expected_end: 'nothing may stand behind the value',
  bad_number: 'this number is not written as it must be',
  bad_escape: 'this escape does not exist',
  control_character: 'this character must be escaped',
  ended: 'the stream has ended',
  option: 'this option is not known',
  schema: 'the schema cannot be used',
};

/** Reason why a text, an option or a schema was refused: its `code`, and for a text the `offset` in UTF-16 units. */
export class JsonError extends StepgateError {
  /** @param {string} code @param {{ offset?: number, place?: string, detail?: string, cause?: unknown }} [more] */
  constructor(code, { offset, place, detail, cause } = {}) {
    const text = detail ?? TEXTS[/** @type {keyof typeof TEXTS} */ (code)] ?? code;
    super(code, offset === undefined ? text : `${text} (at ${offset})`, { place, cause });
    this.name = 'JsonError';
    this.offset = offset;
  }
}

/**
 * Calls the reader and turns its error into a `JsonError`.
 * @template T @param {string} code @param {() => T} ask @returns {T}
 */
export function asking(code, ask) {
  try {
    return ask();
  } catch (cause) {
    const { place, message } = /** @type {{ place?: string, message: string }} */ (cause);
    throw place === undefined ? cause : new JsonError(code, { place, detail: message });
  }
}
