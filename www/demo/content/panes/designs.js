import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { pick } from '../follow.js';
import { phaseName } from '../text/phase-name.js';
import * as state from '../state.js';

const field = ({ name, phase, ai_prompt, depends_on = [] }) => html`
  <li><b>${name}</b>${phase && phase !== 'produce_inner' ? html` <small>${phaseName(phase)}</small>` : nothing}
    ${depends_on.length ? html`<small>${t('content.after', { names: depends_on.join(t('content.and')) })}</small>` : nothing}
    ${ai_prompt ? html`<p class="hint">${ai_prompt}</p>` : nothing}</li>`;

const design = ({ id, name, description, fields, chosen }, can) => html`
  <article class="panel design ${chosen ? 'design-chosen' : ''}" data-testid="design" data-chosen=${chosen}>
    <h4>${name}${chosen ? html`<span class="tag">${t('content.chosen')}</span>` : nothing}</h4>
    <p>${description}</p>
    <details class="fold"><summary>${t('content.designFields', { n: fields.length })}</summary><ol class="design-fields">${fields.map(field)}</ol></details>
    ${chosen ? nothing : html`<button class="small" data-testid="design-choose" ?disabled=${!can} aria-label=${t('content.chooseNamed', { name })} @click=${() => edit({ choose_proposal: { id } })}>${icon('check')}<span>${t('content.choose')}</span></button>`}
  </article>`;

/** The design that the core content is written by: its text is in the editor. */
function inUse() {
  const field = state.written.value.find(one => one.phase === 'design_inner' && one.is_default);
  return field ? html`<p data-testid="design-in-use">${t('content.designInUse')} <button class="link" @click=${() => pick(field.id)}>${field.name}</button></p>` : nothing;
}

/** Three designs of the core content; the chosen one declares the fields. */
export function designs() {
  const { proposals, can } = state.data.value;
  return html`
    <section class="pane" data-testid="designs" aria-labelledby="designs-title">
      <h3 id="designs-title">${t('content.designsTitle')}</h3>
      <p class="hint">${t('content.designsAbout')}</p>
      <p class="card-row"><button class="small" data-testid="propose" ?disabled=${!state.mayEdit.value || !can.propose} @click=${() => edit({ propose: true })}>${icon('spark')}<span>${t(proposals.length ? 'content.proposeAgain' : 'content.propose')}</span></button></p>
      ${inUse()}
      ${can.propose || proposals.length ? nothing : html`<p class="empty">${t('content.cannotPropose')}</p>`}
      <div class="designs">${proposals.map(one => design(one, state.mayEdit.value))}</div>
    </section>`;
}
