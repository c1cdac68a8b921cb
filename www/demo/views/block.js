import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { has, t } from '../i18n.js';
import { markdown } from '../markdown.js';
import { CONTENT_NOTES } from '../content/notes.js';
import { choicesIn } from '../choices.js';
import { receipt as toolReceipt } from '../schedule/receipt.js';
import { edit } from '../session.js';
import * as state from '../state.js';
import { writesFile } from '../stepper/proposal.js';
import { NOTES as STEPPER_NOTES, saidView, toolView } from '../stepper/log.js';
import { badges } from './badges.js';
import { receipt } from './receipt.js';
import { toolName } from './toolname.js';

/** @typedef {import('../../../src/wasm/types.d.ts').Block} Block */

/** Text that folds away: what the model thought. */
export const folded = (label, text, open = false) => html`
  <details class="thought" ?open=${open}><summary>${label}</summary><p>${text}</p></details>`;

const line = (sign, content, extra = '') => html`<p class="line ${extra}">${icon(sign)}<span>${content}</span></p>`;

/** The section a task works on. @param {number} id */
const sectionOf = id => state.guide.value?.tasks.find(task => task.id === id)?.section ?? '';

/** Where a draft goes, in words. */
export const placeWords = location => [location?.section, location?.item_title, location?.sub_section].filter(Boolean).join(' · ');

function notice({ code, text }) {
  const words = text ?? (has(`notice.${code}`) ? t(`notice.${code}`) : code);
  return html`<p class="line notice" data-testid="notice" data-code=${code}>${icon('warn')}<span>${words}</span></p>`;
}

function draftNote({ location }) {
  const place = placeWords(location);
  return html`
    <p class="line draft-line">${icon('pen')}<span>${place ? t('chat.draftFor', { place }) : t('chat.draft')}</span>
      <button class="small only-narrow" @click=${() => { state.area.value = 'work'; }}>${t('chat.seeDraft')}</button></p>`;
}

const ENDS = new Set(['resume_updated', 'task_started', 'all_done']);

/** The task whose document an update of the resume put there; none where the resume was edited by hand or a change taken back. */
function taskOf(update, blocks) {
  const after = blocks.slice(blocks.findIndex(({ seq }) => seq === update.seq) + 1);
  const end = after.findIndex(one => one.kind !== 'note' || ENDS.has(one.code));
  const completed = after.slice(0, end < 0 ? undefined : end).find(one => one.code === 'task_status' && one.data.status === 'completed');
  return completed?.data.id;
}

/** What a change of the resume did: applied a document, took one back, or applied one again. @param {Block[]} blocks */
function applied(block, blocks, can) {
  const { task_id: task = taskOf(block, blocks), undone, redone } = block.data;
  if (task === undefined) return line('pen', t('chat.resumeChanged'));
  const section = sectionOf(task);
  if (undone !== undefined) return html`${line('back', html`${t('chat.undid')} <b>${section}</b>`, 'undid')}${redoHere(can)}`;
  if (redone !== undefined) return line('check', html`${t('chat.redid')} <b>${section}</b>`, 'redid');
  return receipt({
    words: html`${t('chat.applied')} <b>${section}</b>`,
    turned: turnedOf(block, blocks),
    undo: can?.undo && (() => edit({ undo: true })),
    redo: can?.redo && (() => edit({ redo: true })),
    more: can?.backtrack ? html`<button class="small" data-testid="backtrack" @click=${() => edit({ backtrack: section })}>${t('tasks.revise')}</button>` : nothing,
  });
}

/** The way forth again stands below the undo, too: the receipt may be far above. */
const redoHere = can => (can?.redo
  ? html`<p><button class="small" data-testid="redo-here" @click=${() => edit({ redo: true })}>${icon('again')}<span>${t('turned.redo')}</span></button></p>`
  : nothing);

const isUpdate = block => block.kind === 'note' && block.code === 'resume_updated';

/** What became of an applied document last. @param {Block[]} blocks */
export function turnedOf({ data: { revision } }, blocks) {
  const last = blocks.findLast(one => isUpdate(one) && [one.data.undone, one.data.redone].includes(revision));
  return last && { how: last.data.undone === revision ? 'undone' : 'redone', at: last.at_ms };
}

/**
 * The receipts that can be turned: the document that stands in the resume last, and the one that was taken back last.
 * @param {Block[]} blocks @returns {{ undo?: number, redo?: number, undone?: number }} sequence numbers; `undone`: of the undo that comes last
 */
export function turnable(blocks) {
  const standing = [];
  let taken = [];
  let last;
  for (const { seq, data } of blocks.filter(isUpdate)) {
    const of = revision => blocks.find(one => isUpdate(one) && one.data.revision === revision)?.seq;
    if (data.undone !== undefined) {
      standing.pop();
      taken.push(of(data.undone));
      last = seq;
    } else if (data.redone !== undefined) {
      taken.pop();
      standing.push(of(data.redone));
    } else if (data.task_id !== undefined || taskOf({ seq, data }, blocks) !== undefined) {
      standing.push(seq);
      taken = [];
    }
  }
  return { undo: standing.at(-1), redo: taken.at(-1), undone: taken.length ? last : undefined };
}

function taskStatus({ id, status }) {
  if (status !== 'skipped') return nothing;
  return line('skip', t('chat.task.status', { id, status: t(`tasks.${status}`) }));
}

/** A failure of an earlier turn; the latest one stands in full below the conversation. */
const errorNote = ({ code, text }) => html`
  <p class="line notice" data-testid="note-error" data-code=${code}>${icon('warn')}<span>${text ?? (has(`error.${code}`) ? t(`error.${code}`) : code)}</span></p>`;

/** How each note of the guide is shown; a note that is not here speaks through the work area or the card. */
const NOTES = {
  think: ({ text }) => folded(t('chat.thought'), text),
  answer: ({ text }) => said(text),
  notice,
  draft: draftNote,
  task_status: taskStatus,
  task_started: ({ id }) => html`<h2 class="divider" data-testid="task-divider"><span>${t('chat.task', { id, section: sectionOf(id) })}</span></h2>`,
  switch_task: ({ id }) => line('back', t('chat.switched', { id })),
  all_done: () => html`<p class="line all-done" data-testid="all-done">${icon('check')}<span>${t('chat.allDone')}</span></p>`,
  error: errorNote,
  snapshot_repaired: () => line('warn', t('chat.repairedSnapshot'), 'notice'),
};

/** Agents with notes of their own. */
const NOTES_OF = { content: { ...NOTES, ...CONTENT_NOTES }, stepper: STEPPER_NOTES };

function note(block, blocks, can, turn) {
  if (block.code === 'resume_updated') return applied(block, blocks, can);
  const notes = NOTES_OF[state.view.value?.agent] ?? NOTES;
  return notes[block.code]?.(block.data ?? {}, turn) ?? nothing;
}

const ofStepper = () => state.view.value?.agent === 'stepper';
const ofSchedule = () => state.view.value?.agent === 'schedule';

/** A cue is what the agent tells the model in the user's place; the user never wrote it. */
const user = ({ text, cue }) => (cue
  ? nothing
  : html`<article class="turn user" data-testid="block-user" aria-label=${t('chat.you')}><div class="bubble">${text}</div></article>`);

/** A question without the list it ends in, where that is shown as buttons. */
const lead = text => choicesIn(text)?.lead ?? text;

const said = (text, extra = nothing) => html`
  <article class="turn said" data-testid="block-said" aria-label=${t('chat.assistant')}><div class="bubble">${markdown(text, true, 3)}</div>${extra}</article>`;

/** A decision that said nothing: its badges are all there is to see of it. */
const decision = block => html`${block.reasoning ? folded(t('chat.thought'), block.reasoning) : nothing}${badges(block)}`;

const correction = block => html`
  <details class="thought correction" data-testid="correction"><summary>${t('chat.corrected')}</summary><p class="hint">${t('badge.complaint')}</p><p>${block.complaint}</p></details>`;

/** What a card is about: a dry run says it in more words than the tool. */
export const titleOf = card => (writesFile(card) ? t('stepper.write', { path: card.tool.args.path }) : card.preview?.title || card.preview?.summary || card.title.replace(/[.。]$/, ''));

/** A question that was answered; the open one stands below the conversation. Of a draft that another one replaced there is nothing to tell. */
const answered = ({ card, ending, reason }) => (state.guide.value && ending === 'dropped' ? nothing : html`
  <p class="line answered" data-testid="answered" data-ending=${ending}>${icon(ending === 'accepted' ? 'check' : 'cross')}<span>${titleOf(card)} · ${t(`chat.card.${ending}`)}${reason ? ` (${reason})` : ''}</span></p>`);

function tool({ name, args, result }) {
  const failed = 'error' in result;
  return html`
    <details class="tool" data-testid="tool">
      <summary>${icon(failed ? 'cross' : 'check')}<span>${t(failed ? 'chat.toolFailed' : 'chat.toolRan', { name: toolName(name) })}</span></summary>
      <pre>${JSON.stringify(args, null, 2)}</pre>
      <pre>${failed ? result.error.text : JSON.stringify(result.ok, null, 2)}</pre>
    </details>`;
}

/**
 * One thing in the conversation.
 * @param {Block} block
 * @param {Block[]} blocks   all of them, for what it refers to
 * @param {false | object} can   which edits this block may offer
 * @param {string} [turn]   whether it was taken back, and whether it can be: see `turnsOf`
 * @param {boolean} [asks]   it is the open question, and its choices are buttons below it
 */
export function block(block, blocks, can, turn = '', asks = false) {
  if (asks) return said(lead(block.kind === 'said' ? block.text : block.data.text), badges(block));
  switch (block.kind) {
    case 'user': return user(block);
    case 'said': return ofStepper() ? saidView(block, blocks) : html`${block.reasoning ? folded(t('chat.thought'), block.reasoning) : nothing}${said(block.text, badges(block))}`;
    case 'decision': return decision(block);
    case 'reasoning': return folded(t('chat.thought'), block.text);
    case 'correction': return correction(block);
    case 'card': return block.ending ? answered(block) : nothing;
    case 'tool': return ofStepper() ? toolView(block, turn) : ofSchedule() ? toolReceipt(block, turn) : tool(block);
    case 'note': return note(block, blocks, can, turn);
    default: return nothing;
  }
}
