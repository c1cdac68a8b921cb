import { html, nothing } from 'lit-html';
import { t } from '../words/i18n.js';
import { edit } from '../session/session.js';
import * as state from '../state.js';

/** @typedef {import('../../src/guide/index.js').Resume} Resume */

const entry = ({ title, organization, subtitle, date, date_start: from, date_end: to }) => html`
  <li>${[title, organization, subtitle].filter(Boolean).join(' · ') || '–'}<span class="date">${date ?? [from, to].filter(Boolean).join(' – ')}</span></li>`;

const section = one => html`
  <section data-testid="read-section">
    <h3>${one.title}</h3>
    ${one.type === 'text' ? html`<p class="pre">${one.content}</p>` : html`<ul class="read-entries">${one.items.map(entry)}</ul>`}
  </section>`;

const leftOut = parts => html`
  <section class="read-left-out" data-testid="read-left-out"><h3>${t('read.leftOut')}</h3><ul>${parts.map(part => html`<li>${part}</li>`)}</ul></section>`;

/** Reading by the model: the sections that will be made, and the parts of the text that stand in none. @param {{ resume: Resume, left_out: string[] }} preview */
export const readingView = ({ resume: { basics, sections }, left_out: parts }) => html`
  <div class="read" data-testid="read">
    <p><b>${basics.name}</b> ${[basics.label, basics.email, basics.phone, ...basics.links].filter(Boolean).join(' · ')}</p>
    ${sections.map(section)}
    ${parts.length ? leftOut(parts) : nothing}
  </div>`;

const isReading = () => state.guide.value?.stage === 'reading';

/** Words while the model reads the text. */
export const readingWords = () => (isReading() ? t('read.working') : undefined);

/** Offers another reading after one was declined or failed. */
export function readAgain() {
  if (!isReading() || !state.mayAct.value || state.view.value?.card) return nothing;
  return html`<p class="card" data-testid="read-again"><button class="primary" data-testid="read-retry" @click=${() => edit({ retry: true })}>${t('read.again')}</button></p>`;
}
