import { html } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { diff } from '../../views/diff.js';
import * as state from '../state.js';

async function restore(field, version) {
  if (await edit({ restore: { field: field.id, version } })) state.open.value = '';
}

const version = (one, field) => html`
  <li><button class="small" data-testid="version" aria-pressed=${state.compared.value === one.version} @click=${() => { state.compared.value = one.version; }}>
    ${t('content.version', { n: number(one.version) })}<small>${t('content.characters', { n: number([...one.content].length) })}</small></button>
    <button class="quiet small" data-testid="restore" ?disabled=${!state.mayEdit.value} aria-label=${t('content.restoreVersion', { n: number(one.version) })} @click=${() => restore(field, one.version)}>${t('content.restore')}</button></li>`;

/** Earlier texts of a field, with one compared to the present text. @param {import('../state.js').ContentField} field */
export function historyView(field) {
  const shown = state.history.value.find(one => one.version === state.compared.value);
  return html`
    <section class="history" data-testid="history" aria-label=${t('content.history')}>
      <ol class="versions">${state.history.value.map(one => version(one, field))}</ol>
      ${shown ? diff(shown.content, state.text.value?.content ?? '', { before: t('content.version', { n: number(shown.version) }), after: t('content.now'), numbered: true }) : html`<p class="empty">${t('content.noHistory')}</p>`}
    </section>`;
}
