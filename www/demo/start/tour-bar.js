import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import * as state from '../state.js';
import { end, isOpen, next, present, toggle } from './tour.js';

const answers = ({ lines, plays }) => html`
  <p class="hint">${t(plays ? 'tour.next' : 'tour.byHand')}</p>
  <ol class="tour-lines">${lines.map((line, index) => html`<li><button class="small" data-testid="tour-line" ?disabled=${index > 0 || !isOpen.value} @click=${next}>${line}</button></li>`)}</ol>`;

/** The sample answers of a tour, above the input box. */
export function tourBar() {
  const tour = present.value;
  if (!tour || (!tour.lines.length && !state.view.value?.card)) return nothing;
  return html`
    <section class="tour" aria-label=${t('tour.label')} data-testid="tour">
      ${tour.lines.length ? answers(tour) : html`<p class="hint" role="status">${t('tour.card')}</p>`}
      <p class="tour-row">
        ${tour.lines.length ? html`<button class="small quiet" data-testid="tour-play" @click=${toggle}>${icon(tour.plays ? 'pause' : 'play')}<span>${t(tour.plays ? 'tour.pause' : 'tour.play')}</span></button>` : nothing}
        <button class="small quiet" data-testid="tour-end" @click=${end}>${icon('cross')}<span>${t('tour.end')}</span></button></p>
    </section>`;
}
