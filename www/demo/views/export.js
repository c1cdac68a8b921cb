import { html, nothing } from 'lit-html';
import { download } from '../browser/files.js';
import { icon } from './icons.js';
import { t } from '../words/i18n.js';
import { exported } from '../session/session.js';

/** A way to take the work along: the end of its test id, its words, and what it does. @typedef {[id: string, words: string, act: () => unknown]} Export */

/** Runs a way to export; a menu that it stands in is closed first. @param {() => unknown} act */
const pressed = act => event => {
  const menu = event.target.closest('details');
  if (menu) menu.open = false;
  act();
};

/** @param {Export[]} ways @param {string} id beginning of the test ids @param {string | typeof nothing} look class of the buttons */
const buttons = (ways, id, look) => ways.map(([name, words, act]) => html`<button class=${look} data-testid="${id}-${name}" @click=${pressed(act)}>${t(words)}</button>`);

/** @param {Export[]} ways */
export const exportMenu = ways => html`
  <details class="menu">
    <summary class="small button" data-testid="export">${icon('export')}<span>${t('resume.export')}</span></summary>
    <div class="menu-items">${buttons(ways, 'export', nothing)}</div>
  </details>`;

/** The end of the work, with the ways to take it along. @param {string} words @param {Export[]} ways */
export const workEnd = (words, ways) => html`
  <div class="line all-done" data-testid="all-done">${icon('check')}<p>${words}</p>
    <p class="card-row" role="group" aria-label=${t('resume.export')}>${buttons(ways, 'end', 'small')}</p></div>`;

/** The ways to take the resume along. A print has the resume alone (`styles/reading.css`). @type {Export[]} */
export const RESUME_EXPORTS = [
  ['json', 'resume.exportJson', () => download('resume.json', exported('json-resume'), 'application/json')],
  ['markdown', 'resume.exportMarkdown', () => download('resume.md', exported('markdown'), 'text/markdown')],
  ['print', 'resume.print', () => print()],
];
