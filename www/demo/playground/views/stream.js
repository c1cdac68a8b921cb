import { html } from 'lit-html';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import * as state from '../state.js';
import { begin, halt, isComing, run, SPEEDS, speed, toggle } from '../reading/streaming.js';

const pressed = () => (isComing.value ? toggle() : begin());

function label() {
  if (!isComing.value) return t('play.stream');
  return t(run.value.going ? 'play.pause' : 'play.goOn');
}

const progress = () => (run.value
  ? t('play.streamed', { at: number(run.value.at), of: number(state.text.value.length), chunks: number(run.value.chunks), patches: number(run.value.count) })
  : t('play.streamHint'));

/** Buttons that stream the reply in small chunks: begin, pause, continue, end. They keep their places. */
export const streamBar = () => html`
  <div class="stream-bar">
    <button class="small stream-go" data-testid="stream" ?disabled=${!state.text.value.trim()} @click=${pressed}>${icon(run.value?.going ? 'pause' : 'play')}<span>${label()}</span></button>
    <button class="small icon-only" data-testid="stream-end" aria-label=${t('play.end')} title=${t('play.end')} ?disabled=${!run.value} @click=${halt}>${icon('stop')}</button>
    <label><span class="sr-only">${t('play.speed')}</span>
      <select class="small" data-testid="speed" @change=${event => { speed.value = event.target.value; }}>
        ${Object.keys(SPEEDS).map(name => html`<option value=${name} ?selected=${name === speed.value}>${t(`play.speed.${name}`)}</option>`)}
      </select></label>
    <span class="hint" data-testid="streamed">${progress()}</span>
  </div>`;
