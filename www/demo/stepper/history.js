import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { has, number, t, when } from '../words/i18n.js';
import { ask } from '../session/session.js';
import * as session from '../state.js';
import { NOTES } from './log.js';
import { errorWords } from './plan.js';
import { decisionsOf } from './replay.js';
import * as state from './state.js';

/** The history as last read, and the view that it belongs to. */
let read = { view: /** @type {any} */ (null), decisions: /** @type {ReturnType<typeof decisionsOf>} */ ([]) };

/** The decisions of the present view. */
function decisions() {
  const view = session.view.value;
  if (view && read.view !== view) read = { view, decisions: decisionsOf(view.blocks, /** @type {any[]} */ (ask({ history: true }))) };
  return read.decisions;
}

/** Number of decisions. The agent is asked for the decisions themselves only while they are shown. */
export function decisionCount() {
  const blocks = session.view.value?.blocks ?? [];
  const kept = blocks.filter(({ kind, code, data }) => kind === 'correction' || (kind === 'note' && code === 'decided' && !STANDS_FOR.has(data.outcome)));
  return Math.min(kept.length, MOST);
}

/** Outcomes that replace the correction before them, and the number of decisions that are kept. */
const STANDS_FOR = new Set(['defaulted', 'refused']);
const MOST = 500;

/** @param {number} to @param {number} count */
const go = (to, count) => { state.at.value = to >= count - 1 ? null : Math.max(0, to); };

function onKey(event, index, count) {
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count }[event.key];
  if (to === undefined || event.target.closest('pre, input')) return;
  event.preventDefault();
  go(to, count);
}

const SIGNS = { plan: 'tasks', think: 'eye', step: 'check', action: 'play', decide: 'play' };

/** Outcomes that add nothing to the purpose. */
const PLAIN = new Set(['plan', 'thought']);

/** Purpose and outcome of a reply in a few words. @param {{ purpose: string, outcome: string }} record */
function headOf({ purpose, outcome }) {
  const name = has(`history.${purpose}`) ? t(`history.${purpose}`) : purpose;
  if (PLAIN.has(outcome)) return name;
  const words = [`tool.${outcome}`, `history.outcome.${outcome}`].find(has);
  return `${name}: ${words ? t(words) : outcome}`;
}

/** A reply in readable form: JSON over several lines, anything else unchanged. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A decision in the list. The step is named where it differs from the one before. */
const row = ({ record }, at, index, count, stepBefore = null) => html`
  <li><button class="decision" data-testid="decision" aria-current=${at === index ? 'true' : nothing} @click=${event => { go(at, count); event.target.closest('.work').scrollTop = 0; }}>
    ${icon(record.outcome === 'refused' ? 'warn' : SIGNS[record.purpose] ?? 'dot')}<span>${number(at + 1)}. ${headOf(record)}</span>${record.step === stepBefore ? nothing : html`<small>${record.step}</small>`}</button></li>`;

/** Consequences of a decision. A thought has none but being remembered. @param {any[]} came @param {{ complaint?: string }} record */
function consequences(came, { complaint }) {
  const lines = came.map(consequence).filter(line => line !== nothing);
  if (complaint) lines.unshift(html`<p class="line notice">${icon('warn')}<span>${t('history.told')}</span></p><pre class="result" tabindex="0" data-testid="record-complaint">${complaint}</pre>`);
  return lines.length ? lines : html`<p class="hint">${t('history.remembered')}</p>`;
}

/** One consequence of a decision: a tool's result, or a note of the agent. */
function consequence(block) {
  if (block.kind === 'tool') {
    const { ok, error } = block.result;
    return html`<p class="line">${icon(error ? 'cross' : 'check')}<span>${error ? errorWords(error.code) : beginning(ok)}</span></p>`;
  }
  if (block.kind !== 'note') return nothing;
  return (block.code === 'step' ? stepLine : NOTES[block.code])?.(block.data ?? {}) ?? nothing;
}

const stepLine = ({ name, status }) => html`<p class="line">${icon(STEP_SIGNS[status] ?? 'ring')}<span>${name}: ${t(`step.${status}`)}</span></p>`;

/** Longest result in characters. */
const SHOWN = 160;
const beginning = value => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
};

const STEP_SIGNS = { pending: 'ring', in_progress: 'dot', completed: 'check', failed: 'cross' };
const TAGS = { '+': 'inserted', '~': 'modified' };

const planStep = ({ name, status, change }) => html`
  <li data-status=${status} aria-current=${status === 'in_progress' ? 'step' : nothing}>${icon(change === '-' ? 'cross' : STEP_SIGNS[status] ?? 'ring')}
    <span>${change === '-' ? html`<del>${name}</del>` : name} ${TAGS[change] ? html`<span class="tag tag-${TAGS[change]}">${t(`step.${TAGS[change]}`)}</span>` : nothing}</span></li>`;

const record = ({ record, came, plan }, index, count) => html`
  <section class="record panel" data-testid="record" data-purpose=${record.purpose}>
    <h3 aria-live="polite">${t('history.nth', { n: number(index + 1), all: number(count) })} · ${headOf(record)}</h3>
    <p class="hint">${record.step ? `${record.step} · ` : ''}${when(record.at)}${record.recalled ? ` · ${t('history.recalled')}` : ''}</p>
    <div class="record-parts">
      <div><h4>${t('history.reply')}</h4><pre class="result" tabindex="0" data-testid="record-reply">${readable(record.reply)}</pre></div>
      <div><h4>${t('history.came')}</h4><div class="record-came" data-testid="record-came">${consequences(came, record)}</div></div>
      <div><h4>${t('history.planThen')}</h4><ol class="record-plan" data-testid="record-plan">${plan.map(planStep)}</ol></div>
    </div>
  </section>`;

/** All decisions of the session in order: prompt, reply, consequences, and the plan at that time. */
export function historyPanel() {
  const all = decisions();
  const count = all.length;
  if (!count) return html`<p class="empty" data-testid="no-history">${t('history.none')}</p>`;
  const index = Math.min(state.at.value ?? Infinity, count - 1);
  const way = (name, sign, to, label) => html`
    <button class="small icon-only" data-testid=${name} aria-label=${label} title=${label} ?disabled=${to < 0 || to >= count} @click=${() => go(to, count)}>${icon(sign)}</button>`;
  return html`
    <div class="history" @keydown=${event => onKey(event, index, count)}>
      <div class="history-nav">
        ${way('history-back', 'left', index - 1, t('history.previous'))}
        <input type="range" data-testid="history-range" min="0" max=${count - 1} .value=${String(index)} aria-label=${t('history.title')} aria-valuetext=${t('history.nth', { n: index + 1, all: count })} @input=${event => go(Number(event.target.value), count)}>
        ${way('history-on', 'right', index + 1, t('history.next'))}
      </div>
      ${record(all[index], index, count)}
      <ol class="decisions">${all.map((one, at) => row(one, at, index, count, all[at - 1]?.record.step))}</ol>
    </div>`;
}
