import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { t, when } from '../words/i18n.js';

/**
 * A receipt of a write: done, undone or redone, with a button to undo or redo it.
 * @param {object} given
 * @param {unknown} given.words  description of the write
 * @param {{ how: 'undone' | 'redone', at: number }} [given.turned]  last undo or redo
 * @param {() => void} [given.undo]
 * @param {() => void} [given.redo]
 * @param {unknown} [given.more]  further buttons
 * @param {string} [given.testid]
 */
export const receipt = ({ words, turned, undo, redo, more = nothing, testid = 'applied' }) => html`
  <div class="applied ${turned?.how === 'undone' ? 'applied-undone' : ''}" data-testid=${testid} data-turned=${turned?.how ?? ''}>
    <p class="line">${icon(turned?.how === 'undone' ? 'back' : 'check')}<span>${words}${turned ? html` <span class="turned">${t(`turned.${turned.how}`, { at: when(turned.at) })}</span>` : nothing}</span></p>
    ${undo ? html`<button class="small" data-testid="undo" @click=${undo}>${t('turned.undo')}</button>` : nothing}
    ${redo ? html`<button class="small" data-testid="redo" @click=${redo}>${t('turned.redo')}</button>` : nothing}
    ${more}
  </div>`;
