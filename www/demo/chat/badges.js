import { html, nothing } from 'lit-html';
import { has, t } from '../words/i18n.js';
import * as state from '../state.js';
import { marked } from './marked.js';

/** The engine's name of a repair or conversion in words; an unknown kind keeps its own name. */
export const inWords = (group, kind) => (has(`${group}.${kind}`) ? t(`${group}.${kind}`) : kind.replaceAll('_', ' '));

function badge(kind, text, about, seq) {
  return html`<button class="badge" data-testid="badge" data-badge=${kind} title=${about} aria-label="${text}: ${about}"
    @click=${() => { state.dialog.value = { kind: 'details', seq }; }}>${text}</button>`;
}

/** Conversions that a reader can see: not those that JSON writes the same way, like `2.0` and `2`. @param {any[]} coercions */
export const visible = coercions => coercions.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));

/** Dimmed marks on a reply that needed repairs; each opens the details. */
export function badges({ seq, repairs = [], coercions: all = [], corrections = 0 }) {
  const coercions = visible(all);
  if (!repairs.length && !coercions.length && !corrections) return nothing;
  return html`
    <p class="badges">
      ${repairs.length ? badge('repaired', t('badge.repaired'), t('badge.repairedAbout'), seq) : nothing}
      ${corrections ? badge('corrected', t('badge.corrected', { n: corrections }), t('badge.correctedAbout'), seq) : nothing}
      ${coercions.length ? badge('coerced', t('badge.coerced'), t('badge.coercedAbout'), seq) : nothing}
    </p>`;
}

/** @param {number} count of further ones */
const further = count => (count ? html`<li>${t('badge.further', { count })}</li>` : nothing);

const repairList = (repairs, more) => html`
  <h3>${t('badge.repairs')}</h3>
  <ul>${repairs.map(({ kind, offset, lossless }) => html`
    <li><b>${inWords('repair', kind)}</b> ${t('badge.at', { offset })} · ${t(lossless ? 'badge.lossless' : 'badge.lossy')}</li>`)}${further(more)}</ul>`;

/** Both values of a conversion; of a field that is left out only the one that came, of the whole reply none, since its text is shown. */
const valuesOf = ({ kind, path, from, to }) => (path
  ? html` · ${t('badge.from')} <code>${JSON.stringify(from)}</code>${kind === 'ignored' ? nothing : html` → ${t('badge.to')} <code>${JSON.stringify(to)}</code>`}`
  : nothing);

const coercionList = (coercions, more) => html`
  <h3>${t('badge.coercions')}</h3>
  <ul>${coercions.map(coercion => html`
    <li>${coercion.path ? html`<b>${coercion.path}</b> ` : nothing}${inWords('coercion', coercion.kind)}${valuesOf(coercion)}</li>`)}${further(more)}</ul>`;

/** Corrections before the reply at `seq`: those since the last accepted reply. */
function correctionsBefore(seq) {
  const before = state.view.value?.blocks.filter(block => block.seq < seq) ?? [];
  const start = before.findLastIndex(block => block.kind === 'assistant' || block.kind === 'decision' || block.kind === 'user');
  return before.slice(start + 1).filter(block => block.kind === 'correction');
}

const correctionList = corrections => html`
  <h3>${t('badge.corrections')}</h3>
  ${corrections.map(({ raw, complaint }) => html`
    <h4>${t('badge.rejected')}</h4><pre>${raw}</pre>
    <h4>${t('badge.complaint')}</h4><pre>${complaint}</pre>`)}`;

/** Details of a reply: its text and the repairs. @param {number} seq number of the block */
export function details(seq) {
  const block = state.view.value?.blocks.find(one => one.seq === seq);
  if (!block) return nothing;
  const { raw = '', repairs = [], more_repairs = 0, coercions = [], more_coercions = 0 } = block;
  const corrections = correctionsBefore(seq);
  return html`
    <h2>${t('badge.details')}</h2>
    ${repairs.length ? repairList(repairs, more_repairs) : nothing}
    ${visible(coercions).length ? coercionList(visible(coercions), more_coercions) : nothing}
    ${corrections.length ? correctionList(corrections) : nothing}
    ${raw ? html`<h3>${t('badge.raw')}</h3><pre data-testid="raw">${marked(raw, repairs)}</pre>` : nothing}`;
}

