import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import * as session from '../../state.js';
import { always, calendar, chosen } from '../state.js';

/** The calendar's classes. Choosing forgets classes that no longer exist. */
const all = () => calendar.value?.task_classes ?? [];

const isChosen = id => !chosen.value || chosen.value.includes(id);

/** Adds a class to the choice or removes it. At least one remains, and all of them means no choice. */
function choose(id, on) {
  const ids = all().map(one => one.id).filter(one => (one === id ? on : isChosen(one)));
  chosen.value = ids.length === all().length || ids.length === 0 ? null : ids;
}

const choice = ({ id, name }) => html`
  <label class="check"><input type="checkbox" data-testid="class-${id}" .checked=${isChosen(id)} @change=${event => choose(id, event.target.checked)}><span>${name}</span></label>`;

function classes() {
  const known = all();
  if (known.length < 2) return nothing;
  const names = known.filter(({ id }) => isChosen(id)).map(({ name }) => name);
  const shown = chosen.value ? names.join(t('schedule.and')) : t('schedule.allClasses', { count: number(known.length) });
  return html`
    <details class="turn-classes" data-testid="turn-classes"><summary>${t('schedule.about')} <b>${shown}</b></summary>
      <fieldset><legend class="sr-only">${t('classes.title')}</legend>${known.map(choice)}</fieldset></details>`;
}

/** Options of the next request: its classes, and whether it may write without asking. */
export const turnOptions = () => html`
  <div class="turn-options">
    ${classes()}
    ${session.asks.value ? nothing : alwaysChoice()}
  </div>`;

/** An open card asks the same, so that the choice waits until it is answered. */
const alwaysChoice = () => html`<label class="check always-choice"><input type="checkbox" data-testid="always" .checked=${always.value} @change=${event => { always.value = event.target.checked; }}><span>${t('schedule.always')}</span></label>`;

/** The options in the agent's form. */
export const turnWith = () => ({
  always_execute: always.value,
  ...(all().length ? { task_class_ids: all().map(({ id }) => id).filter(isChosen) } : {}),
});
