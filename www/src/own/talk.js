// @ts-check

/** Signs of JSON, of tags and of code. */
const FORMS = /[{}[\]<>`]/;

/**
 * Whether a reply is nothing but talk: no sign of JSON or of a call, and no tool's name.
 * @param {string} text @param {string[]} tools
 */
export const isTalk = (text, tools) => text.trim() !== '' && !FORMS.test(text) && !/\w\(/.test(text) && !tools.some(name => text.includes(name));
