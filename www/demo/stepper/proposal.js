import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { lang, t } from '../words/i18n.js';
import { readBefore } from './files/files.js';
import { countsOf, lineDiff } from './files/lines.js';
import * as state from './state.js';

/** Whether a card asks to write a file. @param {any} card */
export const writesFile = card => card.calls?.length === 1 && card.calls[0].name === 'write_file' && typeof card.calls[0].args?.content === 'string';

/**
 * Schema of what the user may change on a card: whether a write replaces a file is not for them to say.
 * @param {{ name: string, schema: any }} tool
 */
export function editableOf({ name, schema }) {
  if (name !== 'write_file') return schema;
  const { replaces: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

/** Changed arguments of a card: under another path nothing is known to be replaced. @param {any} before @param {any} after */
export function changedArgs(before, after) {
  const { replaces: _, ...args } = after;
  return before.replaces && before.path !== args.path ? args : after;
}

/** The card whose text is being loaded. */
let fetching = -1;

/** Difference that a write would make to a file of the workspace. @param {any} card */
export function proposedFile({ id: call, calls: [{ args: { path, content } }] }) {
  const known = state.before.value?.call === call ? state.before.value : null;
  if (!known) {
    if (fetching !== call) queueMicrotask(() => readBefore(call, path));
    fetching = call;
    return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  }
  return guard([call, known.text, content, lang.value], () => change(known.text, content));
}

/**
 * Difference of a write with its counts.
 * @param {string | null} before null for a new file, or an unknown one @param {string} after @param {boolean} [replaces]
 */
export function change(before, after, replaces = before !== null) {
  const { comes, goes } = countsOf(before, after);
  return html`
    <p class="proposed" data-testid="proposed-file" data-new=${!replaces}>
      <span>${t(replaces ? 'files.replaces' : 'files.new')}</span> <span class="counts"><ins>+${comes}</ins>${goes ? html` <del>−${goes}</del>` : nothing}</span></p>
    ${lineDiff(before, after)}`;
}
