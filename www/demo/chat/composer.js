import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { goToEnd } from '../browser/scroll.js';
import { say, stop } from '../session/session.js';
import { changeWords } from '../content/card.js';
import { mentions } from '../content/mention.js';
import { turnOptions } from '../schedule/proposal/options.js';
import * as state from '../state.js';
import { attachButton, attachedFiles, filesWait, onPaste } from './attached.js';
import { isChanged } from './card.js';
import { grants } from './grants.js';
import { queue } from './queue.js';
import { changing } from './versions.js';
import { wishes } from './wishes.js';

const LIMIT = 8000;

/** Sends on Enter, except while an input method is composing, where Enter picks a word. */
function onKey(event) {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  send();
}

function send() {
  if (!canSend()) return;
  goToEnd();
  say();
}

/** Whether an open card must be answered before anything else is said: the reply may replace it, and would drop what the user changed on it. */
function blocked() {
  const { card, waiting } = state.view.value ?? {};
  return Boolean(card && state.asks.value && (card.kind === 'doubt' || (waiting !== 'user' && isChanged(card))));
}

/** Whether there is anything to send. */
const hasContent = () => state.input.value.trim() !== '' || state.files.value.length > 0;

const canSend = () => (state.mayAct.value || state.steers.value || state.queues.value) && !blocked() && !filesWait() && hasContent() && state.input.value.length <= LIMIT;

/** Effect of sending the text while a card is open. */
function typed() {
  const card = state.view.value?.card;
  if (!card || !state.asks.value || state.role.value !== 'drives') return nothing;
  const answer = card.yes && !state.files.value.length ? 'chat.typedYes' : 'chat.typedTalks';
  return html`<p class="typed" data-testid="typed-hint">${t(blocked() ? 'chat.typedBlocked' : answer)}</p>`;
}

function hint() {
  if (filesWait()) return html`<span class="over" role="status">${t('attach.wait')}</span>`;
  const left = LIMIT - state.input.value.length;
  if (left < 0) return html`<span class="over" role="status">${t('chat.over', { n: number(-left), limit: number(LIMIT) })}</span>`;
  if (left < 1000) return html`<span>${t('chat.left', { n: number(left) })}</span>`;
  return t('chat.keys');
}

/** Placeholder of agents that have their own. */
function ownWords() {
  if (state.steers.value) return t('chat.placeholderSteer');
  if (state.queues.value) return t('chat.placeholderQueue');
  const own = `chat.placeholder.${state.view.value?.agent}`;
  return has(own) ? t(own) : undefined;
}

/** The input box with Send and Stop, which keep their places. */
export function composer() {
  const watching = state.role.value !== 'drives';
  return html`
    <form class="composer" @submit=${event => { event.preventDefault(); send(); }}>
      ${state.view.value?.agent === 'schedule' ? turnOptions() : nothing}
      ${grants()}
      ${wishes()}
      ${queue()}
      ${attachedFiles()}
      ${changing()}
      <div id="input-hint">${typed()}</div>
      <label class="sr-only" for="input">${t('chat.input')}</label>
      <textarea id="input" data-testid="input" rows="2" aria-describedby="input-hint" ?disabled=${watching}
        placeholder=${watching ? t('chat.placeholderClosed') : changeWords() ?? ownWords() ?? t('chat.placeholder')}
        .value=${live(state.input.value)} @input=${event => { state.input.value = event.target.value; }} @keydown=${onKey} @paste=${onPaste}></textarea>
      ${mentions()}
      <div class="composer-row">
        ${attachButton()}
        <p class="hint keys">${hint()}</p>
        <button type="button" data-testid="stop" class="stop" ?disabled=${!state.working.value || watching} @click=${stop}>${icon('stop')}<span>${t('chat.stop')}</span></button>
        <button type="submit" data-testid="send" class="primary" ?disabled=${!canSend()}>${icon('send')}<span>${t('chat.send')}</span></button>
      </div>
    </form>`;
}
