import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ask } from '../session/session.js';
import { number, t } from '../words/i18n.js';
import { changedArgs, editableOf } from '../stepper/proposal.js';
import { diff } from '../views/diff.js';
import { fields, values } from './form.js';
import { addedMark, changeMarks, goneMarks, leftOut, repeatMark } from './changes.js';
import { originMarks } from './origins.js';
import { argName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Card} Card */
/** @typedef {import('../../../crates/wasm-session/types.d.ts').CardCall} CardCall */

/** Whether the user decides on each call of a card by itself. @param {Card} card */
export const isBatch = ({ kind, calls = [] }) => kind === 'approval' && calls.length > 1;

/** Places of the calls without a tick. */
const left = signal(/** @type {readonly number[]} */ ([]));
const afterFailure = signal(/** @type {'stop' | 'go_on'} */ ('stop'));

/** Titles of calls for the arguments as the user has edited them, by their places. */
const titles = signal(/** @type {Record<number, string>} */ ({}));

/** Forgets what the user chose on another card. */
export function newBatch() {
  left.value = [];
  titles.value = {};
  afterFailure.value = 'stop';
}

const kept = (/** @type {Card} */ { calls = [] }) => calls.map((_, at) => at).filter(at => !left.value.includes(at));

/** Number of calls with a tick. @param {Card} card */
export const countOf = card => kept(card).length;

/** Whether the user has chosen other than all calls, one after the other: words, which accept a card as it came, do not answer it then. @param {Card} card */
export const isBatchChanged = card => isBatch(card) && (left.value.length > 0 || afterFailure.value !== 'stop');

/** The arguments of a call, as its fields have them. @param {any} fieldset @param {CardCall} call */
const argsIn = (fieldset, { args, ...call }) => changedArgs(args, values(fieldset, editableOf(call), args));

/** Shows a call's title for its edited arguments, if they are allowed. @param {CardCall} call @param {number} at @param {any} fieldset */
function retitle(call, at, fieldset) {
  let title = call.title;
  try {
    title = ask({ check: argsIn(fieldset, call), at }).preview?.title ?? title;
  } catch {
    // The fault is said when the card is approved.
  }
  titles.value = { ...titles.value, [at]: title };
}

/** The answer of a yes to a card of several calls. @param {Card} card @param {HTMLFormElement} form @param {boolean} edits */
export function batchAnswer(card, form, edits) {
  const { calls = [] } = card;
  const changed = (call, at) => {
    const given = argsIn(form.elements.namedItem(`call-${at}`), call);
    return JSON.stringify(given) === JSON.stringify(call.args) ? null : given;
  };
  return {
    accept: left.value.length ? kept(card) : true,
    ...(edits && { args: calls.map((call, at) => (left.value.includes(at) ? null : changed(call, at))) }),
    afterFailure: afterFailure.value,
  };
}

const asText = value => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Names and values, as pairs, with marks of where they come from and of what changed. @param {object} value @param {Partial<CardCall>} [call] */
export const pairs = (value, { origins, changed } = {}) => html`<dl class="pairs">${Object.entries(value).map(([key, one]) => html`<div><dt>${argName(key)}</dt><dd>${asText(one)}${changeMarks(changed, key)}${originMarks(origins, key)}</dd></div>`)}</dl>`;

/** Whether a preview only repeats the arguments, which are shown anyway. */
const repeats = (preview, args) => args !== undefined && [preview, ...Object.values(preview)].some(one => JSON.stringify(one) === JSON.stringify(args));

/** Preview of a change, without the title, which stands above it: two texts side by side if there are two, else the data. @param {any} given @param {object} [args] @param {string} [heading] */
export function changeOf(given, args, heading = t('card.change')) {
  const preview = given?.title ? withoutTitle(given) : given;
  if (preview === undefined || preview === null || repeats(preview, args)) return nothing;
  if (typeof preview === 'object' && 'before' in preview && 'after' in preview) return diff(asText(preview.before), asText(preview.after));
  return html`<h3>${heading}</h3>${typeof preview === 'object' ? pairs(preview) : html`<p class="diff-text">${preview}</p>`}`;
}

/** The calls of a card, each with a box: those without a tick are declined. @param {Card} card @param {boolean} edits @param {boolean} stale */
export function batchView(card, edits, stale) {
  const tick = (/** @type {number} */ at, /** @type {boolean} */ on) => { left.value = on ? left.value.filter(other => other !== at) : [...left.value, at]; };
  const isEdited = (/** @type {number} */ at) => edits && !left.value.includes(at);
  const row = (/** @type {CardCall} */ call, /** @type {number} */ at) => html`
    <fieldset class="batch-call" name=${`call-${at}`} data-testid="batch-call" @input=${event => { if (isEdited(at)) retitle(call, at, event.currentTarget); }}>
      <label class="check"><input type="checkbox" data-testid="batch-tick" ?disabled=${stale} .checked=${!left.value.includes(at)} @change=${event => tick(at, event.target.checked)}><span><strong>${(isEdited(at) && titles.value[at]) || call.title}</strong> <code>${call.name}</code>${addedMark(call)}${repeatMark(call)}</span></label>
      ${isEdited(at) ? html`<div class="fields">${fields(editableOf(call), call.args)}</div>` : html`${pairs(call.args, call)}${goneMarks(call)}`}
      ${changeOf(call.preview, call.args)}
    </fieldset>`;
  return html`
    <div class="batch" data-testid="batch">${(card.calls ?? []).map(row)}</div>
    ${leftOut(card)}
    <p class="hint" data-testid="batch-count">${t('batch.count', { n: number(countOf(card)), all: number(card.calls?.length ?? 0) })}</p>
    <label class="always"><span>${t('batch.fails')}</span>
      <select data-testid="batch-fails" ?disabled=${stale} @change=${event => { afterFailure.value = event.target.value; }}>
        <option value="stop" ?selected=${afterFailure.value === 'stop'}>${t('batch.stop')}</option><option value="go_on" ?selected=${afterFailure.value === 'go_on'}>${t('batch.goOn')}</option>
      </select></label>`;
}

/** A preview whose title stands above it already. @param {any} preview */
const withoutTitle = ({ title: _, ...preview }) => (Object.keys(preview).length ? preview : undefined);
