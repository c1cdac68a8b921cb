import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../../browser/focus.js';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { markdown } from '../../markdown.js';
import { edit } from '../../session/session.js';
import * as session from '../../state.js';
import { recipe, recipeOf } from './fields.js';
import { openHistory, pick } from '../follow.js';
import { historyView } from './history.js';
import { marks } from './phases.js';
import { questionsForm } from './questions.js';
import { revision, revisionOf } from './revision.js';
import * as state from '../state.js';

const close = () => { state.open.value = ''; };

const toggle = name => () => { state.open.value = state.open.value === name ? '' : name; };

/** The shown field's text while it is being written. */
function growing() {
  const { data, field } = state;
  return field.value && data.value.work?.field === field.value.name ? session.live.value?.draft ?? '' : '';
}

const action = (name, sign, run, { disabled = !state.mayEdit.value, pressed = undefined } = {}) => html`
  <button class="small" data-testid="field-${name}" aria-pressed=${pressed ?? nothing} ?disabled=${disabled} @click=${run}>${icon(sign)}<span>${t(`content.${name}`)}</span></button>`;

function tools(field) {
  const { open } = state;
  const made = field.characters > 0;
  return html`
    <div class="editor-tools">
      ${action('write', 'pen', toggle('write'), { pressed: open.value === 'write' })}
      ${action(made ? 'regenerate' : 'generate', 'again', () => edit({ generate: { field: field.id } }), { disabled: !state.mayEdit.value || field.unmet.length > 0 })}
      ${action('history', 'back', () => (open.value === 'history' ? close() : openHistory()), { disabled: field.history === 0, pressed: open.value === 'history' })}
      ${action('about', 'gear', toggle('about'), { disabled: false, pressed: open.value === 'about' })}
    </div>`;
}

const statusLine = field => html`
  <p class="field-about" data-testid="field-status" data-status=${field.status}>${t(`content.status.${field.status}`)} ${marks(field)}
    ${field.characters ? html`<span>${t('content.characters', { n: number(field.characters) })}</span>` : nothing}
    ${field.channel ? html`<span>${t('content.forChannel', { name: field.channel })}</span>` : nothing}
    ${field.need_review ? html`<span class="tag">${t('content.review')}</span>` : nothing}</p>`;

const staleLine = field => (field.stale ? html`<p class="line notice" data-testid="stale-line">${icon('warn')}<span>${t('content.staleAbout')}</span></p>` : nothing);

const unmetLine = field => (field.unmet.length ? html`<p class="line notice" data-testid="unmet-line">${icon('warn')}<span>${t('content.unmetAbout', { names: field.unmet.join(t('content.and')) })}</span></p>` : nothing);

async function useText(event, field) {
  event.preventDefault();
  if (await edit({ edit_field: { field: field.id, content: event.target.elements.content.value } })) close();
}

const writer = (field, content) => html`
  <form class="draft-form" @submit=${event => useText(event, field)}>
    <label class="sr-only" for="field-text">${t('content.textOf', { name: field.name })}</label>
    <textarea id="field-text" name="content" data-testid="field-text" rows="16" maxlength="100000" .defaultValue=${content} ${ref(focusOnce)}></textarea>
    <div class="card-row"><button class="primary" data-testid="field-save" ?disabled=${!state.mayEdit.value}>${t('content.useText')}</button>
      <button type="button" @click=${close}>${t('app.cancel')}</button></div>
  </form>`;

async function change(event, field) {
  event.preventDefault();
  const form = event.target;
  const name = form.elements.name.value.trim();
  if (await edit({ change_field: { field: field.id, name, ...recipeOf(form) } })) close();
}

async function remove(field) {
  if (await edit({ delete_field: { field: field.id } })) close();
}

/** A field's name, how it is written, and what it waits for. */
const about = field => html`
  <form class="panel field-form" data-testid="field-form" @submit=${event => change(event, field)}>
    <label class="field"><span>${t('content.fieldName')}</span><input name="name" required maxlength="60" data-testid="field-rename" autocomplete="off" .defaultValue=${field.name}></label>
    ${recipe(field)}
    <div class="card-row"><button class="primary small" data-testid="field-change" ?disabled=${!state.mayEdit.value}>${t('app.save')}</button>
      <button type="button" class="small" @click=${close}>${t('app.cancel')}</button>
      <button type="button" class="danger small" data-testid="field-delete" ?disabled=${!state.mayEdit.value} @click=${() => remove(field)}>${t('content.delete')}</button></div>
  </form>`;

function body(field) {
  const live = growing();
  if (live) return html`<article class="paper" data-testid="growing" aria-busy="true">${markdown(live, false)}</article>`;
  const content = state.text.value?.id === field.id ? state.text.value.content : '';
  if (state.open.value === 'write') return writer(field, content);
  if (revisionOf(field)) return revision(field, content);
  if (!content.trim()) return html`<p class="empty" data-testid="field-empty">${t(field.status === 'generating' ? 'content.beingMade' : 'content.noText')}</p>`;
  return guard([field.id, field.version, content], () => html`<article class="paper" data-testid="field-content">${markdown(content, true)}</article>`);
}

function needed(field) {
  const sources = state.neededBy(field);
  if (!sources.length) return nothing;
  return html`<p class="hint depends-line">${t('content.madeFrom')} ${sources.map(({ id, name }) => html`<button class="link" @click=${() => pick(id)}>${name}</button> `)}</p>`;
}

/** The shown field: its text and its actions. */
export function editor() {
  const field = state.field.value;
  if (!field) return html`<p class="empty" data-testid="no-field">${t('content.noField')}</p>`;
  return html`
    <section class="field-view" data-testid="editor" aria-labelledby="field-title">
      <h3 id="field-title">${field.name}</h3>
      ${statusLine(field)}
      ${needed(field)}
      ${tools(field)}
      ${staleLine(field)}${unmetLine(field)}
      ${state.open.value === 'about' ? about(field) : nothing}
      ${questionsForm(field)}
      ${state.open.value === 'history' ? historyView(field) : body(field)}
    </section>`;
}
