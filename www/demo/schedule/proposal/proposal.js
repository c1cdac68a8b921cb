import { html, nothing } from 'lit-html';
import { callOf, previewOf } from '../../chat/only-call.js';
import { icon } from '../../views/icons.js';
import { has, number, t } from '../../words/i18n.js';
import * as session from '../../state.js';
import { dateName } from '../dates.js';
import { dateOf, dayOf } from '../entries.js';
import { movedTo, take } from './edits.js';
import { hasList, hasPlace } from './moves.js';
import { placeWords, timesOf } from '../places.js';
import { clock, term } from '../setting.js';
import * as state from '../state.js';

export { placeWords };

/** Changes of a card that are listed before the rest is unfolded. */
const FIRST = 5;

/** A task with its old and its new place. @param {{ name: string, from?: any, to?: any }} move */
export const moveView = ({ name, from, to }) => html`<li>${moveWords({ name, from, to })}</li>`;

const moveWords = ({ name, from, to }) => html`<b>${name}</b> <del>${placeWords(from)}</del> ${icon('right')} <ins>${placeWords(to)}</ins>`;

/** Days of the agent's window as days of the term. */
const windowDays = () => (state.timetable.value?.window.day_mapping ?? []).map(dayOf);

/** Moves a proposed task to the chosen day and period. @param {any} move @param {{ day?: number, from?: number }} chosen */
function choose(move, chosen) {
  const length = move.to.to - move.to.from;
  const { day, from } = { ...move.to, ...chosen };
  state.edited.value = movedTo(move.task, { day, from, to: from + length });
}

/** Day and period of a proposed task as selects. @param {any} move */
function placeSelects(move) {
  const { day, from, to } = move.to;
  const starts = clock.value.slice(0, clock.value.length - (to - from));
  return html`
    <div class="place-selects">
      <label><span class="sr-only">${t('proposal.dayOf', { name: move.name })}</span><select name="day" data-testid="move-day" @change=${event => choose(move, { day: Number(event.target.value) })}>
        ${windowDays().map(one => html`<option value=${one} ?selected=${one === day}>${dateName(dateOf(term.value.start, one))}</option>`)}</select></label>
      <label><span class="sr-only">${t('proposal.periodOf', { name: move.name })}</span><select name="slot_start" data-testid="move-period" @change=${event => choose(move, { from: Number(event.target.value) })}>
        ${starts.map((_, index) => { const place = { from: index + 1, to: index + 1 + to - from }; return html`<option value=${place.from} ?selected=${place.from === from}>${place.from === place.to ? place.from : `${place.from}–${place.to}`} · ${timesOf(place)}</option>`; })}</select></label>
    </div>`;
}

/** One change of the card, with its box if it can be left out. @param {any} move @param {any} tool @param {boolean} edits */
const row = (move, tool, edits) => html`
  <li class=${move.off ? 'move-off' : ''} data-testid="proposed-move">
    ${hasList(tool) ? html`<label class="check move-check"><input type="checkbox" data-testid="move-take" .checked=${!move.off} @change=${event => take(move.task, event.target.checked)}><span>${moveWords(move)}</span></label>` : html`<div>${moveWords(move)}</div>`}
    ${edits && move.to && !move.off && hasPlace(tool, move.task) ? placeSelects(move) : nothing}
  </li>`;

/** What the agent notes about a write. @param {string[]} [notes] */
const notesView = (notes = []) => notes.map(note => html`<p class="card-note" data-testid="card-note">${icon('warn')}<span>${note}</span></p>`);

/** What is not among the first of a list, behind a line with its number. @param {number} length of the list @param {string} id @param {() => unknown} list */
const rest = (length, id, list) => (length > FIRST ? html`<details class="more-moves" data-testid=${id}><summary>${t('proposal.more', { count: number(length - FIRST) })}</summary>${list()}</details>` : nothing);

/** A task that a plan leaves without a place; the first have a reason. @param {{ name: string, reason?: string }} task */
const leftView = ({ name, reason }) => html`<li data-testid="unplaced">${reason ? t('proposal.reason', { name, reason }) : name}</li>`;

/** Group of a change: a new place, another place, or none any more. @param {{ from?: any, to?: any }} move */
const groupOf = ({ from, to }) => (!from ? 'placed' : to ? 'moved' : 'out');

/** Heading of a group of changes, with their number. @param {any[]} moves all changes @param {string} group */
const groupView = (moves, group) => html`<li data-testid="move-group"><b>${t(`proposal.${group}`, { count: number(moves.filter(move => groupOf(move) === group).length) })}</b></li>`;

/** Changes that the open card proposes: five, then the rest behind a line. @param {any} card @param {boolean} edits whether days and periods can be chosen */
export function proposalView(card, edits) {
  const moves = state.listed.value;
  const taken = moves.filter(({ off }) => !off).length;
  const refused = state.editOf(card)?.refused;
  const mixed = new Set(moves.map(groupOf)).size > 1;
  const opens = (part, index) => mixed && (index === 0 || groupOf(part[index]) !== groupOf(part[index - 1]));
  const rows = part => part.map((move, index) => html`${opens(part, index) ? groupView(moves, groupOf(move)) : nothing}${row(move, callOf(card), edits)}`);
  return html`
    ${reportView(previewOf(card).report)}
    ${notesView(previewOf(card).notes)}
    ${hasList(callOf(card)) ? html`<p class="hint" data-testid="taken">${t('proposal.taken', { taken: number(taken), all: number(moves.length) })}</p>` : nothing}
    <ul class="last-moves" data-testid="proposal">${rows(moves.slice(0, FIRST))}</ul>
    ${rest(moves.length, 'more-moves', () => html`<ul class="last-moves">${rows(moves.slice(FIRST))}</ul>`)}
    ${refused ? html`<p class="field-problem" role="alert" tabindex="-1" data-testid="move-refused">${refused}</p>` : nothing}`;
}

/** Wishes of a plan, what gets better and worse, and tasks without a place. @param {any} report */
function reportView(report) {
  if (!report) return nothing;
  const { changes = [], unplaced = [], wishes = [], notes = [] } = report;
  return html`
    <div class="report" data-testid="report">
      ${notes.map(note => html`<p class="hint">${note}</p>`)}
      ${wishes.length ? html`<p class="hint">${t('proposal.wishes', { wishes: wishes.join(t('schedule.and')) })}</p>` : nothing}
      ${changes.length ? html`<ul aria-label=${t('proposal.report')} data-testid="plan-changes">${changes.map(({ text, better }) => html`<li class=${better ? 'better' : 'worse'}>${text}</li>`)}</ul>` : nothing}
      ${unplaced.length ? html`<p><b>${t('proposal.unplaced', { count: number(unplaced.length) })}</b></p><ul>${unplaced.slice(0, FIRST).map(leftView)}</ul>` : nothing}
      ${rest(unplaced.length, 'more-unplaced', () => html`<ul>${unplaced.slice(FIRST).map(leftView)}</ul>`)}
    </div>`;
}

/** A task class to be written: its dates and tasks, as far as the arguments are valid, and what the agent notes about them. @param {any} args @param {string[]} [notes] */
export function classView({ task_class: { name, start_date, end_date, items: own } = {}, items = own }, notes) {
  const listed = Array.isArray(items) ? items : [];
  return html`
    <p data-testid="proposed-class"><b>${name}</b> ${start_date && end_date ? t('classes.dates', { start: start_date, end: end_date }) : nothing}</p>
    <ol class="plan">${listed.map(item => html`<li>${item?.content ?? item}${itemOptions(item)}</li>`)}</ol>
    ${notesView(notes)}`;
}

/** Options of a proposed task in words. @param {any} item */
function itemOptions(item) {
  const words = (name, value) => (name === 'priority' && has(`priority.${value}`) ? t(`priority.${value}`) : String(value).replace('T', ' '));
  const parts = ['length', 'priority', 'earliest', 'deadline'].filter(name => item?.[name] != null).map(name => t(`item.${name}`, { value: words(name, item[name]) }));
  return parts.length ? html`<small>${parts.join(' · ')}</small>` : nothing;
}

/** Whether the card's changes have days and periods to choose. @param {any} card */
export const hasPlaces = card => Boolean(callOf(card)) && session.view.value?.agent === 'schedule' && state.listed.value.some(({ task }) => hasPlace(callOf(card), task));

/** The steps of a plan, each with its criterion of completion. @param {{ content: string, done_when?: string }[]} plan */
export const planView = plan => html`
  <ol class="plan" data-testid="plan">${plan.map(({ content, done_when }) => html`
    <li>${content}${done_when ? html`<small>${t('schedule.doneWhen', { done_when })}</small>` : nothing}</li>`)}</ol>`;
