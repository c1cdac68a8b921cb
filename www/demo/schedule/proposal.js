import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { dateOf } from './entries.js';
import { proposal, term } from './state.js';
import { dateName } from './week.js';

/** A place in words. @param {import('./entries.js').Place | undefined} place */
export const placeWords = place => (place ? t('calendar.place', { day: dateName(dateOf(term.value.start, place.day)), periods: periods(place) }) : t('calendar.nowhere'));

const periods = ({ from, to }) => t(from === to ? 'calendar.period' : 'calendar.periods', { from, to });

/** A task with its old and its new place. @param {{ name: string, from?: any, to?: any }} move */
export const moveView = ({ name, from, to }) => html`<li><b>${name}</b> <del>${placeWords(from)}</del> ${icon('right')} <ins>${placeWords(to)}</ins></li>`;

/** Changes that the open card proposes. */
export const proposalView = () => html`<ul class="last-moves" data-testid="proposal">${proposal.value.map(moveView)}</ul>`;

/** A task class to be written: its dates and tasks, as far as the arguments are valid. @param {any} args */
export function classView({ task_class: { name, start_date, end_date, items: own } = {}, items = own }) {
  const listed = Array.isArray(items) ? items : [];
  return html`
    <p data-testid="proposed-class"><b>${name}</b> ${start_date && end_date ? t('classes.dates', { start: start_date, end: end_date }) : nothing}</p>
    <ol class="plan">${listed.map(item => html`<li>${item?.content ?? item}</li>`)}</ol>`;
}

/** The steps of a plan, each with its criterion of completion. @param {{ content: string, done_when?: string }[]} plan */
export const planView = plan => html`
  <ol class="plan" data-testid="plan">${plan.map(({ content, done_when }) => html`
    <li>${content}${done_when ? html`<small>${t('schedule.doneWhen', { done_when })}</small>` : nothing}</li>`)}</ol>`;
