import { computed } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../../browser/focus.js';
import { t } from '../../words/i18n.js';
import { explain } from '../../session/session.js';
import * as page from '../../state.js';
import { alert } from '../../views/alert.js';
import * as state from '../state.js';

/** Fields of the calendar's forms. */

/** Reason why the open form was refused: it goes with the form. */
export const problem = computed(() => /** @type {null | { text: string }} */ (state.sheet.value?.problem ?? null));

/** @param {string} name @param {string} words @param {unknown} control @param {string} [hint] */
const labelled = (name, words, control, hint) => html`<label class="field"><span>${words}</span>${control}${hint ? html`<small>${hint}</small>` : nothing}</label>`;

/** @param {string} name @param {string} value @param {{ type?: string, hint?: string, required?: boolean, min?: string | number, max?: string | number, first?: boolean }} [more] */
export const textField = (name, value, { type = 'text', hint, required = false, min, max, first = false } = {}) => labelled(name, t(`field.${name}`), html`
  <input name=${name} type=${type} data-testid="field-${name}" autocomplete="off" maxlength=${type === 'text' ? 200 : nothing} min=${min ?? nothing} max=${max ?? nothing} ?required=${required} .defaultValue=${String(value ?? '')} ${first ? ref(focusOnce) : nothing}>`, hint);

/** @param {string} name @param {[value: string | number, words: string][]} options @param {string | number} value @param {string} [words] */
export const selectField = (name, options, value, words = t(`field.${name}`)) => labelled(name, words, html`
  <select name=${name} data-testid="field-${name}">${options.map(([one, text]) => html`<option value=${one} ?selected=${String(one) === String(value)}>${text}</option>`)}</select>`);

/** @param {string} name @param {boolean} value @param {string} [hint] */
export const checkField = (name, value, hint) => html`
  <label class="check"><input type="checkbox" name=${name} data-testid="field-${name}" .defaultChecked=${value}><span>${t(`field.${name}`)}${hint ? html`<small>${hint}</small>` : nothing}</span></label>`;

/** Boxes of which any number can be ticked. @param {string} name @param {[value: number, words: string][]} options @param {number[]} values */
export const checksField = (name, options, values) => html`
  <fieldset class="boxes"><legend>${t(`field.${name}`)}</legend><div>${options.map(([one, words]) => html`
    <label class="check"><input type="checkbox" name=${name} value=${one} .defaultChecked=${values.includes(one)}><span>${words}</span></label>`)}</div></fieldset>`;

/** @param {HTMLFormElement} form @param {string} name */
export const textOf = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();

/** A number, or null if the field is empty. @param {HTMLFormElement} form @param {string} name */
export const numberOf = (form, name) => (textOf(form, name) === '' ? null : Number(textOf(form, name)));

/** @param {HTMLFormElement} form @param {string} name */
export const isChecked = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).checked;

/** @param {HTMLFormElement} form @param {string} name */
export const checkedOf = (form, name) => [...form.querySelectorAll(`input[name="${name}"]:checked`)].map(box => Number(/** @type {HTMLInputElement} */ (box).value));

export const close = () => { state.sheet.value = null; };

/**
 * Runs the work of the open form, which then closes; a refusal stays in the form, focused. If the user closed it meanwhile, another form stays
 * open, and the page shows the refusal.
 * @param {() => Promise<unknown>} work
 */
export async function submit(work) {
  const own = state.opened();
  if (!own) return; // a second click, before the closed form is gone from the page
  const isOpen = () => state.opened() === own;
  state.alter({ problem: null });
  try {
    await work();
    if (isOpen()) close();
  } catch (error) {
    const text = explain(error);
    if (isOpen()) state.alter({ problem: { text } });
    else page.failure.value = text;
  }
}

/**
 * A form with its refusal and buttons. @param {string} title @param {unknown} fields @param {(form: HTMLFormElement) => Promise<unknown>} work
 * @param {{ more?: unknown, save?: string }} [options]
 */
export const form = (title, fields, work, { more = nothing, save = t('app.save') } = {}) => html`
  <h2>${title}</h2>
  <form class="sheet" novalidate @submit=${event => { event.preventDefault(); submit(() => work(event.target)); }}>
    ${fields}
    ${alert(problem.value, 'sheet-problem')}
    <div class="card-row sheet-row"><button class="primary" data-testid="sheet-save">${save}</button><button type="button" @click=${close}>${t('app.cancel')}</button>${more}</div>
  </form>`;
