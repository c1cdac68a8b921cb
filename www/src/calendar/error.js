// @ts-check
/** A failure the agent is told, with a code for it and words for its model. */
export class ToolError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.name = 'ToolError';
    this.code = code;
  }
}
