import { html, nothing } from 'lit-html';
import { t } from '../i18n.js';
import { readBefore } from './files.js';
import { countsOf, lineDiff } from './lines.js';
import * as state from './state.js';

/** Whether a card asks for the write of a file. @param {any} card */
export const writesFile = card => card.tool?.name === 'write_file' && typeof card.tool.args?.content === 'string';

/** What a write would change: the file as it stands in the workspace beside the file as it would be. @param {any} card */
export function proposedFile({ tool: { args: { path, content } } }) {
  const before = state.before.value?.path === path ? state.before.value.text : undefined;
  if (before === undefined) {
    queueMicrotask(() => readBefore(path));
    return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  }
  const { comes, goes } = countsOf(before, content);
  return html`
    <p class="proposed" data-testid="proposed-file" data-new=${before === null}><span>${t(before === null ? 'files.new' : 'files.replaces')}</span> <span class="counts"><ins>+${comes}</ins>${goes ? html` <del>−${goes}</del>` : nothing}</span></p>
    ${lineDiff(before, content)}`;
}
