import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import { moved } from '../views/lists.js';
import { change } from './proposal.js';
import * as state from './state.js';

/** Changes by the user on an open card: the steps of a plan, each with a key that it keeps when it moves, or the writes that are left out. */
const changesOf = card => (state.agreed.value?.call === card.id ? state.agreed.value : { call: card.id, steps: null, left: [] });
const keep = (card, changed) => { state.agreed.value = { ...changesOf(card), ...changed }; };

const isPlan = card => state.data.value?.state === 'asking_plan' && Array.isArray(card.preview?.steps);
const isBatch = card => state.data.value?.state === 'asking_writes' && Array.isArray(card.preview?.writes);

/** Whether a card asks about a plan or about several writes. @param {any} card */
export const asksToAgree = card => isPlan(card) || isBatch(card);

/** The edit that accepts a card as the user changed it; undefined if nothing was changed. @param {any} card */
export function agreedEdit(card) {
  const { steps, left } = changesOf(card);
  if (isPlan(card) && steps) return { plan: steps.filter(({ name }) => name.trim()).map(({ key, ...step }) => step) };
  if (isBatch(card) && left.length) return { approve: card.preview.writes.map((_, at) => at).filter(at => !left.includes(at)) };
  return undefined;
}

const button = (name, sign, label, press, disabled = false) => html`
  <button type="button" class="quiet icon-only small" data-testid=${name} aria-label=${label} title=${label} ?disabled=${disabled} @click=${press}>${icon(sign)}</button>`;

const withKeys = steps => steps.map((step, key) => ({ ...step, key }));
const freshKey = steps => Math.max(...steps.map(({ key }) => key)) + 1;

/** Keeps Enter in a step's name from accepting the plan. */
const keepEnter = event => { if (event.key === 'Enter') event.preventDefault(); };

/** The steps of a plan, which the user may rename, reorder, remove and add to. */
function planCard(card) {
  const now = () => changesOf(card).steps ?? withKeys(card.preview.steps); // an event may come before the change of another is drawn
  const set = change => keep(card, { steps: change(now()) });
  const at = (all, key) => all.findIndex(step => step.key === key);
  const rename = (key, name) => set(all => all.map(step => (step.key === key ? { ...step, name } : step)));
  const move = (key, by) => set(all => moved(all, at(all, key), at(all, key) + by));
  const remove = key => set(all => all.filter(step => step.key !== key));
  const steps = now();
  const row = ({ key, name, expected_output }, place) => html`
    <li data-testid="agree-step"><input data-testid="agree-name" aria-label=${t('agree.name', { n: place + 1 })} maxlength="200" .value=${name} @keydown=${keepEnter} @input=${event => rename(key, event.target.value)}>
      ${expected_output && expected_output !== name ? html`<small><span class="hint">${t('step.expected')}</span> ${expected_output}</small>` : nothing}
      <span class="agree-moves">${button('agree-up', 'up', t('agree.up', { name }), () => move(key, -1), place === 0)}${button('agree-down', 'down', t('agree.down', { name }), () => move(key, 1), place === steps.length - 1)}${button('agree-remove', 'cross', t('agree.remove', { name }), () => remove(key), steps.length === 1)}</span></li>`;
  return html`
    <ol class="agree" data-testid="agree-plan">${repeat(steps, ({ key }) => key, row)}</ol>
    <button type="button" class="small" data-testid="agree-add" @click=${() => set(all => [...all, { name: '', key: freshKey(all) }])}>${t('agree.add')}</button>`;
}

/** Several writes, each with its difference; those without a tick are left out. */
function writesCard(card) {
  const { left } = changesOf(card);
  const tick = (at, on) => keep(card, { left: on ? left.filter(other => other !== at) : [...left, at] });
  return card.preview.writes.map(({ path, before, content, replaces }, at) => html`
    <section class="agree-write" data-testid="agree-write" data-path=${path}>
      <label class="check"><input type="checkbox" data-testid="agree-tick" .checked=${!left.includes(at)} @change=${event => tick(at, event.target.checked)}><code>${path}</code></label>
      <details ?open=${card.preview.writes.length < 4}><summary>${t('agree.diff')}</summary>${change(before ?? null, content, replaces)}</details>
    </section>`);
}

/** The contents of a card about a plan or several writes. @param {any} card */
export const agreement = card => (isPlan(card) ? planCard(card) : writesCard(card));
