import { has, t } from '../words/i18n.js';

/** An argument's name in the page's language. @param {string} name */
export const argName = name => (has(`arg.${name}`) ? t(`arg.${name}`) : name);

/** A tool's name in the page's language. @param {string} name */
export const toolName = name => (has(`tool.${name}`) ? t(`tool.${name}`) : name);
