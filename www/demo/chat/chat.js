import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { focusAlert } from '../browser/focus.js';
import { icon } from '../views/icons.js';
import { lang, t } from '../words/i18n.js';
import { markdown } from '../markdown.js';
import { goToEnd } from '../browser/scroll.js';
import { choose, edit, lastWords, openChoices, say } from '../session/session.js';
import * as state from '../state.js';
import { block, canReopen, endingWords, folded, turnable, turnedOf } from './block.js';
import { cardView } from './card.js';
import { receipts, receiptsBefore } from './receipts.js';
import { composer } from './composer.js';
import { usage } from './usage.js';
import { againButton, changeButton, versionsBefore, versionsBehind } from './versions.js';
import { readAgain, readingWords } from '../guide/reading.js';
import { tourBar } from '../start/tour-bar.js';
import { contentHint, fieldTurns } from '../content/notes.js';
import { workWords } from '../content/work.js';
import { turnsOf } from '../schedule/proposal/receipt.js';
import { deskWords } from '../desk/area.js';
import { firstWords } from '../schedule/start.js';
import { fileTurns } from '../stepper/files/turns.js';

/** The reply that is being streamed. */
function liveReply() {
  const live = state.live.value;
  if (state.view.value?.waiting !== 'model') return nothing;
  return html`
    <article class="turn said live" data-testid="live">
      ${live?.thought ? folded(t('chat.thinking'), live.thought, !live.say) : nothing}
      ${live?.say ? html`<div class="bubble">${markdown(live.say, false, 3)}</div>` : html`<p class="waiting"><span class="pulse" aria-hidden="true"></span>${waitText()}</p>`}
    </article>`;
}

function waitText() {
  if (state.isBeside.value) return t('chat.waitBeside');
  const stepper = state.view.value?.agent === 'stepper' && state.view.value.data.state;
  if (stepper) return t(`run.state.${stepper}`);
  const data = state.guide.value;
  if (readingWords()) return readingWords();
  if (data?.stage === 'planning' || data?.stage === 'init') return t('chat.planningAny');
  return workWords();
}

const runningTool = () => (state.view.value?.waiting === 'tool'
  ? html`<p class="waiting"><span class="pulse" aria-hidden="true"></span>${state.view.value.agent === 'content' ? workWords() : t('chat.waitTool')}</p>`
  : nothing);

/** The last failed turn: what happened, what is safe, what to do. */
function failedTurn() {
  const error = state.view.value && standing(state.view.value).error;
  if (!error) return nothing;
  return html`
    <div class="problem ${error.code === 'stopped' ? 'problem-quiet' : ''}" data-testid="turn-error" data-code=${error.code}>
      ${icon('warn')}
      <div>
        <p><b>${error.text ?? t(`error.${error.code}`)}</b></p>
        ${error.detail ? html`<p data-testid="server-words">${t('error.serverSaid', { words: error.detail })}</p>` : nothing}
        ${(state.input.value || state.files.value.length) && state.mayAct.value ? html`<button class="small" data-testid="retry" @click=${say}>${t('chat.retry')}</button>` : nothing}
        ${error.code === 'llm_failed' ? html`<button class="small" @click=${() => { state.dialog.value = { kind: 'settings' }; }}>${t('error.settings')}</button>` : nothing}
      </div>
    </div>`;
}

/** A refused action, unless an open card says it. If another area is shown, the banners say it. */
const refusedAction = () => (state.failure.value && !state.view.value?.card
  ? html`
    <div class="problem" role="alert" tabindex="-1" data-testid="failure" ${ref(showFailure)}>${icon('warn')}<div><p>${state.failure.value}</p></div>
      <button class="quiet icon-only small" aria-label=${t('app.close')} @click=${() => { state.failure.value = null; }}>${icon('cross')}</button></div>`
  : nothing);

/** Edits that a receipt offers. One receipt offers undo, one redo. */
function offers({ seq }, { undo, redo, undone }, can) {
  if (!can || ![undo, redo, undone].includes(seq)) return false;
  return { undo: can.undo && seq === undo, redo: can.redo && (seq === redo || seq === undone), backtrack: can.backtrack && seq === undo };
}

/** The present failure and the note that repeats it: the last turn's failure, or the agent's last words. */
function standing({ blocks, error }) {
  const isError = one => one?.kind === 'note' && one.code === 'error';
  const note = error ? blocks.findLast(one => isError(one) && one.data.code === error.code) : blocks.at(-1);
  return { note: isError(note) ? note : undefined, error: error ?? (isError(note) ? note.data : undefined) };
}

/** Functions that find the undo and redo offers of an agent's receipts. */
const TURNS = { schedule: turnsOf, stepper: fileTurns, content: fieldTurns };

function conversation() {
  const view = state.view.value;
  if (!view) return nothing;
  const { note } = standing(view);
  const blocks = view.blocks.filter(one => one !== note);
  const turns = state.guide.value ? turnable(blocks) : {};
  const can = state.mayAct.value && state.guide.value?.can;
  const turnOf = TURNS[view.agent]?.(blocks) ?? (() => ({}));
  const asking = openChoices() && lastWords(blocks)?.seq;
  return repeat(blocks, one => one.seq, one => {
    const offered = offers(one, turns, can);
    const turn = turnOf(one.seq);
    const turned = one.code === 'resume_updated' && turnedOf(one, blocks)?.how;
    return html`${versionsBefore(one, blocks)}${receiptsBefore(one, blocks)}${guard([one.revision, lang.value, JSON.stringify(offered), turned, JSON.stringify(turn), one.seq === asking, one.kind === 'card' && one.ending && endingWords(one, blocks), one.kind === 'card' && canReopen(one)], () => block(one, blocks, offered, turn, one.seq === asking))}${changeButton(one)}`;
  });
}

/** Choices of the open question. */
function choiceButtons() {
  const choices = openChoices();
  if (!choices) return nothing;
  const press = option => (option.open ? document.getElementById('input')?.focus() : choose(choices, option));
  return html`
    <div class="options" role="group" aria-label=${choices.question} data-testid="choices">
      ${choices.options.map(option => html`<button data-testid="choice" ?disabled=${!state.mayAct.value} @click=${() => press(option)}>${option.text}</button>`)}
    </div>`;
}

function latestButton() {
  return html`<button class="latest icon-only" hidden aria-label=${t('chat.latest')} title=${t('chat.latest')}
    @click=${goToEnd}>${icon('down')}</button>`;
}

/** Scrolls a failure into view, and focuses it unless the user is writing. */
function showFailure(element) {
  if (!element) return;
  goToEnd();
  if (!state.input.value) focusAlert(element);
}

async function plan(event) {
  event.preventDefault();
  const wish = event.target.elements.namedItem('wish').value.trim();
  if (wish) await edit({ plan: wish });
}

/** Asks for the job wish after failed planning. */
function noPlan() {
  const data = state.guide.value;
  if (!data || data.tasks.length > 0 || !state.mayAct.value || !data.can.plan) return nothing;
  return html`
    <form class="card" data-testid="no-plan" @submit=${plan}>
      <label class="field"><span>${t('chat.noPlan')}</span><input name="wish" data-testid="plan-again" maxlength="200" autocomplete="off" .defaultValue=${state.wish.value}></label>
      <button class="primary">${t('start.begin')}</button>
    </form>`;
}

/** Text for screen readers: whole sentences of the assistant, never pieces. */
function announcement() {
  const last = state.view.value?.blocks.findLast(one => one.kind === 'assistant' || (one.kind === 'note' && one.code === 'answer'));
  const text = last?.kind === 'assistant' ? last.text : last?.data?.text;
  return html`<p class="sr-only" role="status" data-testid="announce">${state.working.value ? '' : text ?? ''}</p>`;
}

/** Conversation, open card and input box. */
export const chat = () => html`
  <div class="log" data-testid="log" tabindex="0" role="region" aria-label=${t('chat.title')}>
    ${firstWords()}${deskWords()}${contentHint()}
    ${conversation()}
    ${receipts()}
    ${versionsBehind(state.view.value?.blocks ?? [])}
    ${againButton()}
    ${choiceButtons()}
    ${liveReply()}
    ${runningTool()}
    ${failedTurn()}
    ${noPlan()}${readAgain()}
    ${cardView()}
    ${refusedAction()}
  </div>
  ${announcement()}
  <div class="dock">${latestButton()}${tourBar()}${composer()}${usage()}</div>`;
