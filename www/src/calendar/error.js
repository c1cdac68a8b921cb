// @ts-check
import { StepgateError } from '../stepgate-error.js';
import { allowedWords } from './allowed.js';

/** A failed tool call, with a code for the agent and words for its model. */
export class ToolError extends StepgateError {
  /** @param {string} code @param {string} text @param {string} [place] */
  constructor(code, text, place) {
    super(code, text, { place });
    this.name = 'ToolError';
    /** Thrown before or within a transaction that did not take place. */
    this.notDone = true;
  }
}

/** A change by hand that is refused whole: the place in the change, the value found there, and for an invalid one the values allowed. */
export class EditError extends ToolError {
  /** @param {import('./index.js').EditRefusal} code @param {string} place @param {unknown} found @param {import('./index.js').Allowed} [allowed] */
  constructor(code, place, found, allowed) {
    super(code, `${place}: found ${typeof found === 'string' ? found : JSON.stringify(found) ?? 'nothing'}; allowed: ${allowedWords(code, allowed)}`, place);
    this.name = 'EditError';
    this.found = found;
    this.allowed = allowed;
  }
}
