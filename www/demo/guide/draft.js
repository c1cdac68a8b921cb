import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../browser/focus.js';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import { handIn } from '../session/session.js';
import * as state from '../state.js';
import { placeWords } from '../chat/block.js';
import { diff } from '../views/diff.js';

/** Whether the user is editing the task's draft by hand. */
export const isEditing = () => state.handDraft.value !== null && state.handDraft.value.task === state.guide.value?.current_task;

const write = text => { state.handDraft.value = { ...state.handDraft.value, text }; };

const close = () => { state.handDraft.value = null; };

function open(data) {
  state.handDraft.value = { task: data.current_task, text: data.draft, from: data.draft };
}

async function useText(event) {
  event.preventDefault();
  await handIn();
}

/** Notice of a draft that arrived while the editor was open. It does not replace the user's text. */
const newer = data => (state.handDraft.value.from !== data.draft
  ? html`<p class="hint" role="status" data-testid="draft-newer">${t('resume.newerDraft')}</p>`
  : nothing);

const editor = data => html`
  <form class="draft-form" @submit=${useText}>
    <label class="sr-only" for="draft-text">${t('resume.draftText')}</label>
    ${newer(data)}
    <textarea id="draft-text" name="draft" data-testid="draft-text" rows="8" maxlength="8000" .value=${live(state.handDraft.value.text)}
      @input=${event => write(event.target.value)} ${ref(focusOnce)}></textarea>
    <div class="card-row"><button class="primary" data-testid="draft-save">${t('resume.useDraft')}</button>
      <button type="button" data-testid="draft-cancel" @click=${close}>${t('app.cancel')}</button></div>
  </form>`;

const editable = data => state.mayAct.value && (data.state === 'DRAFTING' || data.state === 'CONFIRMING');

/** The draft beside the text it would replace; while the model writes, the text so far. */
export function draftPanel() {
  const data = state.guide.value;
  const growing = state.live.value?.draft;
  const shown = growing || (data?.state !== 'FINISHED' && data?.draft);
  if (!data || !shown) return nothing;
  const titles = { before: t('resume.before'), after: t('resume.after') };
  return html`
    <section class="draft" data-testid="draft" aria-labelledby="draft-title">
      <div class="section-head"><h3 id="draft-title">${t(growing ? 'resume.writing' : 'resume.draft')}</h3>
        ${!growing && !isEditing() && editable(data) ? html`<button class="small" data-testid="draft-edit" @click=${() => open(data)}>${icon('pen')}<span>${t('resume.edit')}</span></button>` : nothing}</div>
      ${data.location ? html`<p class="place">${t('resume.place', { place: placeWords(data.location) })}</p>` : nothing}
      ${isEditing() && !growing && editable(data) ? editor(data) : diff(data.before, shown, titles)}
    </section>`;
}
