import { FILE_LIMITS } from 'stepgate';
import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { chooseFiles } from '../browser/files.js';
import { blobOf } from '../session/session.js';
import { icon } from '../views/icons.js';
import { number, t } from '../words/i18n.js';
import * as state from '../state.js';

/** @typedef {File | import('../../src/index.d.ts').FilePart} Attached A file that the user chose, or one of the session that came back with its words */

/** Agents whose model gets images and files beside words. */
const TAKERS = ['desk', 'guide', 'stepper'];

/** Whether words of the user may have files beside them. */
export const takesFiles = () => TAKERS.includes(state.agentName.value);

/** Whether files stand beside the input box that cannot go now: words to work that is under way are words alone. */
export const filesWait = () => state.files.value.length > 0 && state.steers.value;

/** A number of bytes in words. @param {number} bytes */
function sizeWords(bytes) {
  const [unit, name] = bytes >= 2 ** 20 ? [2 ** 20, 'mb'] : [2 ** 10, 'kb'];
  return t(`attach.${name}`, { n: number(Math.max(0.1, Number((bytes / unit).toFixed(1)))) });
}

/** @param {Attached} file */
const sizeOf = file => ('size' in file ? file.size : file.bytes);

/** @param {Attached} file */
const nameOf = file => file.name || t('attach.unnamed');

/** @param {Attached} file */
const isImage = file => ('size' in file ? file.type.startsWith('image/') : file.kind === 'image');

/** Why a file is not taken, or null. @param {File} file */
function refusal(file) {
  const name = nameOf(file);
  if (file.size > FILE_LIMITS.bytes) return t('attach.tooLarge', { name, size: sizeWords(file.size), limit: sizeWords(FILE_LIMITS.bytes) });
  return isImage(file) || FILE_LIMITS.types.includes(file.type) ? null : t('attach.otherKind', { name });
}

/** Puts files beside the input box, up to the limits, and tells which ones are left out. @param {Iterable<File>} given */
export function attach(given) {
  /** @type {string[]} */
  const told = [];
  const files = [...state.files.value];
  for (const file of given) {
    const why = files.length >= FILE_LIMITS.files ? t('attach.tooMany', { name: nameOf(file), limit: number(FILE_LIMITS.files) }) : refusal(file);
    if (why) told.push(why);
    else files.push(file);
  }
  state.files.value = files;
  state.leftOut.value = told;
}

/** Removes a file, and focuses the next one's button, or the input box. @param {Attached} file */
function remove(file) {
  const at = state.files.value.indexOf(file);
  state.files.value = state.files.value.filter(one => one !== file);
  state.leftOut.value = [];
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.attached [data-testid="detach"]'));
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById('input'))?.focus();
  }));
}

/** Takes files that are pasted. A text with pictures of itself, as office programs copy it, stays a text. @param {ClipboardEvent} event */
export function onPaste(event) {
  const { files, types } = /** @type {DataTransfer} */ (event.clipboardData);
  if (!takesFiles() || !files.length || types.includes('text/plain')) return;
  event.preventDefault();
  attach(files);
}

const bringsFiles = event => takesFiles() && state.role.value === 'drives' && event.dataTransfer?.types.includes('Files');

/** Lets files be dropped on the conversation. */
export const dropping = {
  /** @param {DragEvent} event */
  over(event) {
    if (bringsFiles(event)) event.preventDefault();
  },
  /** @param {DragEvent} event */
  drop(event) {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    attach(/** @type {DataTransfer} */ (event.dataTransfer).files);
  },
};

/** Shows the bytes of an image, and that they are lost if they are. @param {HTMLImageElement | undefined} image @param {Attached} file */
async function draw(image, file) {
  if (!image) return;
  const lost = () => image.replaceWith(t('attach.lost'));
  const blob = 'size' in file ? file : await blobOf(file).catch(() => null);
  if (!blob) return lost();
  const url = URL.createObjectURL(blob);
  image.onload = image.onerror = () => URL.revokeObjectURL(url);
  image.src = url;
}

/** A small picture of a file: of an image itself, of another one a sign. @param {Attached} file */
const picture = file => (isImage(file)
  ? html`<img class="attached-picture" alt=${nameOf(file)} ${ref(image => { draw(/** @type {HTMLImageElement | undefined} */ (image), file); })}>`
  : icon('file'));

/** Name and size. @param {Attached} file */
const facts = file => html`<span class="attached-name">${nameOf(file)}</span><span class="hint">${sizeWords(sizeOf(file))}</span>`;

const attachedFile = file => html`
  <li class="attached-file" data-testid="attached">
    ${guard([file], () => picture(file))}
    <span class="attached-facts">${facts(file)}</span>
    <button type="button" class="quiet icon-only small" data-testid="detach" aria-label=${t('attach.remove', { name: nameOf(file) })} title=${t('attach.remove', { name: nameOf(file) })}
      @click=${() => remove(file)}>${icon('cross')}</button>
  </li>`;

/** The files beside the input box, and what was not taken. */
export const attachedFiles = () => html`
  ${state.leftOut.value.length ? html`<div class="attach-problem" role="alert" data-testid="attach-problem">${state.leftOut.value.map(words => html`<p>${words}</p>`)}</div>` : nothing}
  ${state.files.value.length ? html`<ul class="attached" aria-label=${t('attach.list')}>${repeat(state.files.value, file => file, attachedFile)}</ul>` : nothing}`;

async function choose() {
  attach(await chooseFiles(['image/*', ...FILE_LIMITS.types.filter(type => !type.startsWith('image/'))].join(',')));
}

/** The button that asks for files; nothing with agents that take none. */
export const attachButton = () => (takesFiles()
  ? html`<button type="button" class="quiet icon-only" data-testid="attach" aria-label=${t('attach.choose')} title=${t('attach.choose')}
      ?disabled=${state.role.value !== 'drives'} @click=${choose}>${icon('clip')}</button>`
  : nothing);

/** The files of a message in the conversation. @param {import('../../src/index.d.ts').FilePart[]} parts */
export const sentFiles = parts => html`
  <ul class="sent-files" aria-label=${t('attach.sent')}>
    ${parts.map(part => html`<li class="sent-file" data-testid="sent-file" data-kind=${part.kind}>${picture(part)}${part.kind === 'image' ? nothing : facts(part)}</li>`)}
  </ul>`;
