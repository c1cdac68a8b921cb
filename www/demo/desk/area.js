import { html, nothing } from 'lit-html';
import { toolName } from '../chat/toolname.js';
import { sendOnce } from '../session/session.js';
import * as state from '../state.js';
import { number, t } from '../words/i18n.js';
import { deeds, orders } from './orders.js';

const deed = ({ name, args: { order, ...args } }) => html`
  <li class="item" data-testid="deed"><div class="item-head"><h4>${toolName(name)}</h4><span class="date">${order}</span></div><p class="org">${Object.values(args).join(' · ')}</p></li>`;

const row = ({ order, customer, address, email, paid, mail }) => html`
  <li class="item"><div class="item-head"><h4>${order} ${customer}</h4><span class="date">${t('desk.paid', { n: number(paid) })}</span></div>
    <p class="org">${address} · ${email}</p><p>${t('desk.mail', { text: mail })}</p></li>`;

/** The orders beside the conversation, and what was done about them. */
export const deskArea = () => html`
  <div class="section-head work-head"><h2>${t('desk.title')}</h2></div>
  <p class="place">${t('desk.lead')}</p>
  <article class="paper">
    <section class="part"><h3>${t('desk.orders')}</h3><ul class="items">${orders().map(row)}</ul></section>
    <section class="part"><h3>${t('desk.done')}</h3>
      ${deeds.value.length ? html`<ul class="items">${deeds.value.map(deed)}</ul>` : html`<p class="empty">${t('desk.none')}</p>`}</section>
  </article>`;

/** First words, as a button. */
export const deskWords = () => (state.view.value?.agent !== 'desk' || state.view.value.blocks.length ? nothing : html`
  <div class="chat-hint" data-testid="chat-hint"><p>${t('desk.first')}</p>
    <p class="card-row"><button class="small" data-testid="desk-try" ?disabled=${!state.mayAct.value} @click=${() => sendOnce(t('desk.try'))}>${t('desk.try')}</button></p></div>`);
