import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../browser/focus.js';
import { icon } from '../views/icons.js';
import { number, t } from '../words/i18n.js';
import { answer, applyDraft, declineDraft, edit, press, stop } from '../session/session.js';
import * as state from '../state.js';
import { askChange, checkpointTitle } from '../content/card.js';
import { classView, hasPlaces, planView, proposalView } from '../schedule/proposal/proposal.js';
import { editOf } from '../schedule/state.js';
import { agreedEdit, agreement, asksToAgree } from '../stepper/agree.js';
import { changedArgs, editableOf, proposedFile, writesFile } from '../stepper/proposal.js';
import { alert } from '../views/alert.js';
import { titleOf } from './block.js';
import { candidatesView } from './candidates.js';
import { toolName } from './toolname.js';
import { diff } from '../views/diff.js';
import { behind, denied, goneMarks, leftOut, repeatMark } from './changes.js';
import { batchAnswer, batchView, changeOf, countOf, isBatch, isBatchChanged, newBatch, pairs } from './calls.js';
import { callOf, previewOf } from './only-call.js';
import { isEditing } from '../guide/draft.js';
import { fields, values } from './form.js';
import { readingView } from '../guide/reading.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Card} Card */
/** @typedef {import('../../../crates/wasm-session/types.d.ts').Button} Button */

/** Whether one area is shown at a time. In a wide window the resume beside the card shows the change. */
const narrow = matchMedia('(width < 960px)');

/** The user's work on the card: none, editing its arguments, or giving a reason. */
const mode = signal(/** @type {'' | 'edit' | 'reason'} */ (''));
const problem = signal(/** @type {null | { text: string }} */ (null));
/** Whether the arguments of a card with places are edited as JSON. */
const asJson = signal(false);
const always = signal(/** @type {'' | 'turn' | 'session'} */ (''));

/** The card that was last focused, and the element that had the focus before. */
let focused = { call: /** @type {number | undefined} */ (undefined), from: /** @type {Element | null} */ (null) };

/** Focuses a new card, unless the user is writing. */
function focusNew(element, card) {
  if (!element || !state.asks.value || card.id === focused.call) return;
  focused = { call: card.id, from: document.activeElement };
  mode.value = '';
  problem.value = null;
  asJson.value = false;
  always.value = '';
  newBatch();
  if (!state.input.value) queueMicrotask(() => element.focus({ preventScroll: true }));
}

/** Returns the focus to the element that had it before the card came. */
function focusBack(from) {
  const target = from?.isConnected && from !== document.body ? from : document.getElementById('input');
  target?.focus();
}

/** Reason why the card cannot be answered here and now, or null. */
function staleness() {
  if (state.role.value !== 'drives') return t('card.staleWatch');
  return (state.working.value && !state.isBeside.value) || state.acting.value ? t('card.staleBusy') : null;
}

/** Whether the user has changed what a card proposes: then words alone, which accept it as it came, do not answer it. @param {Card} card */
export const isChanged = card => Boolean(agreedEdit(card) || editOf(card) || mode.value === 'edit' || isBatchChanged(card));

async function accept(card, button, form) {
  if (state.guide.value) return void (await applyDraft() && focusBack(focused.from));
  if (button?.edit !== undefined) return press(card, button);
  const { from } = focused;
  const agreed = agreedEdit(card);
  if (agreed) return void (await edit(agreed) && focusBack(from));
  const given = always.value ? { always: always.value } : {};
  try {
    const said = isBatch(card) ? batchAnswer(card, form, mode.value === 'edit') : { accept: true, ...argsOf(card, form) };
    if (await answer(card, { ...said, ...given })) focusBack(from);
  } catch (error) {
    problem.value = { text: error.message };
  }
}

/** The arguments of the only call of a card, if the user has changed them. */
function argsOf(card, form) {
  const call = callOf(card);
  const own = editOf(card)?.args;
  const edits = mode.value === 'edit' && (asJson.value || !hasPlaces(card));
  return edits ? { args: changedArgs(call.args, values(form, editableOf(call), own ?? call.args)) } : own && { args: own };
}

async function decline(card, button, reason) {
  if (button?.edit !== undefined) return press(card, button);
  const { from } = focused;
  const declined = state.guide.value ? declineDraft(card, reason) : answer(card, { accept: false, ...(reason ? { reason } : {}) });
  if (await declined) focusBack(from);
}

const buttonOf = (card, role) => card.buttons.find(button => button.role === role);

/** Whether keys may answer a card. A doubt needs a look elsewhere first, and a choice one of its candidates; a key that is held down never answers. */
const keysAnswer = ({ kind }) => kind !== 'doubt' && kind !== 'choice';

function onKey(event, card) {
  if (staleness() || event.repeat) return;
  if (event.key === 'Enter' && event.target === event.currentTarget && keysAnswer(card)) {
    event.preventDefault();
    accept(card, buttonOf(card, 'accept'), event.currentTarget.querySelector('form'));
  } else if (event.key === 'Escape' && !event.isComposing) {
    event.preventDefault();
    if (mode.value) mode.value = '';
    else if (state.asks.value && keysAnswer(card) && !event.target.matches('input, textarea, select')) decline(card, buttonOf(card, 'decline'));
  }
}

/** Preview of the change: two texts side by side if there are two, else the data. */
function change(card) {
  if (card.code === 'limit') return nothing; // its title has the amounts
  if (isBatch(card)) return batchView(card, mode.value === 'edit', staleness() !== null);
  const preview = previewOf(card);
  if (state.guide.value && preview?.resume) return readingView(preview);
  if (state.guide.value && preview?.after) {
    return html`<details class="change" ?open=${narrow.matches}><summary>${t('card.change')}</summary>${diff(preview.before, preview.after)}</details>`;
  }
  if (asksToAgree(card)) return agreement(card);
  if (writesFile(card)) return proposedFile(card);
  if (callOf(card)?.name === 'upsert_task_class') return classView(preview?.changes ?? callOf(card).args, preview?.notes);
  if (Array.isArray(preview?.changes)) return proposalView(card, mode.value === 'edit');
  if (Array.isArray(preview?.plan)) return planView(preview.plan);
  return changeOf(preview, callOf(card)?.args, t(card.kind === 'doubt' ? 'card.meant' : 'card.change'));
}

/** Whether the proposal already shows its arguments as words or as a picture. */
const tellsAll = call => state.view.value?.agent === 'schedule' || writesFile({ calls: [call] });

/** The arguments, folded if the proposal already shows them. */
const given = call => (tellsAll(call)
  ? html`<details class="change" ?open=${Boolean(call.changed?.length)}><summary>${t('card.raw')}${repeatMark(call)}</summary>${pairs(call.args, call)}${goneMarks(call)}</details>`
  : html`<h3>${t('card.arguments')} <code>${call.name}</code>${repeatMark(call)}</h3>${pairs(call.args, call)}${goneMarks(call)}`);

function tool(card) {
  const call = callOf(card);
  if (!call) return card.kind === 'doubt' ? (card.calls ?? []).map(given) : nothing;
  const changed = editOf(card)?.args;
  const tool = { ...call, ...(changed && { args: changed, origins: undefined, changed: undefined }) };
  if (mode.value !== 'edit') return html`${given(tool)}${leftOut(card)}`;
  const raw = html`<h3>${t('card.arguments')} <code>${tool.name}</code></h3><div class="fields">${fields(editableOf(tool), tool.args)}</div>`;
  return hasPlaces(card) ? html`<details class="change" data-testid="as-json" @toggle=${event => { asJson.value = event.target.open; }}><summary>${t('card.asJson')}</summary>${asJson.value ? raw : nothing}</details>` : raw;
}

/** A button at a write in doubt that stops what follows it. @param {Card} card @param {boolean} stale */
const stopsBehind = ({ kind, then = [] }, stale) => (kind === 'doubt' && then.length
  ? html`<p><button type="button" class="quiet" data-testid="stop-behind" ?disabled=${stale} @click=${stop}>${t('card.stopNext')}</button></p>` : nothing);

/** @param {boolean} stale */
const alwaysMenu = stale => html`
  <label class="always"><span>${t('card.always')}</span>
    <select data-testid="card-always" ?disabled=${stale} @change=${event => { always.value = event.target.value; }}>
      <option value="">${t('card.once')}</option><option value="turn">${t('card.turn')}</option><option value="session">${t('card.session')}</option>
    </select></label>`;

const reasonField = () => html`
  <label class="field"><span>${t('card.reason')}</span><input name="reason" type="text" data-testid="card-reason" autocomplete="off" ${ref(focusOnce)}></label>`;

/** Whether a button is the main one of a card without anything to accept. @param {Card} card @param {Button} button */
const isMain = (card, button) => button === card.buttons[0] && card.buttons.every(({ role }) => role === 'edit');

/** Label of the accept button: the card's own, or the one for changed arguments. @param {Card} card @param {Button} button */
function acceptLabel(card, button) {
  if (state.guide.value) return isEditing() ? t('card.applyEdited') : button.label;
  if (isBatch(card)) return countOf(card) ? t('batch.accept', { n: number(countOf(card)) }) : t('batch.none');
  if (asksToAgree(card)) return agreedEdit(card) ? t('agree.accept') : button.label;
  return mode.value === 'edit' || editOf(card) ? t('card.approveEdited') : button.label;
}

/** @param {Card} card @param {Button} button @param {boolean} stale */
function mainButton(card, button, stale) {
  const form = event => event.target.closest('form');
  switch (button.role) {
    case 'accept': case 'again': return html`<button type="button" class="primary" data-testid="card-accept" ?disabled=${stale} @click=${event => accept(card, button, form(event))}>
      ${icon('check')}<span>${acceptLabel(card, button)}</span></button>`;
    case 'decline': case 'leave': return html`<button type="button" data-testid="card-decline" ?disabled=${stale}
      @click=${event => decline(card, button, form(event).elements.namedItem('reason')?.value.trim())}>${button.label}</button>`;
    default: return html`<button type="button" class=${isMain(card, button) ? 'primary' : ''} data-testid="card-edit" data-edit=${Object.keys(button.edit ?? {})[0] ?? ''} ?disabled=${stale} @click=${() => press(card, button)}>${button.label}</button>`;
  }
}

function moreButtons(card, stale) {
  if (!state.asks.value || card.kind === 'doubt') return nothing;
  const toggle = to => () => { problem.value = null; mode.value = mode.value === to ? '' : to; };
  return html`<div class="card-more">
    ${card.calls ? html`<button type="button" data-testid="card-edit-args" aria-pressed=${mode.value === 'edit'} ?disabled=${stale} @click=${toggle('edit')}>${t('card.edit')}</button>` : nothing}
    ${buttonOf(card, 'decline') ? html`<button type="button" class="quiet" data-testid="card-reason-open" aria-pressed=${mode.value === 'reason'} ?disabled=${stale} @click=${toggle('reason')}>${t('card.declineWith')}</button>` : nothing}</div>`;
}

function hint(card) {
  if (!state.asks.value) return card.text ? nothing : t('card.keysEdit');
  return keysAnswer(card) ? t('card.keys') : nothing;
}

const hintLine = words => (words === nothing ? nothing : html`<p class="hint card-keys">${words}</p>`);

/** Characters of the card that cannot be seen, and very long columns of lines, by their places. */
const unusual = ({ unusual: places = [] }) => places.map(({ place, characters, line_breaks }) => html`
  <p class="field-problem" data-testid="card-unusual">${characters.length ? t('card.hidden', { place, characters: characters.join(' ') }) : t('card.long', { place, n: number(line_breaks ?? 0) })}</p>`);

/** The open card, if there is one. */
export function cardView() {
  const card = state.view.value?.card;
  if (!card) {
    focused = { call: undefined, from: null };
    return nothing;
  }
  const stale = staleness();
  const asks = state.asks.value;
  return html`
    <section class="card card-${card.kind} ${asks ? 'asks' : ''}" data-testid="card" data-kind=${card.kind} tabindex=${asks ? 0 : nothing} aria-labelledby="card-title"
      @keydown=${event => onKey(event, card)} ${ref(element => focusNew(element, card))}>
      <form @submit=${event => { event.preventDefault(); if (!stale && mode.value !== 'reason' && buttonOf(card, 'accept')) accept(card, buttonOf(card, 'accept'), event.target); }}>
        <p class="card-kind">${asks ? t(`card.${card.kind}`) : checkpointTitle() ?? t('resume.draft')}${card.kind === 'approval' || Array.isArray(card.preview?.writes) ? html` <span class="risk">${t('card.writes')}</span>` : nothing}</p>
        <h2 id="card-title">${editOf(card)?.title || titleOf(card)}</h2>
        ${previewOf(card)?.title && previewOf(card).summary && !editOf(card) ? html`<p>${previewOf(card).summary}</p>` : nothing}
        ${card.text && !Array.isArray(previewOf(card)?.plan) && !asksToAgree(card) && !editOf(card) ? html`<p class="pre">${card.text}</p>` : nothing}
        ${candidatesView(card, stale !== null)}
        ${card.kind === 'doubt' ? (card.calls ?? []).map(({ title }) => html`<p data-testid="doubtful"><b>${title}</b></p>`) : nothing}
        ${change(card)}
        ${tool(card)}
        ${behind(card)}${stopsBehind(card, stale !== null)}
        ${denied(card)}
        ${unusual(card)}
        ${mode.value === 'reason' ? reasonField() : nothing}
        ${alert(problem.value, 'card-problem')}
        ${alert(state.trouble.value, 'failure')}
        <div class="card-row">${card.buttons.map(button => mainButton(card, button, stale !== null))}${askChange(stale !== null)}</div>
        ${moreButtons(card, stale !== null)}
        ${card.kind === 'approval' ? alwaysMenu(stale !== null) : nothing}
        ${hintLine(stale ?? hint(card))}
      </form>
    </section>`;
}
