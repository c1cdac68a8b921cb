import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { stop } from '../session/session.js';
import * as session from '../state.js';
import { phaseName } from './text/phase-name.js';
import * as state from './state.js';

/** Present work in words. */
export function workWords() {
  const work = state.data.value?.work;
  if (!work) return t('chat.waitModel');
  const { purpose, kind, field, phase } = work;
  const about = { field: field ?? '', phase: phase ? phaseName(phase) : '' };
  const key = [`content.doing.${purpose}`, `content.doing.${kind}`].find(has);
  return key ? t(key, about) : t('chat.waitModel');
}

/** Progress of long work, with a button to stop it. */
export function workBar() {
  const work = state.data.value.work;
  if (!work || !session.working.value) return nothing;
  const far = work.total > 1 ? t('content.far', { done: number(work.done), total: number(work.total) }) : '';
  return html`
    <div class="work-bar" role="status" data-testid="work-bar" data-kind=${work.kind}>
      <span class="pulse" aria-hidden="true"></span><p>${workWords()}${far ? html` <small>${far}</small>` : nothing}</p>
      <button class="small stop" data-testid="work-stop" ?disabled=${session.role.value !== 'drives'} @click=${stop}>${icon('stop')}<span>${t('chat.stop')}</span></button>
      ${work.total > 1 ? html`<progress max=${work.total} .value=${work.done} aria-label=${far}></progress>` : nothing}
    </div>`;
}
