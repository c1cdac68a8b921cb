import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { number, t } from '../i18n.js';
import { edit } from '../session.js';
import * as session from '../state.js';
import { weekOf, weeksOf } from './entries.js';
import { exportIcs, importIcs } from './files.js';
import { monthView } from './month.js';
import { classesPanel, healthPanel, lastPanel } from './panels.js';
import { placeWords } from './proposal.js';
import { repliesPanel } from './replies.js';
import * as state from './state.js';
import { hold, mayMove, putDown } from './target.js';
import { weekView } from './week.js';

const today = () => new Date().toISOString().slice(0, 10);

const go = week => { state.week.value = Math.min(Math.max(week, 1), state.term.value.weeks); };

function nav() {
  const week = state.week.value;
  return html`
    <div class="calendar-nav">
      <button class="quiet icon-only small" data-testid="week-back" aria-label=${t('calendar.previous')} title=${t('calendar.previous')} ?disabled=${week <= 1} @click=${() => go(week - 1)}>${icon('left')}</button>
      <output data-testid="week-shown">${t('calendar.weekOf', { week: number(week) })}</output>
      <button class="quiet icon-only small" data-testid="week-on" aria-label=${t('calendar.next')} title=${t('calendar.next')} ?disabled=${week >= state.term.value.weeks} @click=${() => go(week + 1)}>${icon('right')}</button>
    </div>`;
}

const modeButton = name => html`
  <button class="small" data-testid="mode-${name}" aria-pressed=${state.mode.value === name} @click=${() => { state.mode.value = name; }}>${t(`calendar.${name}`)}</button>`;

/** Closes the menu and runs the chosen item's action. */
const pick = action => event => {
  event.target.closest('details').open = false;
  action();
};

const head = () => html`
  <div class="calendar-head work-head">
    <h2>${t('calendar.title')}</h2>
    ${state.mode.value === 'week' ? nav() : nothing}
    ${modeButton('week')}${modeButton('month')}
    <details class="menu"><summary class="quiet icon-only small" aria-label=${t('calendar.files')} title=${t('calendar.files')} data-testid="calendar-files">${icon('more')}</summary>
      <div class="menu-items"><button data-testid="ics-import" ?disabled=${!session.mayAct.value} @click=${pick(importIcs)}>${t('calendar.import')}</button><button data-testid="ics-export" @click=${pick(exportIcs)}>${t('calendar.export')}</button></div></details>
  </div>`;

/** The dragged entry. Drags stay within the page, so the drag itself carries no data. */
let dragged = /** @type {null | import('./entries.js').Entry} */ (null);

function startDrag(event, entry) {
  dragged = entry;
  state.letGo();
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', entry.name);
}

/** Ends a drag anywhere. The reason of a refusal stays visible. */
function endDrag() {
  dragged = null;
  const refused = state.target.value?.refused;
  if (refused) state.refused.value = refused;
  state.target.value = null;
}

/** Days and sections that each arrow key moves by. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves a proposed task by the keyboard: arrows choose a place, Enter takes it, Escape drops it.
 * @param {KeyboardEvent} event @param {import('./entries.js').Entry} entry
 */
function onKey(event, entry) {
  const held = state.target.value?.keys ? state.target.value : null;
  const step = STEPS[event.key];
  if (!step && !(held && (event.key === 'Enter' || event.key === 'Escape'))) return;
  event.preventDefault();
  event.stopPropagation();
  if (step) return seek(entry, held?.place ?? entry, step);
  if (event.key === 'Enter') putDown();
  else state.letGo();
  if (!state.target.value) focusProposed(entry);
}

function seek(entry, { day, from }, [days, sections]) {
  const to = Math.min(Math.max(day + days, 1), state.term.value.weeks * 7);
  go(weekOf(to));
  hold(entry, to, from + sections, true);
}

/** Returns the focus to the task that was held, at its present place. */
function focusProposed({ id, day }) {
  const own = state.proposal.value.find(move => move.id === id);
  go(weekOf(own?.to?.day ?? day));
  requestAnimationFrame(() => document.querySelector(`.entry-comes[data-id="${CSS.escape(id)}"] button`)?.focus());
}

function week() {
  const { start, weeks } = state.term.value;
  const { days } = weeksOf(weeks, start)[state.week.value - 1];
  return weekView({
    days, entries: state.entries.value, today: today(), target: state.target.value,
    onOver: (day, section) => { if (dragged) hold(dragged, day, section); },
    onDrop: (day, section) => { if (dragged) hold(dragged, day, section); putDown(); endDrag(); },
    use: {
      picked: state.picked.value, drag: mayMove, onDrag: startDrag, onDragEnd: endDrag, onKey,
      onPick: entry => { state.picked.value = state.picked.value === entry.id ? '' : entry.id; },
    },
  });
}

const month = () => monthView({
  weeks: weeksOf(state.term.value.weeks, state.term.value.start), entries: state.entries.value, today: today(),
  onDay: day => { go(weekOf(day)); state.mode.value = 'week'; },
});

/** Limits of the list of skipped events: lines shown at first, lines in all, length of a name. */
const [SHOWN, MOST_LINES, NAME_LENGTH] = [10, 1_000, 80];

/** @param {{ name: string, uid?: string, start: string, reason: string, with?: string }} skip */
function skipLine({ name, uid, start, reason, with: other = '' }) {
  const called = (name === '–' && uid ? uid : name).slice(0, NAME_LENGTH);
  const time = start ? ` (${start.replace('T', ' ').slice(0, 16)})` : '';
  return html`<li>${called}${time}: ${t(`calendar.skip.${reason}`, { with: other.slice(0, NAME_LENGTH) })}</li>`;
}

/** @param {any[]} skipped */
const leftOut = skipped => html`
  <div><ul data-testid="left-out">${skipped.slice(0, SHOWN).map(skipLine)}</ul>
    ${skipped.length > SHOWN ? html`
      <details data-testid="left-out-more"><summary>${t('calendar.skippedMore', { count: number(skipped.length - SHOWN) })}</summary>
        <ul>${skipped.slice(SHOWN, MOST_LINES).map(skipLine)}</ul>
        ${skipped.length > MOST_LINES ? html`<p class="hint">${t('calendar.skippedRest', { count: number(skipped.length - MOST_LINES) })}</p>` : nothing}</details>` : nothing}</div>`;

function importReport() {
  const report = state.imported.value;
  if (!report) return nothing;
  return html`
    <section class="panel import" role="status" data-testid="imported"><p>${t('calendar.imported', { added: number(report.added) })}
      ${report.skipped.length ? t('calendar.skipped', { count: number(report.skipped.length) }) : nothing}</p>
      ${report.skipped.length ? leftOut(report.skipped) : nothing}
      <button class="quiet icon-only small" aria-label=${t('app.close')} @click=${() => { state.imported.value = null; }}>${icon('cross')}</button></section>`;
}

/** Whether the device is used by touch, without dragging and arrow keys. */
const touches = matchMedia('(pointer: coarse)');

/** How to move a proposal by hand; during the move, the place or the reason of a refusal. */
function proposalHint() {
  const { target, refused } = { target: state.target.value, refused: state.refused.value };
  const words = target?.refused || refused;
  const place = target && !target.refused ? placeWords(target.place) : '';
  return html`<p class="hint proposal-hint ${words ? 'proposal-refused' : ''}" role="status" data-testid="proposal-hint">${words ? icon('warn') : nothing}<span>${words || place || t(touches.matches ? 'calendar.byCard' : 'calendar.drag')}</span></p>`;
}

/** Whether a write may be undone or redone: not while a card is open. */
const mayEdit = () => session.mayAct.value && !session.view.value?.card;

/** The calendar beside the conversation. */
export function calendarArea() {
  if (!state.calendar.value) return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  const proposed = state.proposal.value.length > 0;
  return html`
    ${head()}
    ${importReport()}
    ${proposed ? proposalHint() : nothing}
    ${state.mode.value === 'week' ? week() : month()}
    <div class="panels">
      ${lastPanel(state.lastChange.value, {
        mayUndo: mayEdit() && state.data.value?.can_undo, undo: () => edit({ undo: true }),
        mayRedo: mayEdit() && state.data.value?.can_redo, redo: () => edit({ redo: true }),
      })}
      ${classesPanel(state.classes.value)}
      ${healthPanel(state.data.value?.health)}
      ${repliesPanel()}
    </div>`;
}
