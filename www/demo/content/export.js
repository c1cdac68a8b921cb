import { download } from '../browser/files.js';
import { attempt } from '../session/session.js';
import { exported } from './follow.js';
import * as state from './state.js';

const FILES = { markdown: ['md', 'text/markdown'], json: ['json', 'application/json'] };

/** @param {'markdown' | 'json'} format @param {string} [field] default: all fields */
const exportAs = (format, field) => () => {
  const [ending, type] = FILES[format];
  attempt(async () => download(`${field ?? state.data.value.project.name}.${ending}`, exported(format, field && [field]), type));
};

/** The ways to take the whole content along. @type {import('../views/export.js').Export[]} */
export const CONTENT_EXPORTS = [['markdown', 'content.exportMarkdown', exportAs('markdown')], ['json', 'content.exportJson', exportAs('json')]];

/** The ways to take the content, or the field that is shown, along. @returns {import('../views/export.js').Export[]} */
export const exportsHere = () => (state.field.value?.characters ? [...CONTENT_EXPORTS, ['field', 'content.exportField', exportAs('markdown', state.field.value.name)]] : CONTENT_EXPORTS);
