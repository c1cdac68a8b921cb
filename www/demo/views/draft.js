import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../focus.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { edit } from '../session.js';
import * as state from '../state.js';
import { placeWords } from './block.js';
import { diff } from './diff.js';

/** Whether the draft is being edited by hand. */
const editing = signal(false);

async function useText(event) {
  event.preventDefault();
  const text = event.target.elements.namedItem('draft').value;
  if (await edit({ draft: text })) editing.value = false;
}

const editor = draft => html`
  <form class="draft-form" @submit=${useText}>
    <label class="sr-only" for="draft-text">${t('resume.draftText')}</label>
    <textarea id="draft-text" name="draft" data-testid="draft-text" rows="8" maxlength="8000" .defaultValue=${draft} ${ref(focusOnce)}></textarea>
    <div class="card-row"><button class="primary" data-testid="draft-save">${t('resume.useDraft')}</button>
      <button type="button" @click=${() => { editing.value = false; }}>${t('app.cancel')}</button></div>
  </form>`;

const editable = data => state.mayAct.value && (data.state === 'DRAFTING' || data.state === 'CONFIRMING');

/** The draft beside the text it would replace; while the model writes one, the text as it comes. */
export function draftPanel() {
  const data = state.guide.value;
  const growing = state.live.value?.draft;
  const shown = growing || (data?.state !== 'FINISHED' && data?.draft);
  if (!data || !shown) return nothing;
  const titles = { before: t('resume.before'), after: t('resume.after') };
  return html`
    <section class="draft" data-testid="draft" aria-labelledby="draft-title">
      <div class="section-head"><h3 id="draft-title">${t(growing ? 'resume.writing' : 'resume.draft')}</h3>
        ${!growing && !editing.value && editable(data) ? html`<button class="small" data-testid="draft-edit" @click=${() => { editing.value = true; }}>${icon('pen')}<span>${t('resume.edit')}</span></button>` : nothing}</div>
      ${data.location ? html`<p class="place">${t('resume.place', { place: placeWords(data.location) })}</p>` : nothing}
      ${editing.value && !growing ? editor(data.draft) : diff(data.before, shown, titles)}
    </section>`;
}
