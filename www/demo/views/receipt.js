import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t, when } from '../i18n.js';

/**
 * What was written, as it stands now: done, taken back, or done again; with the way back or forth where there is one.
 * @param {object} given
 * @param {unknown} given.words  what was done, where
 * @param {{ how: 'undone' | 'redone', at: number }} [given.turned]  what became of it last
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
