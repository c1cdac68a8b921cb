import { html } from 'lit-html';
import { number, t, when } from '../words/i18n.js';
import * as state from '../state.js';

const signed = change => `${change > 0 ? '+' : ''}${number(change)}`;

const run = ({ name, moves, at }) => html`
  <li class="item" data-testid="ledger-run"><div class="item-head"><h4>${name}</h4><span class="date">${when(at)}</span></div>
    <p class="org">${Object.entries(moves).map(([account, change]) => `${account} ${signed(change)}`).join(' · ')}</p></li>`;

/** The account beside the conversation: its balance and every run of a tool. */
export function ledgerArea() {
  const { balance = 0, runs = [] } = state.ledger.value ?? {};
  return html`
    <div class="section-head work-head"><h2>${t('ledger.title')}</h2></div>
    <p class="place">${t('ledger.lead')}</p>
    <article class="paper">
      <p class="balance"><span>${t('ledger.balance')}</span> <b data-testid="ledger-balance">${number(balance)}</b></p>
      <section class="part"><h3>${t('ledger.runs')}</h3>
        ${runs.length ? html`<ul class="items">${runs.map(run)}</ul>` : html`<p class="empty">${t('ledger.none')}</p>`}</section>
    </article>`;
}
