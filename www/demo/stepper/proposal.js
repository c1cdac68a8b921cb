import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { lang, t } from '../i18n.js';
import { readBefore } from './files.js';
import { countsOf, lineDiff } from './lines.js';
import * as state from './state.js';

/** Whether a card asks to write a file. @param {any} card */
export const writesFile = card => card.tool?.name === 'write_file' && typeof card.tool.args?.content === 'string';

/** The card whose text is being loaded. */
let fetching = -1;

/** Difference that a write would make to a file of the workspace. @param {any} card */
export function proposedFile({ call, tool: { args: { path, content } } }) {
  const known = state.before.value?.call === call ? state.before.value : null;
  if (!known) {
    if (fetching !== call) queueMicrotask(() => readBefore(call, path));
    fetching = call;
    return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  }
  return guard([call, known.text, content, lang.value], () => change(known.text, content));
}

function change(before, after) {
  const { comes, goes } = countsOf(before, after);
  return html`
    <p class="proposed" data-testid="proposed-file" data-new=${before === null}>
      <span>${t(before === null ? 'files.new' : 'files.replaces')}</span> <span class="counts"><ins>+${comes}</ins>${goes ? html` <del>−${goes}</del>` : nothing}</span></p>
    ${lineDiff(before, after)}`;
}
