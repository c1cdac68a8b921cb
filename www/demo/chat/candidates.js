import { html, nothing } from 'lit-html';
import { answer } from '../session/session.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Card} Card */

/** A button for each thing that can be chosen on a card. @param {Card} card @param {boolean} stale */
export function candidatesView(card, stale) {
  const { candidates = [] } = card;
  if (candidates.length === 0) return nothing;
  return html`<ul class="candidates">${candidates.map(({ id, label, about }) => html`
    <li><button type="button" data-testid="card-choice" data-choice=${id} ?disabled=${stale} @click=${() => answer(card, { choice: id })}>
      <span>${label}</span>${about ? html`<small>${about}</small>` : nothing}</button></li>`)}</ul>`;
}
