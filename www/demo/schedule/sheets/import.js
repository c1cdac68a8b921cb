import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { attempt } from '../../session/session.js';
import { look, takeIn } from '../hand/files.js';
import { importWords, leftOut } from '../hand/import-report.js';
import { form } from './form.js';

/** @param {string} name @param {string} value @param {string} words @param {any} sheet */
const choice = (name, value, words, { file, choices }) => html`
  <label class="check"><input type="radio" name=${name} value=${value} data-testid="${name}-${value}" .checked=${choices[name] === value} @change=${() => attempt(() => look(file, { ...choices, [name]: value }))}><span>${words}</span></label>`;

/** What a calendar file brings, with the choices to make, before anything changes. */
export function importSheet(sheet) {
  const { file, choices, found } = sheet;
  const whole = found.calendar.events.some(event => event.uid && event.start_time.endsWith('T00:00') && event.end_time.endsWith('T00:00'));
  return form(t('import.title', { name: file.name }), html`
    <div data-testid="import-found">${importWords(found, 'import').map(words => html`<p>${words}</p>`)}</div>
    ${whole ? html`<fieldset class="picks"><legend>${t('import.allDay')}</legend>${choice('allDay', 'busy', t('import.busy'), sheet)}${choice('allDay', 'note', t('import.note'), sheet)}</fieldset>` : nothing}
    ${found.vanished.length ? html`<fieldset class="picks"><legend>${t('import.vanished', { count: number(found.vanished.length) })}</legend>
      <ul class="hint">${found.vanished.slice(0, 5).map(({ name }) => html`<li>${name}</li>`)}</ul>${choice('vanished', 'keep', t('import.keep'), sheet)}${choice('vanished', 'delete', t('import.delete'), sheet)}</fieldset>` : nothing}
    ${leftOut(found)}`,
  () => takeIn(sheet), { save: t('import.take') });
}
