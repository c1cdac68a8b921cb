import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { phaseName } from './phase-name.js';
import * as state from '../state.js';

function start(event) {
  event.preventDefault();
  const { phase, all } = event.target.elements;
  edit({ batch: { ...(phase.value ? { phase: phase.value } : {}), respect_autonomy: !all.checked } });
}

const regenerate = data => {
  const stale = data.fields.filter(field => field.stale).length;
  return stale === 0 ? nothing : html`
    <button class="small" data-testid="regenerate-stale" ?disabled=${!state.mayEdit.value || !data.can.regenerate_stale} @click=${() => edit({ regenerate_stale: true })}>
      ${icon('again')}<span>${t('content.regenerateStale', { n: number(stale) })}</span></button>`;
};

/** Form to write all missing fields, or all fields with changed inputs. @param {import('../state.js').ContentData} data */
export const batchForm = data => html`
  <div class="phase-tools">
    ${regenerate(data)}
    <details class="fold" data-testid="batch"><summary>${t('content.batch')}</summary>
      <form @submit=${start}>
        <label class="field"><span>${t('content.batchPhase')}</span><select name="phase" data-testid="batch-phase">
          <option value="">${t('content.batchAll')}</option>${data.phase_order.map(phase => html`<option value=${phase}>${phaseName(phase)}</option>`)}</select></label>
        <label class="check"><input type="checkbox" name="all" data-testid="batch-force"><span>${t('content.batchForce')}<small>${t('content.batchForceHint')}</small></span></label>
        <button class="small" data-testid="batch-start" ?disabled=${!state.mayEdit.value || !data.can.batch}>${t('content.batchStart')}</button>
      </form></details>
  </div>`;
