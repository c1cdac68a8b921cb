import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { moved } from '../../views/lists.js';
import { edit } from '../../session/session.js';
import { batchForm } from './batch.js';
import { addForm } from './fields.js';
import { flip } from './flip.js';
import { pick } from '../follow.js';
import { phaseName } from './phase-name.js';
import * as state from '../state.js';

const PHASE_SIGNS = { pending: 'ring', in_progress: 'dot', completed: 'check' };
const FIELD_SIGNS = { pending: 'ring', generating: 'dot', completed: 'file', failed: 'warn' };

/** Range of places whose phases may be moved: the first, and the one after the last. */
const MOVABLE = [2, 6];

/** Whether phases may swap places: only phases that have not begun, and neither end. */
const mayMove = (order, ...places) => places.every(place => place >= MOVABLE[0] && place < MOVABLE[1] && state.data.value.phase_status[order[place]] === 'pending');

function mover(order, at, to, sign) {
  if (!mayMove(order, at, at - 1) && !mayMove(order, at, at + 1)) return nothing;
  const label = t(to < at ? 'content.moveUp' : 'content.moveDown', { phase: phaseName(order[at]) });
  return html`<button class="quiet icon-only tiny" data-testid="move-${order[at]}-${to < at ? 'up' : 'down'}" aria-label=${label} title=${label}
    ?disabled=${!state.mayEdit.value || !mayMove(order, at, to)} @click=${() => edit({ phase_order: moved(order, at, to) })}>${icon(sign)}</button>`;
}

/** Switch for a checkpoint after the phase. */
const autonomy = (phase, asks) => html`
  <label class="asks-me"><input type="checkbox" data-testid="asks-${phase}" .checked=${asks} ?disabled=${!state.mayEdit.value}
    aria-label=${t('content.asksMeAfter', { phase: phaseName(phase) })}
    @change=${event => flip(event.target, on => ({ set_autonomy: { phase, need_confirm: on } }))}><span aria-hidden="true">${t('content.asksMe')}</span></label>`;

/** Marks of a field's state. @param {import('../state.js').ContentField} field */
export const marks = ({ version, stale, status, unmet }) => html`
  ${version ? html`<span class="version">v${version}</span>` : nothing}
  ${stale ? html`<span class="tag tag-stale" data-testid="stale">${t('content.stale')}</span>` : nothing}
  ${status === 'failed' ? html`<span class="tag tag-bad">${t('content.status.failed')}</span>` : nothing}
  ${unmet.length ? html`<span class="tag" title=${unmet.join(', ')}>${t('content.unmet')}</span>` : nothing}`;

const fieldRow = field => html`
  <li><button class="field-row field-${field.status}" data-testid="field" data-status=${field.status} aria-current=${state.picked.value === field.id && state.pane.value === 'text' ? 'true' : nothing}
    @click=${() => pick(field.id)}>
    ${icon(FIELD_SIGNS[field.status])}<span class="field-name">${field.name}</span><span class="sr-only">${t(`content.status.${field.status}`)}</span>${marks(field)}</button></li>`;

function phaseRow(phase, at, data) {
  const status = data.phase_status[phase];
  const here = data.current_phase === phase && !data.finished;
  const fields = state.fieldsOf(phase);
  return html`
    <li class="phase phase-${status}" data-testid="phase-${phase}" data-status=${status} aria-current=${here ? 'step' : nothing}>
      <div class="phase-head">${icon(PHASE_SIGNS[status])}<span class="phase-name">${phaseName(phase)}</span>
        ${mover(data.phase_order, at, at - 1, 'up')}${mover(data.phase_order, at, at + 1, 'down')}
        ${autonomy(phase, data.autonomy_settings[phase])}
        <span class="phase-status">${t(here && data.waiting_for_human ? 'content.waiting' : `content.phaseStatus.${status}`)}</span></div>
      ${fields.length ? html`<ul class="field-rows">${repeat(fields, ({ id }) => id, fieldRow)}</ul>` : nothing}
    </li>`;
}

/** The phases with their fields, and actions on many fields at once. */
export function phases() {
  const data = state.data.value;
  if (!data) return nothing;
  const done = data.phase_order.filter(phase => data.phase_status[phase] === 'completed').length;
  const progress = t('content.progress', { done: number(done), total: number(data.phase_order.length) });
  return html`
    <section class="phases" aria-labelledby="phases-title" data-testid="phases">
      <h2 id="phases-title">${data.project.name}${data.project.version > 1 ? html` <span class="version">v${data.project.version}</span>` : nothing}</h2>
      <p class="progress-text" data-testid="progress">${progress}</p>
      <progress max=${data.phase_order.length} .value=${done} aria-label=${progress}></progress>
      <ol>${repeat(data.phase_order, phase => phase, (phase, at) => phaseRow(phase, at, data))}</ol>
      ${batchForm(data)}
      ${addForm()}
    </section>`;
}
