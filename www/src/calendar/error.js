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
