import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { has, number, t, when } from '../../words/i18n.js';
import { windowDate } from './window.js';
import { moveView } from './proposal.js';
import * as state from '../state.js';

/** Most moves that are listed. */
const SHOWN = 8;

/** @param {any} item @param {boolean} may */
const task = (item, may) => html`<li class="waiting-task" data-testid="waiting-task"><button type="button" class="quiet" ?disabled=${!may} @click=${() => { state.sheet.value = { kind: 'item', id: item.id }; }}>${item.content}${item.mark === 'missed' ? html` <span class="tag">${t('mark.is.missed')}</span>` : nothing}</button></li>`;

const open = sheet => () => { state.sheet.value = sheet; };

/** @param {any} group @param {boolean} may whether it can be changed by hand now */
const taskClass = ({ id, name, pending, all, done }, may) => html`
  <details class="class hue-class-${id % 6}" data-testid="class" ?open=${pending.length > 0 && pending.length <= 8}>
    <summary><b>${name}</b><span class="hint">${t('classes.placed', { placed: number(all - pending.length), all: number(all) })}${done ? ` · ${t('classes.doneCount', { done: number(done) })}` : nothing}</span>
      <progress max=${all || 1} .value=${all - pending.length} aria-label=${name}></progress></summary>
    ${pending.length ? html`<ul class="waiting-tasks" aria-label=${t('classes.pending')}>${pending.map(item => task(item, may))}</ul>` : html`<p class="hint">${t('classes.done')}</p>`}
    <div class="class-tools"><button type="button" class="quiet small" data-testid="class-edit" ?disabled=${!may} @click=${open({ kind: 'class', id })}>${icon('pen')}<span>${t('hand.editClass')}</span></button>
      <button type="button" class="quiet small" data-testid="class-add" ?disabled=${!may} @click=${open({ kind: 'item', class_id: id })}>${icon('plus')}<span>${t('hand.addItem')}</span></button></div>
  </details>`;

/** Each class with the tasks that have no place yet. @param {any[]} classes @param {boolean} may */
export const classesPanel = (classes, may) => html`
  <section class="panel" data-testid="classes"><h3>${t('classes.title')}</h3>
    ${classes.length ? classes.map(one => taskClass(one, may)) : html`<p class="empty">${t('classes.none')}</p>`}
  </section>`;

const fact = (label, value, bad) => html`<div><dt>${label}</dt><dd class=${bad ? 'fact-bad' : ''}>${value}</dd></div>`;

/** Most issues in the panel. */
const ISSUES = 8;

/** Findings of the last diagnosis. @param {import('../../../src/schedule/index.d.ts').ScheduleData['health']} [health] */
export function healthPanel(health) {
  const { report, unplaced = 0, issues = [] } = health ?? {};
  return html`
    <section class="panel" data-testid="health"><h3>${t('health.title')}</h3>
      ${report ? html`
        <dl class="facts">${fact(t('health.unplaced'), number(unplaced), unplaced > 0)}</dl>
        ${issues.slice(0, ISSUES).map(({ day, issue }) => html`<p class="hint">${t(`health.${issue}`, { day: windowDate(day) ?? '' })}</p>`)}
        ${issues.length > ISSUES ? html`<p class="hint">${t('health.more', { count: number(issues.length - ISSUES) })}</p>` : nothing}` : html`<p class="empty">${t('health.none')}</p>`}
    </section>`;
}

/** Most changes in the trace. */
const TRACE = 5;

/** A change in words: who made it, and what it was. @param {import('../../../src/calendar/index.d.ts').CalendarChange} change */
export function changeWords({ about: { by, what = '', name, mark } }) {
  if (mark !== undefined) return t(`trace.${what}.${mark}`, { name: name ? `“${name}”` : t('trace.several') });
  return has(`trace.${what}`) ? t(`trace.${what}`, { name: name ? `“${name}”` : '' }) : t(`trace.${by}`);
}

/** @param {import('../../../src/calendar/index.d.ts').CalendarChange} change */
const traced = change => html`
  <li class=${change.undone ? 'trace-undone' : ''} data-testid="trace" data-undone=${change.undone}><span>${changeWords(change)}</span>
    <small>${when(change.at_ms)}</small>${change.undone ? html`<span class="tag">${t('receipt.undone')}</span>` : nothing}</li>`;

/**
 * The last change's moves, a trace of the changes before, and buttons to undo or redo.
 * @param {null | { moves: any[] }} last @param {any[]} history @param {{ mayUndo: boolean, undo: () => void, mayRedo: boolean, redo: () => void }} use
 */
export function lastPanel(last, history, { mayUndo, undo, mayRedo, redo }) {
  const moves = last?.moves ?? [];
  if (!moves.length && !history.length) return nothing;
  return html`
    <section class="panel" data-testid="last-change"><h3>${t('calendar.last')}</h3>
      <ul class="last-moves">${moves.slice(0, SHOWN).map(moveView)}</ul>
      ${moves.length > SHOWN ? html`<p class="hint">+${number(moves.length - SHOWN)}</p>` : nothing}
      ${history.length ? html`<ul class="trace">${history.slice(0, TRACE).map(traced)}</ul>` : nothing}
      ${mayUndo ? html`<button class="small" data-testid="undo-write" @click=${undo}>${icon('back')}<span>${t('calendar.undo')}</span></button>` : nothing}
      ${mayRedo ? html`<button class="small" data-testid="redo-write" @click=${redo}>${icon('again')}<span>${t('calendar.redo')}</span></button>` : nothing}
    </section>`;
}
