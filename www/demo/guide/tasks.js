import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { focusOnce } from '../browser/focus.js';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import { progressWords } from '../words/progress.js';
import { ask, edit, editPlan } from '../session/session.js';
import * as state from '../state.js';

const SIGNS = { pending: 'ring', in_progress: 'dot', confirmed: 'check', completed: 'check', skipped: 'skip' };

/** Label of the button that enters a task: one that is done, was skipped, or is still to do. */
const ENTER = { completed: 'tasks.revise', skipped: 'tasks.takeUp', pending: 'tasks.doNow', in_progress: 'tasks.doNow' };

/** Session whose form is open, and the places that it offers; null while no form is open. */
const form = signal(/** @type {null | { session: string | null, places: import('../../src/guide/index.js').GuidePlace[] }} */ (null));
/** Index of the chosen place; one behind the last is a new section. */
const chosen = signal(0);
/** Last change of the plan, for screen readers. */
const told = signal('');

/** Focuses the first of these elements that is there, after the next drawing. @param {string[]} ids */
const focusNext = ids => requestAnimationFrame(() => requestAnimationFrame(() => {
  const found = ids.map(id => /** @type {HTMLElement | null} */ (document.querySelector(`[data-testid="${id}"]`)));
  found.find(element => element?.checkVisibility())?.focus();
}));

/** Moves a task; the button keeps the focus, or the other one gets it at the end of the way. */
async function move({ id, section }, way) {
  if (!await editPlan({ [`move_${way}`]: id })) return;
  const at = state.guide.value.tasks.findIndex(task => task.id === id) + 1;
  told.value = t('tasks.moved', { section, at, total: state.guide.value.tasks.length });
  focusNext([`task-${way}-${id}`, `task-${way === 'up' ? 'down' : 'up'}-${id}`]);
}

async function drop({ id, section }) {
  if (!await editPlan({ drop_task: id })) return;
  told.value = t('tasks.dropped', { section });
  focusNext(['task-add']);
}

const tool = (task, action, sign, label, press) => html`
  <button class="small quiet icon-only" data-testid="task-${action}-${task.id}" aria-label=${t(label, { section: task.section })} title=${t(label, { section: task.section })} @click=${press}>${icon(sign)}</button>`;

/** Buttons that move and drop a task to come. */
function arranging(task, can) {
  if (!can) return nothing;
  return html`
    ${can.move_up.includes(task.id) ? tool(task, 'up', 'up', 'tasks.up', () => move(task, 'up')) : nothing}
    ${can.move_down.includes(task.id) ? tool(task, 'down', 'down', 'tasks.down', () => move(task, 'down')) : nothing}
    ${can.drop_task.includes(task.id) ? tool(task, 'drop', 'cross', 'tasks.drop', () => drop(task)) : nothing}`;
}

function task(one, current, can, first) {
  const { id, section, status = 'pending', strategy, diagnosis, goal } = one;
  return html`
    <li class="task task-${status}" data-testid="task-${id}" data-status=${status} aria-current=${current ? 'step' : nothing}>
      <details ?open=${current}>
        <summary>${icon(SIGNS[status])}<span class="task-name">${section}</span><span class="task-status">${t(current && first ? 'tasks.first' : `tasks.${status}`)}</span></summary>
        <dl>
          ${strategy ? html`<dd class="strategy">${t(`tasks.${strategy}`)}</dd>` : nothing}
          <dt>${t('tasks.diagnosis')}</dt><dd>${diagnosis}</dd>
          <dt>${t('tasks.goal')}</dt><dd>${goal}</dd>
        </dl>
        <div class="task-tools">
          ${current && can?.skip ? html`<button class="small" data-testid="skip" @click=${() => edit({ skip: true })}>${t('tasks.skip')}</button>` : nothing}
          ${!current && can?.plan && ENTER[status] ? html`<button class="small" data-testid="revise-${id}" @click=${() => edit({ backtrack: id })}>${t(ENTER[status])}</button>` : nothing}
          ${arranging(one, can)}
        </div>
      </details>
    </li>`;
}

function openForm() {
  form.value = { session: state.sessionId.value, places: ask({ places: true }) };
  chosen.value = 0;
}

function closeForm() {
  form.value = null;
  focusNext(['task-add']);
}

async function add(event) {
  event.preventDefault();
  const { elements } = event.target;
  const text = name => elements.namedItem(name)?.value.trim() ?? '';
  const place = form.value?.places[chosen.value] ?? { section: text('section'), adds: true };
  const goal = text('goal');
  if (!await editPlan({ add_task: { ...place, ...(goal ? { goal } : {}) } })) return;
  told.value = t('tasks.added', { section: place.section });
  closeForm();
}

const placeName = ({ section, adds }) => (adds ? t('tasks.newEntry', { section }) : section);

/** For `ref`: brings the whole form into view when it is added. @param {Element | undefined} element */
const inView = element => requestAnimationFrame(() => element?.scrollIntoView({ block: 'nearest' }));

/** Form for a task that the user adds, and the button that opens it. */
function adding() {
  const places = form.value?.session === state.sessionId.value ? form.value?.places : undefined;
  if (!places) return html`<button class="small quiet task-add" data-testid="task-add" @click=${openForm}>${icon('plus')}<span>${t('tasks.add')}</span></button>`;
  const isNew = chosen.value >= places.length;
  return html`
    <form class="task-form" data-testid="task-form" @submit=${add} @keydown=${event => { if (event.key === 'Escape' && !event.isComposing) closeForm(); }} ${ref(inView)}>
      <label class="field"><span>${t('tasks.place')}</span>
        <select name="place" data-testid="task-place" @change=${event => { chosen.value = event.target.selectedIndex; }} ${ref(focusOnce)}>
          ${places.map((place, index) => html`<option ?selected=${index === chosen.value}>${placeName(place)}</option>`)}
          <option ?selected=${isNew}>${t('tasks.newSection')}</option>
        </select></label>
      ${isNew ? html`<label class="field"><span>${t('tasks.sectionName')}</span><input name="section" data-testid="task-section" maxlength="200" required autocomplete="off"></label>` : nothing}
      <label class="field"><span>${t('tasks.wanted')}</span><input name="goal" data-testid="task-goal" maxlength="1000" autocomplete="off"></label>
      <div class="card-row"><button class="small primary" data-testid="task-save">${t('tasks.save')}</button>
        <button type="button" class="small" data-testid="task-cancel" @click=${closeForm}>${t('tasks.cancel')}</button></div>
    </form>`;
}

/** The plan: tasks that are done, in progress and to come. */
export function taskList() {
  const { tasks, current_task: current, progress, stage } = state.guide.value;
  const can = state.mayAct.value && state.guide.value.can;
  const { completed: done, skipped, total } = progress;
  const words = progressWords({ done, skipped, total });
  const untouched = total > 1 && done + skipped === 0;
  return html`
    <section class="tasks" aria-labelledby="tasks-title">
      <h2 id="tasks-title">${t('tasks.title')}</h2>
      ${tasks.length ? html`
        <p class="progress-text" data-testid="progress">${words}</p>
        <progress max=${total} .value=${done + skipped} aria-label=${words}></progress>
        <ol>${repeat(tasks, one => one.id, (one, at) => task(one, one.id === current && stage !== 'completed', can, untouched && at === 0))}</ol>`
    : html`<p class="empty">${t(stage === 'planning' ? 'tasks.planning' : 'tasks.none')}</p>`}
      ${can && can.add_task ? adding() : nothing}
      <p class="sr-only" role="status" data-testid="task-told">${told.value}</p>
    </section>`;
}
