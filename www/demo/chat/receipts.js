import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { lang, t } from '../words/i18n.js';
import * as state from '../state.js';
import { toolName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Receipt} Receipt */

/** Agents whose tools write. The guide and the content agent apply drafts, for which the conversation has receipts of its own. */
const WRITERS = new Set(['stepper', 'schedule', 'ledger', 'desk']);

/** @param {string[]} words */
const listed = words => new Intl.ListFormat(lang.value, { type: 'conjunction' }).format(words);

/** The thing that was written: the path of a file, else the name of the tool. @param {Pick<Receipt, 'name' | 'args'>} write */
const nameOf = ({ name, args }) => (name === 'write_file' ? args?.path : undefined) ?? toolName(name);

/** The things that were written, each once with its number. @param {Receipt[]} writes */
function names(writes) {
  const all = writes.map(nameOf);
  const times = name => all.filter(other => other === name).length;
  return listed([...new Set(all)].map(name => (times(name) > 1 ? `${name} ×${times(name)}` : name)));
}

/** @param {Receipt[]} writes */
function line(writes) {
  const done = writes.filter(({ ok }) => ok);
  const failed = writes.filter(({ ok }) => !ok);
  return html`
    <p class="line" data-testid="receipts" data-writes=${done.length}>${icon(done.length ? 'check' : 'ring')}<span>${done.length ? t('chat.written', { names: names(done) }) : t('chat.nothingWritten')}${failed.length ? ` ${t('chat.writeFailed', { names: names(failed) })}` : ''}</span></p>`;
}

/** Above words of the user: what was written in the turn before them. @param {any} block @param {any[]} blocks */
export function receiptsBefore(block, blocks) {
  if (!WRITERS.has(state.view.value?.agent) || !isSpoken(block)) return nothing;
  const before = blocks.slice(0, blocks.indexOf(block));
  const turn = before.slice(before.findLastIndex(isSpoken) + 1);
  const writes = turn.filter(({ kind, wrote }) => kind === 'tool' && wrote).map(({ name, args, result }) => ({ name, args, ok: 'ok' in result }));
  return writes.length ? line(/** @type {any} */ (writes)) : nothing;
}

const isSpoken = ({ kind, cue }) => kind === 'user' && !cue;

/** Below the last words of a turn: what was written in it, by the records and not by the model's words. */
export function receipts() {
  const view = state.view.value;
  if (!view || view.busy || view.card || !WRITERS.has(view.agent) || view.blocks.findLast(isTalk)?.kind !== 'assistant') return nothing;
  return line(view.turn.writes);
}

const isTalk = block => block.kind === 'assistant' || isSpoken(block);

/** Below the words of the model: ids and amounts in them that stand nowhere else. */
export const unsaidMark = ({ unsaid = [] }) => (unsaid.length
  ? html`<p class="line" data-testid="unsaid">${icon('eye')}<span>${t('chat.unsaid', { figures: listed(unsaid) })}</span></p>`
  : nothing);
