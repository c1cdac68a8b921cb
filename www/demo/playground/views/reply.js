import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { chooseFile, isTooLarge, MAX_MB } from '../../browser/files.js';
import { number, t } from '../../words/i18n.js';
import { read } from '../actions.js';
import { MARKED, marks, reading, repairs } from '../reading/reading.js';
import { byLines, segments } from '../segments.js';
import * as state from '../state.js';
import { isComing, run } from '../reading/streaming.js';
import { EDITABLE, isLarge, largeText } from './large.js';
import { mark } from './mark.js';
import { caretMoved, explanation, pointerMoved, repairChips } from './repairs.js';
import { streamBar } from './stream.js';

/** Zero-width character that gives an empty line of the copy the height it has in the text box. */
const FILL = '\u200b';

/** A line of the copy. Each is a block, so that a key press lays out one line anew and not the whole text. */
const line = pieces => html`<div>${pieces.map(({ text, index }) => (index === null ? text : mark(index, text)))}${FILL}</div>`;

const marked = text => byLines(segments(text, marks.value.slice(0, MARKED))).map(line);

/** Handles a paste of a long text, which would block the text box for seconds. @param {ClipboardEvent} event */
function paste(event) {
  const box = /** @type {HTMLTextAreaElement} */ (event.target);
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  if (box.value.length + pasted.length <= EDITABLE) return;
  event.preventDefault();
  take(box.value.slice(0, box.selectionStart) + pasted + box.value.slice(box.selectionEnd));
}

/** The text box, over a copy of its text that carries the marks. */
const editor = () => html`
  <div class="editor" data-testid="editor">
    <pre class="editor-text" aria-hidden="true">${marked(state.text.value)}</pre>
    <textarea class="editor-text" id="reply" data-testid="reply" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="explanation"
      placeholder=${t('play.placeholder')} .value=${live(state.text.value)} @input=${event => read(event.target.value)}
      @paste=${paste} @keyup=${caretMoved} @click=${caretMoved}></textarea>
  </div>`;

/** The reply during streaming: the part that has arrived and the rest. */
function coming(text, at) {
  return html`
    <div class="editor" data-testid="editor" tabindex="0" role="region" aria-label=${t('play.replyText')}>
      <pre class="editor-text coming"><span>${text.slice(0, at)}</span><i class="caret" aria-hidden="true"></i><span class="to-come">${text.slice(at)}</span></pre>
    </div>`;
}

function text() {
  if (isLarge()) return largeText();
  return isComing.value ? coming(state.text.value, run.value.at) : editor();
}

async function fromFile() {
  await takeFile(await chooseFile('.json,.txt,.md,.jsonl,application/json,text/plain'));
}

/** Reads a pasted or opened text. @param {string} text */
function take(text) {
  if (text.length > MAX_MB * 1e6) state.tooBig.value = true;
  else read(text);
}

async function drop(event) {
  const file = event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  await takeFile(file);
}

/** @param {File | null} file */
async function takeFile(file) {
  if (file && isTooLarge(file)) state.tooBig.value = true;
  else if (file) take(await file.text());
}

const head = () => html`
  <div class="play-head">
    <h2><label for="reply">${t('play.reply')}</label></h2>
    <span class="hint" data-testid="length">${t('play.characters', { n: number(state.text.value.length) })}</span>
    <button class="small quiet" data-testid="open-file" @click=${fromFile}>${t('play.open')}</button>
    <button class="small quiet" data-testid="clear" ?disabled=${!state.text.value} @click=${() => read('')}>${t('play.clear')}</button>
  </div>`;

/** The reply with its repairs marked, and the buttons to stream it. */
export const reply = () => html`
  <section class="play-reply" aria-label=${t('play.reply')} @pointermove=${pointerMoved} @dragover=${event => event.preventDefault()} @drop=${drop}>
    ${head()}
    ${state.tooBig.value ? html`<p class="field-problem" role="alert" data-testid="too-big">${t('play.tooBig', { max: MAX_MB })}</p>` : nothing}
    ${text()}
    ${explanation()}
    ${streamBar()}
    ${reading.value ? repairChips(isLarge() || repairs.value.length <= MARKED) : nothing}
  </section>`;
