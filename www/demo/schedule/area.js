import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { icon } from '../views/icons.js';
import { number, t } from '../words/i18n.js';
import { attempt, edit } from '../session/session.js';
import { dateName, today } from './dates.js';
import { dateOf, weeksOf } from './entries.js';
import { exportIcs, openIcs } from './hand/files.js';
import { redo, undo } from './hand/hand.js';
import { undoLine } from './hand/undo-line.js';
import { importReport } from './hand/import-report.js';
import { lookBackPanel } from './marks.js';
import { monthView } from './board/month.js';
import { classesPanel, healthPanel, lastPanel } from './proposal/panels.js';
import { placeWords } from './places.js';
import { repliesPanel } from './proposal/replies.js';
import { rulesPanel } from './rules/panel.js';
import { searchView } from './proposal/search.js';
import { todayInTerm } from './setting.js';
import * as state from './state.js';
import { mayChange } from './board/target.js';
import { NEW } from './board/new-entry.js';

const days = () => state.term.value.weeks * 7;

const go = day => { state.day.value = Math.min(Math.max(day, 1), days()); };

const step = () => (state.mode.value === 'day' ? 1 : 7);

/** Whether there is a day or a week in a direction. @param {-1 | 1} way */
const canGo = way => (state.mode.value === 'day' ? state.day.value + way >= 1 && state.day.value + way <= days() : state.week.value + way >= 1 && state.week.value + way <= state.term.value.weeks);

/** Weeks that a step in the term goes. */
const WEEKS = 4;

/** Shows the chosen week in the term, whose weeks are longer than the screen. */
const showWeek = () => requestAnimationFrame(() => requestAnimationFrame(() => document.querySelectorAll('.month tbody tr')[state.week.value - 1]?.scrollIntoView({ block: 'center' })));

/** Chooses a day and shows its week in the term. @param {number} day */
function goInTerm(day) {
  go(day);
  showWeek();
}

/** @param {-1 | 1} way @param {boolean} may */
const termStep = (way, may) => html`
  <button class="quiet icon-only small" data-testid=${way < 0 ? 'term-back' : 'term-on'} aria-label=${t(way < 0 ? 'calendar.previousWeeks' : 'calendar.nextWeeks')} title=${t(way < 0 ? 'calendar.previousWeeks' : 'calendar.nextWeeks')} ?disabled=${!may}
    @click=${() => goInTerm(state.day.value + way * WEEKS * 7)}>${icon(way < 0 ? 'left' : 'right')}</button>`;

function termNav() {
  const { week, term: { value: { weeks } } } = state;
  const now = todayInTerm();
  return html`
    <div class="calendar-nav">
      ${termStep(-1, week.value > 1)}
      <output data-testid="week-shown">${t('calendar.weekOf', { week: number(week.value) })}</output>
      ${termStep(1, week.value < weeks)}
      ${now ? html`<button class="quiet small" data-testid="show-today" @click=${() => goInTerm(now)}>${t('calendar.today')}</button>` : nothing}
    </div>`;
}

function nav() {
  const isDay = state.mode.value === 'day';
  const date = dateName(dateOf(state.term.value.start, state.day.value));
  const [before, after] = isDay ? ['calendar.previousDay', 'calendar.nextDay'] : ['calendar.previous', 'calendar.next'];
  const now = todayInTerm();
  return html`
    <div class="calendar-nav">
      <button class="quiet icon-only small" data-testid="week-back" aria-label=${t(before)} title=${t(before)} ?disabled=${!canGo(-1)} @click=${() => go(state.day.value - step())}>${icon('left')}</button>
      <output data-testid="week-shown">${isDay ? date : t('calendar.weekOf', { week: number(state.week.value) })}</output>
      <button class="quiet icon-only small" data-testid="week-on" aria-label=${t(after)} title=${t(after)} ?disabled=${!canGo(1)} @click=${() => go(state.day.value + step())}>${icon('right')}</button>
      ${now ? html`<button class="quiet small" data-testid="go-today" ?disabled=${state.day.value === now} @click=${() => go(now)}>${t('calendar.today')}</button>` : nothing}
    </div>`;
}

const modeButton = name => html`
  <button class="small" data-testid="mode-${name}" aria-pressed=${state.mode.value === name} @click=${() => look(name)}>${t(`calendar.${name}`)}</button>`;

function look(name) {
  state.mode.value = name;
  if (name === 'month') goInTerm(todayInTerm() ?? state.day.value);
}

/** Closes the menu and runs the chosen item's action. */
const pick = action => event => {
  event.target.closest('details').open = false;
  action();
};

const open = (kind, more = {}) => () => { state.sheet.value = { kind, ...more }; };

const item = (id, action, words, disabled = false) => html`<button data-testid=${id} ?disabled=${disabled} @click=${pick(action)}>${t(words)}</button>`;

const menu = (id, sign, label, items) => html`
  <details class="menu"><summary class="quiet icon-only small" aria-label=${label} title=${label} data-testid=${id}>${icon(sign)}</summary><div class="menu-items">${items}</div></details>`;

function head() {
  const still = !mayChange();
  return html`
    <div class="calendar-head work-head">
      <h2>${t('calendar.title')}</h2>
      ${state.mode.value === 'month' ? termNav() : nav()}
      <div class="calendar-modes" role="group" aria-label=${t('calendar.view')}>${modeButton('day')}${modeButton('week')}${modeButton('month')}</div>
      <div class="calendar-tools">
        ${menu('calendar-add', 'plus', t('hand.add'), [item('add-event', open('event'), 'hand.addEvent', still), item('add-at', chooseTime, 'hand.addAt', still), item('add-item', open('item'), 'hand.addItem', still || !state.classes.value.length), item('add-class', open('class'), 'hand.addClass', still)])}
        ${menu('calendar-files', 'more', t('calendar.files'), [item('ics-import', openIcs, 'calendar.import', still), item('ics-export', exportIcs, 'calendar.export'), item('term-open', open('term'), 'term.title', still)])}
      </div>
    </div>`;
}

/** The part of the page that draws the week, once it is loaded. */
const board = signal(/** @type {null | typeof import('./board/board.js')} */ (null));

/** The load of the board, begun when a week is first shown. @type {Promise<boolean> | undefined} */
let loading;

async function loadBoard() {
  const loaded = await import('./board/board.js');
  await loaded.styled;
  board.value = loaded;
}

/** Lets the user choose a time for a new entry, as soon as the calendar is drawn. */
async function chooseTime() {
  loading ??= attempt(loadBoard);
  if (await loading) board.value?.chooseTime();
}

function week() {
  loading ??= attempt(loadBoard);
  if (!board.value) return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  return html`<div class="board" data-testid="week" data-mode=${state.mode.value} ${ref(board.value.boardIn)}></div>`;
}

const month = () => monthView({
  weeks: weeksOf(state.term.value.weeks, state.term.value.start), entries: state.entries.value, today: today(),
  onDay: day => { go(day); state.mode.value = 'week'; },
});

/** Whether the device is used by touch, without arrow keys. */
const touches = matchMedia('(pointer: coarse)');

/** How to move a proposal by hand; during a move, the place or the reason of a refusal. */
function moveHint(proposed) {
  const target = state.target.value;
  const words = target?.refused || state.refused.value;
  const isChosen = target?.keys && target.id === NEW;
  const place = target && !target.refused ? `${placeWords(target.place)}${isChosen ? t(touches.matches ? 'calendar.chooseByTouch' : 'calendar.choose') : ''}` : '';
  if (!proposed && !words && !place) return nothing;
  return html`<p class="hint proposal-hint ${words ? 'proposal-refused' : ''}" role="status" data-testid="proposal-hint">${words ? icon('warn') : nothing}<span>${words || place || t(touches.matches ? 'calendar.byCard' : 'calendar.drag')}</span></p>`;
}

/** Undo and redo of the last change: the agent's own write by its session, so that the conversation knows it; any other by the records. */
function turns() {
  const last = state.history.value.find(({ undone }) => !undone);
  const next = state.history.value.findLast(({ undone }) => undone);
  const byAgent = change => !change || change.about.by === 'agent';
  const can = state.data.value ?? {};
  const ours = { undo: last && !byAgent(last), redo: next && !byAgent(next) };
  return {
    mayUndo: mayChange() && (ours.undo || can.can_undo || Boolean(last)), undo: () => (!ours.undo && can.can_undo ? edit({ undo: true }) : undo()),
    mayRedo: mayChange() && (ours.redo || can.can_redo || Boolean(next)), redo: () => (!ours.redo && can.can_redo ? edit({ redo: true }) : redo()),
  };
}

/** Ways to fill a calendar that has nothing yet, where the user looks for its entries. */
function emptyHint() {
  const { events, task_items: items } = state.calendar.value;
  if (events.length || items.length) return nothing;
  const still = !mayChange();
  return html`
    <section class="panel empty-calendar" data-testid="empty-calendar"><p>${t('calendar.empty')}</p>
      <div class="card-row"><button type="button" class="small" data-testid="empty-import" ?disabled=${still} @click=${openIcs}>${t('calendar.import')}</button>
        <button type="button" class="small" data-testid="empty-event" ?disabled=${still} @click=${open('event')}>${t('hand.addEvent')}</button>
        <button type="button" class="small" data-testid="empty-class" ?disabled=${still} @click=${open('class')}>${t('hand.addClass')}</button></div></section>`;
}

/** The calendar beside the conversation. */
export function calendarArea() {
  if (!state.calendar.value) return html`<p class="empty" role="status">${t('app.loading')}</p>`;
  const proposed = state.proposal.value.length > 0;
  const use = turns();
  return html`
    ${head()}
    ${emptyHint()}
    ${importReport()}
    ${state.mode.value === 'month' ? month() : week()}
    ${searchView()}
    ${moveHint(proposed)}
    <div class="panels">
      ${lookBackPanel(mayChange())}
      ${lastPanel(state.lastChange.value, state.history.value, use)}
      ${classesPanel(state.classes.value, mayChange())}
      ${rulesPanel(mayChange())}
      ${healthPanel(state.data.value?.health)}
      ${repliesPanel()}
    </div>
    ${undoLine(use)}`;
}

