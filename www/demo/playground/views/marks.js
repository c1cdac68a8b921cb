import { html, nothing } from 'lit-html';
import { number, t } from '../../i18n.js';
import { inWords } from '../../views/badges.js';
import { marks, reading, repairs, verdict } from '../reading.js';
import * as state from '../state.js';

/** How many repairs are listed. */
const LISTED = 200;

/** How much of the text an explanation quotes, in UTF-16 units. */
const QUOTED = 60;

const lossless = index => repairs.value[index]?.lossless ?? false;

function classes(index, isGap) {
  const look = repairs.value[index]?.kind === 'prose' ? 'mark-prose' : lossless(index) ? 'mark-lossless' : 'mark-lossy';
  return `${look} ${isGap ? 'mark-gap' : ''} ${index === state.active.value ? 'mark-active' : ''}`;
}

/** A repaired place in the text; what was missing is a mark without width. @param {number} index of the repair @param {string} text */
export const mark = (index, text) => html`<mark class=${classes(index, text === '')} data-repair=${index}>${text}</mark>`;

const activate = index => { state.active.value = index; };

/** Explains the mark under the pointer. The marks lie below the text box, so they are asked for by place. @param {PointerEvent} event */
export function pointerMoved({ clientX, clientY }) {
  const under = document.elementsFromPoint(clientX, clientY).find(element => element.matches('mark[data-repair]'));
  if (under) activate(Number(/** @type {HTMLElement} */ (under).dataset.repair));
}

/** Explains the mark the caret is in. @param {Event} event */
export function caretMoved({ target }) {
  const caret = /** @type {HTMLTextAreaElement} */ (target).selectionStart;
  const inside = marks.value.findLast(({ range: { offset, length } }) => offset <= caret && caret <= offset + length);
  activate(inside ? inside.index : null);
}

/** Shows the place of a repair. @param {number} index */
function reveal(index) {
  activate(index);
  requestAnimationFrame(() => document.querySelector(`mark[data-repair="${index}"]`)?.scrollIntoView({ block: 'nearest' }));
}

const quoted = ({ offset, length }) => {
  const text = state.text.value.slice(offset, offset + Math.min(length, QUOTED));
  return length > QUOTED ? `${text}…` : text;
};

/** One repair in a sentence: what, where, and whether anything is lost. */
function about(repair) {
  return html`<b>${inWords('repair', repair.kind)}</b>
    ${repair.length ? html`<code>${quoted(repair)}</code>` : nothing}
    <span>${t(repair.lossless ? 'play.lossless' : 'play.lossy')} · ${t('badge.at', { offset: number(repair.offset) })}${repair.path ? html` · <code>${repair.path}</code>` : nothing}</span>`;
}

/** Why a policy refuses a text: what it does not allow, and where. @param {import('stepgate/json').JsonError} error */
const refusal = ({ kind, offset = 0 }) => `${inWords('repair', kind)} · ${t('badge.at', { offset: number(offset) })}`;

function explained() {
  const { error } = reading.value ?? {};
  if (error) return html`<b>${t(verdict.value === 'none' ? 'play.verdict.none' : 'play.refused')}</b> <span>${refusal(error)}</span>`;
  const repair = repairs.value[state.active.value ?? -1];
  if (repair) return about(repair);
  if (!state.text.value.trim()) return t('play.hintEmpty');
  return repairs.value.length ? t('play.hint') : t('play.hintNone');
}

/** What the repair under the pointer, the caret or the focus was; always as high, so that nothing jumps. */
export const explanation = () => html`<p class="explanation" id="explanation" role="status" data-testid="explanation">${explained()}</p>`;

const chip = ({ kind, lossless }, index) => html`
  <li><button class="chip ${lossless ? 'chip-lossless' : 'chip-lossy'}" data-testid="repair" aria-pressed=${index === state.active.value ? 'true' : 'false'} aria-describedby="explanation"
    @focus=${() => reveal(index)} @pointerenter=${() => activate(index)} @click=${() => reveal(index)}>${inWords('repair', kind)}${lossless ? nothing : html`<span class="sr-only"> (${t('play.lossy')})</span>`}</button></li>`;

/** Every repair in the order of the reading, to be gone through by keyboard. */
export function repairChips() {
  const more = repairs.value.length - LISTED;
  return html`
    <div class="repairs">
      <h3>${t('play.repairs', { n: number(repairs.value.length) })}</h3>
      <ol class="chips" data-testid="repairs">${repairs.value.slice(0, LISTED).map(chip)}${more > 0 ? html`<li class="hint" data-testid="more-repairs">${t('play.more', { n: number(more) })}</li>` : nothing}</ol>
    </div>`;
}
