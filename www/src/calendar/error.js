// @ts-check
/** A failed tool call, with a code for the agent and words for its model. */
export class ToolError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.name = 'ToolError';
    this.code = code;
  }
}

/** A change by hand that is refused whole: the place in the change, the value found there, and the values allowed. */
export class EditError extends ToolError {
  /** @param {import('./index.js').EditRefusal} code @param {string} place @param {unknown} found @param {string} allowed */
  constructor(code, place, found, allowed) {
    super(code, `${place}: found ${typeof found === 'string' ? found : JSON.stringify(found) ?? 'nothing'}; allowed: ${allowed}`);
    this.name = 'EditError';
    this.place = place;
    this.found = found;
    this.allowed = allowed;
  }
}
