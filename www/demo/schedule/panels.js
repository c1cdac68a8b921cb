import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { number, t } from '../i18n.js';
import { plainWords } from './problem.js';
import { moveView } from './proposal.js';

/** Most moves that are listed. */
const SHOWN = 8;

const task = item => html`<li class="waiting-task" data-testid="waiting-task">${item.content}</li>`;

const taskClass = ({ id, name, pending, all }) => html`
  <details class="class" data-class=${id % 6} data-testid="class" ?open=${pending.length > 0 && pending.length <= 8}>
    <summary><b>${name}</b><span class="hint">${t('classes.placed', { placed: number(all - pending.length), all: number(all) })}</span>
      <progress max=${all || 1} .value=${all - pending.length} aria-label=${name}></progress></summary>
    ${pending.length ? html`<ul class="waiting-tasks" aria-label=${t('classes.pending')}>${pending.map(task)}</ul>` : html`<p class="hint">${t('classes.done')}</p>`}
  </details>`;

/** Each class with the tasks that have no place yet. @param {any[]} classes */
export const classesPanel = classes => html`
  <section class="panel" data-testid="classes"><h3>${t('classes.title')}</h3>
    ${classes.length ? classes.map(taskClass) : html`<p class="empty">${t('classes.none')}</p>`}
  </section>`;

const fact = (label, value, bad) => html`<div><dt>${label}</dt><dd class=${bad ? 'fact-bad' : ''}>${value}</dd></div>`;

/** Findings of the last diagnosis. @param {any} health the agent's record of it */
export function healthPanel(health) {
  const known = health?.check_done;
  return html`
    <section class="panel" data-testid="health"><h3>${t('health.title')}</h3>
      ${known ? html`
        <dl class="facts">
          ${fact(t('health.feasible'), t(health.is_feasible ? 'health.yes' : 'health.no'), !health.is_feasible)}
          ${health.capacity_gap > 0 ? fact(t('health.gap'), number(health.capacity_gap), true) : nothing}
          ${health.tightness_level ? fact(t('health.room'), t(`health.room.${health.tightness_level}`), false) : nothing}
          ${fact(t('health.more'), t(health.should_continue_optimize ? 'health.yes' : 'health.no'), false)}
        </dl>
        ${health.primary_problem ? html`<p class="hint">${plainWords(health.primary_problem)}</p>` : nothing}` : html`<p class="empty">${t('health.none')}</p>`}
    </section>`;
}

/**
 * The last write's changes, with buttons to undo or redo them.
 * @param {null | { moves: any[] }} last @param {{ mayUndo: boolean, undo: () => void, mayRedo: boolean, redo: () => void }} use
 */
export function lastPanel(last, { mayUndo, undo, mayRedo, redo }) {
  if (!last?.moves.length) return nothing;
  return html`
    <section class="panel" data-testid="last-change"><h3>${t('calendar.last')}</h3>
      <ul class="last-moves">${last.moves.slice(0, SHOWN).map(moveView)}</ul>
      ${last.moves.length > SHOWN ? html`<p class="hint">+${number(last.moves.length - SHOWN)}</p>` : nothing}
      ${mayUndo ? html`<button class="small" data-testid="undo-write" @click=${undo}>${icon('back')}<span>${t('calendar.undo')}</span></button>` : nothing}
      ${mayRedo ? html`<button class="small" data-testid="redo-write" @click=${redo}>${icon('again')}<span>${t('calendar.redo')}</span></button>` : nothing}
    </section>`;
}
