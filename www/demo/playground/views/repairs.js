import { html, nothing } from 'lit-html';
import { has, number, t } from '../../words/i18n.js';
import { inWords } from '../../chat/badges.js';
import { brief } from '../brief.js';
import { groups, marks, MARKED, reading, repairs, verdict } from '../reading/reading.js';
import * as state from '../state.js';
import { isLarge, showInLarge } from './large.js';

/** Longest quotation in an explanation, in UTF-16 units. */
const QUOTED = 60;

const activate = index => { state.active.value = index; };

/** Explains the mark under the pointer. Marks lie below the text box, so they are found by their position. @param {PointerEvent} event */
export function pointerMoved({ clientX, clientY }) {
  const under = document.elementsFromPoint(clientX, clientY).find(element => element.matches('mark[data-repair]'));
  if (under) activate(Number(/** @type {HTMLElement} */ (under).dataset.repair));
}

/** Explains the mark at the caret. @param {Event} event */
export function caretMoved({ target }) {
  const caret = /** @type {HTMLTextAreaElement} */ (target).selectionStart;
  const inside = marks.value.findLast(({ range: { offset, length } }) => offset <= caret && caret <= offset + length);
  activate(inside ? inside.index : null);
}

/** Scrolls to the active repair. */
function reveal() {
  const index = state.active.value;
  if (index === null) return;
  if (isLarge()) showInLarge(repairs.value[index].offset);
  requestAnimationFrame(() => document.querySelector(`mark[data-repair="${index}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
}

const quoted = ({ offset, length }) => brief(state.text.value.slice(offset, offset + length), QUOTED);

/** Number of a repair among those of its kind. @param {number} index */
function ordinal(index) {
  const { indices } = groups.value.find(group => group.indices.includes(index)) ?? { indices: [] };
  return indices.length > 1 ? ` ${t('play.ordinal', { n: number(indices.indexOf(index) + 1), of: number(indices.length) })}` : '';
}

/** One repair in a sentence: kind, place, and whether it loses anything. */
function about(repair, index) {
  return html`<b>${inWords('repair', repair.kind)}${ordinal(index)}</b>
    ${repair.length ? html`<code>${quoted(repair)}</code>` : nothing}
    <span>${t(repair.lossless ? 'play.lossless' : 'play.lossy')} · ${t('badge.at', { offset: number(repair.offset) })}${repair.path ? html` · <code>${repair.path}</code>` : nothing}</span>`;
}

/** Reason why a policy refuses a text, with the place. @param {import('stepgate/json/full').JsonError} error */
export const refusal = ({ code, offset = 0 }) => `${inWords(has(`refusal.${code}`) ? 'refusal' : 'repair', code)} · ${t('badge.at', { offset: number(offset) })}`;

function explained() {
  const { error } = reading.value ?? {};
  if (error) return html`<b>${t(verdict.value === 'none' ? 'play.verdict.none' : 'play.refused')}</b> <span>${refusal(error)}</span>`;
  const repair = repairs.value[state.active.value ?? -1];
  if (repair) return about(repair, state.active.value);
  if (!state.text.value.trim()) return t('play.hintEmpty');
  if (verdict.value === 'none') return t('play.hintNothing');
  return repairs.value.length ? t('play.hint') : t('play.hintNone');
}

/** Explanation of the repair under the pointer, the caret or the focus. Its height is fixed, so that nothing jumps. */
export const explanation = () => html`<p class="explanation" id="explanation" role="status" tabindex="0" data-testid="explanation">${explained()}</p>`;

/** @param {{ kind: string, lossless: boolean, indices: number[] }} group */
function chip({ kind, lossless, indices }) {
  const now = indices.indexOf(state.active.value ?? -1);
  const go = index => { activate(index); queueMicrotask(reveal); };
  return html`
    <li><button class="chip ${lossless ? 'chip-lossless' : 'chip-lossy'}" data-testid="repair" data-kind=${kind} aria-pressed=${now >= 0 ? 'true' : 'false'} aria-describedby="explanation"
      @focus=${event => { if (event.target.matches(':focus-visible')) go(indices[Math.max(now, 0)]); }}
      @click=${() => go(indices[(now + 1) % indices.length])}>${inWords('repair', kind)}${indices.length > 1 ? html` <b>×${number(indices.length)}</b>` : nothing}${lossless ? nothing : html`<span class="sr-only"> (${t('play.lossy')})</span>`}</button></li>`;
}

/** Repairs by kind. Each press moves to the next repair of the kind. @param {boolean} areAllMarked */
export const repairChips = areAllMarked => html`
  <div class="repairs">
    <h3>${t('play.repairs', { n: number(repairs.value.length) })}</h3>
    <ul class="chips" data-testid="repairs">${groups.value.map(chip)}</ul>
    ${areAllMarked ? nothing : html`<p class="hint" data-testid="more-repairs">${t('play.moreMarks', { n: number(MARKED) })}</p>`}
  </div>`;
