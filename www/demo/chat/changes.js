import { html, nothing } from 'lit-html';
import { t } from '../words/i18n.js';
import { argName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Card} Card */
/** @typedef {import('../../../crates/wasm-session/types.d.ts').CardCall} CardCall */

const asText = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** @param {unknown} before @param {boolean} isGone */
const words = (before, isGone) => (before === undefined ? t('change.unset') : t(isGone ? 'change.gone' : 'change.before', { value: asText(before) }));

const mark = (/** @type {string} */ text, id = 'changed') => html`<small class="origin changed" data-testid=${id}>${text}</small>`;

/** Marks on an argument of a call that stands in another one's place: what was there before. @param {CardCall['changed']} changed @param {string} name */
export function changeMarks(changed = [], name) {
  const place = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return changed.filter(({ path }) => path === '' || path === place || path.startsWith(`${place}/`)).map(({ before }) => mark(words(before, false)));
}

/** Arguments of the earlier call that this one has no longer. @param {CardCall} call */
export const goneMarks = ({ args, changed = [] }) => changed
  .filter(({ path }) => /^\/[^/]+$/.test(path) && !Object.hasOwn(args, nameIn(path)))
  .map(({ path, before }) => html`<p class="hint">${argName(nameIn(path))} ${mark(words(before, true))}</p>`);

const nameIn = (/** @type {string} */ path) => path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');

/** Beside the title of a call that the earlier card did not have. @param {CardCall} call */
export const addedMark = ({ added }) => (added ? mark(t('change.added')) : nothing);

/** Beside the title of a call that was made before, or stands before it on the card. @param {CardCall} call */
export const repeatMark = ({ repeats }) => (repeats ? mark(t('call.repeats'), 'repeats') : nothing);

/** The calls of the earlier card, or behind it, that this one has no longer. @param {Card} card */
export const leftOut = ({ replaces }) => named('change.leftOut', 'left-out', replaces?.left_out);

/** The calls that begin after a yes without being asked about; of a write in doubt those whose turn comes after the answer. @param {Card} card */
export const behind = ({ kind, then }) => named(kind === 'doubt' ? 'card.next' : 'card.then', 'card-behind', then);

/** The calls that the rules of their tools deny, each with the reason. @param {Card} card */
export const denied = ({ denied = [] }) => denied.map(call => html`<p class="hint" data-testid="card-denied">${t('card.denied', { call: `${call.title} ${JSON.stringify(call.args)}`, why: call.text })}</p>`);

/** A line that names calls. @param {string} key @param {string} id @param {{ title: string, args: object }[]} [calls] */
function named(key, id, calls = []) {
  if (!calls.length) return nothing;
  return html`<p class="hint" data-testid=${id}>${t(key, { calls: calls.map(({ title, args }) => `${title} ${JSON.stringify(args)}`).join('; ') })}</p>`;
}
