import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { changeWords } from '../proposal/panels.js';
import * as state from '../state.js';

const close = () => { state.justMade.value = null; };

/**
 * The change that was just saved, with a button to undo it. It stays until the user closes it or the calendar changes again: nobody has to
 * hurry. The line is always in the page, so that its words are announced.
 * @param {{ mayUndo: boolean, undo: () => void }} use
 */
export function undoLine({ mayUndo, undo }) {
  const change = mayUndo ? state.justMade.value : null;
  return html`
    <div class="undo-line" role="status" data-testid="undo-line">${change ? html`
      <span>${changeWords(change)}</span>
      <button type="button" class="small" data-testid="undo-line-undo" @click=${undo}>${icon('back')}<span>${t('receipt.undo')}</span></button>
      <button type="button" class="quiet icon-only small" data-testid="undo-line-close" aria-label=${t('app.close')} title=${t('app.close')} @click=${close}>${icon('cross')}</button>` : nothing}</div>`;
}
