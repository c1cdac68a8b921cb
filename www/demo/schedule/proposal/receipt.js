import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { has, number, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import * as session from '../../state.js';
import { movesOf } from './moves.js';
import { moveView } from './proposal.js';
import * as state from '../state.js';

/** Tools that change the timetable; the last write can be undone. */
const WRITES = new Set(['place', 'move', 'swap', 'batch_move', 'unplace', 'apply_plan']);

/** Most moves in a receipt. */
const SHOWN = 8;

/**
 * State of a conversation's writes: those undone, the one that can be undone, and the one that can be redone.
 * @param {any[]} blocks
 */
function standing(blocks) {
  const undone = new Set();
  let last = -1, back = -1;
  for (const { kind, seq, name, result } of blocks) {
    if (kind !== 'tool' || 'error' in result) continue;
    if (WRITES.has(name)) [last, back] = [seq, -1];
    else if (name === 'load_schedule') [last, back] = [-1, -1];
    else if (name === 'undo_last_write' && last >= 0) {
      undone.add(last);
      [last, back] = [-1, last];
    } else if (name === 'redo_last_write' && back >= 0) {
      undone.delete(back);
      [last, back] = [back, -1];
    }
  }
  return { undone, last, back };
}

/**
 * State of each receipt's write, and whether it can be undone or redone.
 * @param {any[]} blocks @returns {(seq: number) => import('../../chat/block.js').Turn}
 */
export function turnsOf(blocks) {
  const { undone, last, back } = standing(blocks);
  const may = session.mayAct.value && !session.view.value.card;
  const { can_undo: canUndo, can_redo: canRedo } = state.data.value ?? {};
  return seq => ({ undone: undone.has(seq), ...(may && canUndo && seq === last ? { undo: seq } : {}), ...(may && canRedo && seq === back ? { redo: seq } : {}) });
}

/** Reason of a failed call in words, if there are some. @param {string} code */
const why = code => (has(`failed.${code}`) ? t(`failed.${code}`) : t('failed.other'));

/** A call's outcome in the past tense. */
function words(name, error, moves) {
  const done = has(`done.${name}`) ? t(`done.${name}`, { n: number(moves.length) }) : t('done.other', { name });
  if (!error) return name === 'batch_move' && moves.length === 1 ? t('done.move') : done;
  return has(`notdone.${name}`) ? t('notdone.why', { what: t(`notdone.${name}`), why: why(error.code) }) : t('notdone.why', { what: t('notdone.other', { name: done }), why: why(error.code) });
}

const asText = value => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** The call's raw arguments and result, folded. */
const behind = (args, result) => html`
  <details class="behind"><summary>${t('receipt.model')}</summary>
    <pre tabindex="0">${asText(args)}</pre><pre tabindex="0">${'error' in result ? result.error.text : asText(result.ok)}</pre></details>`;

const button = (name, sign, label) => html`
  <button class="small" data-testid="receipt-${name}" @click=${() => edit({ [name]: true })}>${icon(sign)}<span>${label}</span></button>`;

/** Receipt of a tool call. @param {any} block @param {import('../../chat/block.js').Turn} turn */
export function receipt({ name, args, result }, turn) {
  const error = 'error' in result ? result.error : null;
  const moves = error ? [] : movesOf(result.ok?.changes);
  return html`
    <div class="receipt-of-tool ${turn.undone ? 'receipt-undone' : ''}" data-testid="receipt" data-tool=${name} data-undone=${turn.undone === true}>
      <details class="tool" data-testid="tool">
        <summary>${icon(error ? 'cross' : 'check')}<span>${words(name, error, moves)}</span>${turn.undone ? html`<span class="tag" data-testid="undone">${t('receipt.undone')}</span>` : nothing}</summary>
        ${moves.length ? html`<ul class="last-moves">${moves.slice(0, SHOWN).map(moveView)}</ul>` : nothing}
        ${moves.length > SHOWN ? html`<details class="more-moves"><summary>${t('proposal.more', { count: number(moves.length - SHOWN) })}</summary><ul class="last-moves">${moves.slice(SHOWN).map(moveView)}</ul></details>` : nothing}
        ${behind(args, result)}
      </details>
      ${turn.undo !== undefined ? button('undo', 'back', t('receipt.undo')) : nothing}${turn.redo !== undefined ? button('redo', 'again', t('receipt.redo')) : nothing}
    </div>`;
}
