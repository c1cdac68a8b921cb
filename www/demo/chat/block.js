import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { markdown } from '../markdown.js';
import { CONTENT_NOTES } from '../content/notes.js';
import { callOf, previewOf } from './only-call.js';
import { choicesIn } from './choices.js';
import { receipt as toolReceipt } from '../schedule/proposal/receipt.js';
import { edit, reopen } from '../session/session.js';
import * as state from '../state.js';
import { writesFile } from '../stepper/proposal.js';
import { NOTES as STEPPER_NOTES, saidView, toolView } from '../stepper/log.js';
import { sentFiles } from './attached.js';
import { badges } from './badges.js';
import { unsaidMark } from './receipts.js';
import { RESUME_EXPORTS, workEnd } from '../views/export.js';
import { receipt } from '../guide/receipt.js';
import { toolName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Block} Block */

/** State of a receipt's change, and the number of what can be undone or redone. @typedef {{ undone?: boolean, undo?: number, redo?: number }} Turn */

/** Folded text: the model's thoughts. */
export const folded = (label, text, open = false) => html`
  <details class="thought" ?open=${open}><summary>${label}</summary><p>${text}</p></details>`;

const line = (sign, content, extra = '') => html`<p class="line ${extra}">${icon(sign)}<span>${content}</span></p>`;

/** Section of a task. @param {number} id */
const sectionOf = id => state.guide.value?.tasks.find(task => task.id === id)?.section ?? '';

/** Target place of a draft in words. */
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

/** The task whose document this update applied; none for an edit by hand or an undo. */
function taskOf(update, blocks) {
  const after = blocks.slice(blocks.findIndex(({ seq }) => seq === update.seq) + 1);
  const end = after.findIndex(one => one.kind !== 'note' || ENDS.has(one.code));
  const completed = after.slice(0, end < 0 ? undefined : end).find(one => one.code === 'task_status' && one.data.status === 'completed');
  return completed?.data.id;
}

/** Receipt for a change of the resume: applied, undone, or redone. @param {Block[]} blocks */
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

/** Redo button below an undo, because the receipt may be far above. */
const redoHere = can => (can?.redo
  ? html`<p><button class="small" data-testid="redo-here" @click=${() => edit({ redo: true })}>${icon('again')}<span>${t('turned.redo')}</span></button></p>`
  : nothing);

const isUpdate = block => block.kind === 'note' && block.code === 'resume_updated';

/** Last undo or redo of an applied document. @param {Block[]} blocks */
export function turnedOf({ data: { revision } }, blocks) {
  const last = blocks.findLast(one => isUpdate(one) && [one.data.undone, one.data.redone].includes(revision));
  return last && { how: last.data.undone === revision ? 'undone' : 'redone', at: last.atMs };
}

/**
 * Receipts with an offer: the last applied document can be undone, the last undone one redone.
 * @param {Block[]} blocks @returns {{ undo?: number, redo?: number, undone?: number }} sequence numbers; `undone`: number of the last undo
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

/** Failure of an earlier turn. The latest failure is shown in full below the conversation. */
const errorNote = ({ code, text }) => html`
  <p class="line notice" data-testid="note-error" data-code=${code}>${icon('warn')}<span>${text ?? (has(`error.${code}`) ? t(`error.${code}`) : code)}</span></p>`;

/** Rendering of each note of the guide; other notes appear in the work area or on the card. */
const NOTES = {
  think: ({ text }) => folded(t('chat.thought'), text),
  answer: ({ text }) => said(text),
  notice,
  draft: draftNote,
  task_status: taskStatus,
  task_started: ({ id }) => html`<h2 class="divider" data-testid="task-divider"><span>${t('chat.task', { id, section: sectionOf(id) })}</span></h2>`,
  switch_task: ({ id }) => line('back', t('chat.switched', { id })),
  all_done: () => workEnd(t('chat.allDone'), RESUME_EXPORTS),
  error: errorNote,
  snapshot_repaired: () => line('warn', t('chat.repairedSnapshot'), 'notice'),
};

/** Notes of agents that have their own. */
const NOTES_OF = { content: { ...NOTES, ...CONTENT_NOTES }, stepper: STEPPER_NOTES };

function note(block, blocks, can, turn) {
  if (block.code === 'resume_updated') return applied(block, blocks, can);
  const notes = NOTES_OF[state.view.value?.agent] ?? NOTES;
  return notes[block.code]?.(block.data ?? {}, turn, block, blocks) ?? nothing;
}

const ofStepper = () => state.view.value?.agent === 'stepper';
const ofSchedule = () => state.view.value?.agent === 'schedule';

/** A user message. A cue is the agent's own message to the model in the user's place. */
const user = ({ text, cue, parts }) => (cue
  ? nothing
  : html`<article class="turn user" data-testid="block-user" aria-label=${t('chat.you')}>${parts ? sentFiles(parts) : nothing}${text ? html`<div class="bubble">${text}</div>` : nothing}</article>`);

/** Text of a question without its list, which is shown as buttons. */
const lead = text => choicesIn(text)?.lead ?? text;

const said = (text, extra = nothing) => html`
  <article class="turn said" data-testid="block-said" aria-label=${t('chat.assistant')}><div class="bubble">${markdown(text, true, 3)}</div>${extra}</article>`;

/** A decision without words: only its badges are shown. */
const decision = block => html`${block.reasoning ? folded(t('chat.thought'), block.reasoning) : nothing}${badges(block)}`;

const correction = block => html`
  <details class="thought correction" data-testid="correction"><summary>${t('chat.corrected')}</summary><p class="hint">${t('badge.complaint')}</p><p>${block.complaint}</p></details>`;

/** Title of a card: the dry run's if there is one, since it says more than the tool's; for a file, its path; for a doubt, the question. */
export const titleOf = card => (writesFile(card) ? t('stepper.write', { path: card.calls[0].args.path }) : (card.kind !== 'doubt' && (previewOf(card)?.title || previewOf(card)?.summary)) || card.title.replace(/[.。]$/, ''));

const since = (seq, blocks) => blocks.slice(blocks.findIndex(block => block.seq === seq) + 1);

/** Results of the calls on a card, in their order, as far as they have come. @param {Block[]} blocks */
function resultsOf({ seq, card: { calls = [] } }, blocks) {
  const after = since(seq, blocks);
  const end = after.findIndex(({ kind, card }) => kind === 'card' && card.kind !== 'doubt');
  const results = after.slice(0, end < 0 ? undefined : end).filter(({ kind, name }) => kind === 'tool' && calls.some(call => call.name === name));
  return results.slice(0, calls.length);
}

/** How a card ended. One that the user changed runs with other arguments, or gives way to the edit that answers it; the end of a task leaves it unanswered. @param {Block[]} blocks */
export function endingOf({ seq, card, ending }, blocks) {
  const after = since(seq, blocks);
  const isChanged = ({ args }, at) => JSON.stringify(args) !== JSON.stringify(card.calls[at].args);
  const other = resultsOf({ seq, card }, blocks).some(isChanged);
  const edited = ofStepper() && after.length > 0 && after[0].code !== 'task';
  return (ending === 'accepted' && other) || (ending === 'dropped' && edited) ? 'changed' : ending;
}

/** How a card ended, in words; of one with several calls also how many of them were approved. @param {Block[]} blocks */
export function endingWords(block, blocks) {
  const ending = endingOf(block, blocks);
  const results = resultsOf(block, blocks);
  const declined = results.filter(({ result }) => result.error?.code === 'rejected').length;
  const isPart = ['accepted', 'changed'].includes(ending) && results.length > 1 && declined > 0;
  return isPart ? t(`chat.card.some.${ending}`, { n: number(results.length - declined), all: number(results.length) }) : t(`chat.card.${ending}`);
}

/** A closed question; the open one is shown below the conversation. A draft that was replaced by another leaves no mark. @param {Block[]} blocks */
function answered({ card, reason, ...block }, blocks) {
  const ending = endingOf({ card, ...block }, blocks);
  if (state.guide.value && ending === 'dropped') return nothing;
  return html`
    <p class="line answered" data-testid="answered" data-ending=${ending}>${icon(['accepted', 'changed'].includes(ending) ? 'check' : 'cross')}<span>${titleOf(card)} · ${endingWords({ card, ...block }, blocks)}${reason ? ` (${reason})` : ''}</span>${broughtBack(block)}</p>`;
}

/** Whether the user may bring the card of a block back, which a reply has dropped. @param {{ seq: number }} block */
export const canReopen = ({ seq }) => state.mayAct.value && state.view.value?.dropped?.block === seq;

/** A button for a card that a reply has dropped, in case it has misheard the user. @param {{ seq: number }} block */
function broughtBack(block) {
  if (!canReopen(block)) return nothing;
  return html`<button type="button" class="quiet small" data-testid="reopen" @click=${() => reopen({ block: block.seq })}>${t('card.reopen')}</button>`;
}

/** Words about a call that was not made, by the code of its error. */
const NOT_MADE = { rejected: 'chat.toolDeclined', not_run: 'chat.toolNotRun', replaced: 'chat.toolReplaced' };

function tool({ name, args, result, parts }) {
  const failed = 'error' in result;
  const notMade = failed && NOT_MADE[result.error.code];
  return html`
    <details class="tool" data-testid="tool">
      <summary>${icon(notMade ? 'skip' : failed ? 'cross' : 'check')}<span>${t(notMade || (failed ? 'chat.toolFailed' : 'chat.toolRan'), { name: toolName(name) })}</span></summary>
      <pre>${JSON.stringify(args, null, 2)}</pre>
      <pre>${failed ? result.error.text : JSON.stringify(result.ok, null, 2)}</pre>
      ${parts ? sentFiles(parts) : nothing}
    </details>`;
}

/**
 * One block of the conversation.
 * @param {Block} block
 * @param {Block[]} blocks   all blocks, for references
 * @param {false | object} can   edits that this block may offer
 * @param {Turn} [turn]
 * @param {boolean} [asks]   whether it is the open question, with its choices as buttons below
 */
export function block(block, blocks, can, turn = {}, asks = false) {
  if (asks) return said(lead(block.kind === 'assistant' ? block.text : block.data.text), badges(block));
  switch (block.kind) {
    case 'user': return user(block);
    case 'assistant': return html`${ofStepper() ? saidView(block, blocks) : html`${block.reasoning ? folded(t('chat.thought'), block.reasoning) : nothing}${said(block.text, badges(block))}`}${unsaidMark(block)}`;
    case 'decision': return decision(block);
    case 'reasoning': return folded(t('chat.thought'), block.text);
    case 'correction': return correction(block);
    case 'card': return block.ending ? answered(block, blocks) : nothing;
    case 'tool': return ofStepper() ? toolView(block, turn) : ofSchedule() ? toolReceipt(block, turn) : tool(block);
    case 'note': return note(block, blocks, can, turn);
    default: return nothing;
  }
}
