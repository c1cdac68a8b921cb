import { html, nothing } from 'lit-html';
import { t } from '../words/i18n.js';
import { toolName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Origin} Origin */

/** Origins that the one who decides should know of: what is neither the user's, nor the page's, nor the agent's own. */
const TOLD = { result: 'origin.result', model: 'origin.model' };

/** @typedef {Pick<Origin, 'from' | 'tool' | 'alsoUser'>} Told */

/** @param {Told} of */
const words = ({ from, tool = '', alsoUser }) => t(alsoUser ? 'origin.resultAlsoUser' : TOLD[from], { tool: toolName(tool) });

const mark = (/** @type {Told} */ of, text = '') => html`
  <small class="origin" data-testid="origin" data-from=${of.from} ?data-named=${of.alsoUser}>${text ? html`<code>${text}</code> ` : nothing}${words(of)}</small>`;

/** Marks of one origin: of the value, or of the pieces of a text. @param {Origin} origin */
const marks = ({ pieces = [], ...origin }) => (pieces.length
  ? pieces.filter(({ from }) => from in TOLD).map(piece => mark(piece, piece.text))
  : mark(origin));

/** Quiet marks on an argument of a call: where its values come from, unless they are the user's own. @param {Origin[] | undefined} origins @param {string} name */
export function originMarks(origins = [], name) {
  const place = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = origins.filter(({ path, from }) => from in TOLD && (path === place || path.startsWith(`${place}/`)));
  return own.length ? html`<span class="origins">${own.map(marks)}</span>` : nothing;
}
