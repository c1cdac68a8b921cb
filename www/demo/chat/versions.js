import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { anotherAnswer, showVersion } from '../session/session.js';
import { lang, t } from '../words/i18n.js';
import * as state from '../state.js';
import { openInspector } from '../views/inspect.js';
import { toolName } from './toolname.js';

/** Longest words of a version in its line, in characters. */
const LONGEST = 80;

const isSpoken = ({ kind, cue }) => kind === 'user' && !cue;

/** Begins to change a message: its words stand in the input box, and are sent in its place. @param {{ seq: number, text: string }} block */
function change({ seq, text }) {
  state.editing.value = { seq, unsent: state.input.value };
  state.input.value = text;
  requestAnimationFrame(() => document.getElementById('input')?.focus());
}

/** Ends that, and puts back what stood in the input box. */
function leave() {
  state.input.value = state.editing.value?.unsent ?? '';
  state.editing.value = null;
}

/** Below words of the user: a button that changes them. @param {any} block */
export function changeButton(block) {
  if (!isSpoken(block) || !state.mayAct.value) return nothing;
  const label = t('chat.change');
  return html`
    <p class="quiet-row mine"><button type="button" class="quiet icon-only small" data-testid="change" aria-label=${`${label}: ${short(block.text)}`} title=${label}
      @click=${() => change(block)}>${icon('pen')}</button></p>`;
}

/** Below the last reply: buttons for another one, and for what led to it. */
export function againButton() {
  const view = state.view.value;
  const last = view?.blocks.findLast(block => block.kind === 'assistant' || isSpoken(block));
  if (!view || view.card || view.busy || !state.mayAct.value || last?.kind !== 'assistant' || !view.blocks.some(isSpoken)) return nothing;
  return html`
    <p class="quiet-row"><button type="button" class="quiet small" data-testid="again" @click=${anotherAnswer}>${icon('again')}<span>${t('chat.again')}</span></button>
      <button type="button" class="quiet small" data-testid="why" @click=${() => openInspector({ id: state.sessionId.value, agent: view.agent }, last.seq)}>${icon('search')}<span>${t('chat.why')}</span></button></p>`;
}

/** Above the input box, while a message is changed. */
export const changing = () => (state.editing.value
  ? html`
    <p class="line queued changing" data-testid="changing">${icon('pen')}<span>${t('chat.changing')}</span>
      <button type="button" class="quiet small" data-testid="change-cancel" @click=${leave}>${t('app.cancel')}</button></p>`
  : nothing);

/** Versions of the conversation that differ from a block on, and not from an earlier one. @param {any} block @param {any[]} blocks */
export function versionsBefore(block, blocks) {
  const before = blocks[blocks.indexOf(block) - 1]?.seq ?? -1;
  return (state.view.value?.branches ?? []).filter(({ from }) => from > before && from <= block.seq).map(version);
}

/** Versions that differ behind the last block. @param {any[]} blocks */
export function versionsBehind(blocks) {
  const last = blocks.at(-1)?.seq ?? -1;
  return (state.view.value?.branches ?? []).filter(({ from }) => from > last).map(version);
}

/** @param {{ id: number, text?: string, writes?: { name: string }[] }} branch */
function version({ id, text = '', writes = [] }) {
  const names = new Intl.ListFormat(lang.value, { type: 'conjunction' }).format([...new Set(writes.map(({ name }) => toolName(name)))]);
  return html`
    <p class="line version" data-testid="version">${icon('again')}<span>${t('chat.version', { text: short(text) })}${writes.length ? ` ${t('chat.versionWrites', { names })}` : ''}</span>
      <button type="button" class="quiet small" data-testid="version-show" ?disabled=${!state.mayAct.value} @click=${() => showVersion(id)}>${t('chat.versionShow')}</button></p>`;
}

/** @param {string} text */
const short = text => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
