import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { byHand } from '../hand/hand.js';
import * as state from '../state.js';
import { ruleWords } from './words.js';

/** @import { CalendarRule } from '../../../src/calendar/index.d.ts' */

/** @param {CalendarRule} rule @param {boolean} may */
function line(rule, may) {
  const words = ruleWords(rule, /** @type {any} */ (state.calendar.value));
  const named = key => t(key, { rule: words });
  return html`
    <li class="rule" data-testid="rule"><div><span>${words}</span>
      <small>${t(`rule.strength.${rule.strength}`)} · ${t(`rule.from.${rule.from}`)}</small>${rule.words ? html`<q>${rule.words}</q>` : nothing}</div>
      <button type="button" class="quiet icon-only small" data-testid="rule-edit" aria-label=${named('rule.editOf')} title=${t('rule.edit')} ?disabled=${!may} @click=${() => { state.sheet.value = { kind: 'rule', id: rule.id }; }}>${icon('pen')}</button>
      <button type="button" class="quiet icon-only small" data-testid="rule-drop" aria-label=${named('rule.dropOf')} title=${t('rule.drop')} ?disabled=${!may} @click=${() => byHand({ delete_rule: { id: rule.id } })}>${icon('cross')}</button></li>`;
}

/** The saved rules about the places of tasks. @param {boolean} may whether they can be changed by hand now */
export function rulesPanel(may) {
  const rules = state.calendar.value?.rules ?? [];
  if (!rules.length) return nothing;
  return html`<section class="panel" data-testid="rules"><h3>${t('rules.title')}</h3><ul class="rules">${rules.map(rule => line(rule, may))}</ul></section>`;
}
