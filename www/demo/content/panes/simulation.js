import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { has, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { scoreBars } from './scores.js';
import * as state from '../state.js';

const KINDS = ['reading', 'dialogue', 'decision', 'exploration', 'experience'];

/** Headings of the people in the research report and in the user's own list. @param {string} text */
const personasIn = text => [...text.matchAll(/^###\s+(.+)$/gm)].map(([, name]) => name.trim());

function start(event) {
  event.preventDefault();
  const { persona, field, kind } = event.target.elements;
  edit({ simulate: { interaction_type: kind.value, ...(persona.value.trim() ? { persona: persona.value.trim() } : {}), ...(field.value ? { field: field.value } : {}) } });
}

const form = data => html`
  <form class="panel" data-testid="simulate-form" @submit=${start}>
    <label class="field"><span>${t('content.persona')}</span><input name="persona" list="personas-known" data-testid="simulate-persona" autocomplete="off" placeholder=${t('content.personaAny')}>
      <datalist id="personas-known">${personasIn(data.golden_context.consumer_personas).map(name => html`<option value=${name}></option>`)}</datalist></label>
    <div class="pair">
      <label class="field"><span>${t('content.what')}</span><select name="field" data-testid="simulate-field"><option value="">${t('content.allContent')}</option>
        ${state.written.value.map(({ name }) => html`<option value=${name}>${name}</option>`)}</select></label>
      <label class="field"><span>${t('content.interaction')}</span><select name="kind" data-testid="simulate-kind">${KINDS.map(kind => html`<option value=${kind}>${t(`content.interaction.${kind}`)}</option>`)}</select></label>
    </div>
    <button class="small primary" data-testid="simulate" ?disabled=${!state.mayEdit.value || !data.can.simulate}>${icon('eye')}<span>${t('content.simulate')}</span></button>
    ${data.can.simulate ? nothing : html`<p class="hint">${t('content.nothingMade')}</p>`}
  </form>`;

const words = key => (has(`content.extra.${key}`) ? t(`content.extra.${key}`) : key.replaceAll('_', ' '));

function value(one) {
  if (typeof one === 'boolean') return t(one ? 'content.yes' : 'content.no');
  if (Array.isArray(one)) return html`<ul class="extra-list">${one.map(item => html`<li>${value(item)}</li>`)}</ul>`;
  return typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? '');
}

const extras = extra => {
  const entries = Object.entries(extra ?? {}).filter(([, one]) => one !== null && one !== '' && !(Array.isArray(one) && one.length === 0));
  return entries.length ? html`<dl class="pairs">${entries.map(([key, one]) => html`<div><dt>${words(key)}</dt><dd>${value(one)}</dd></div>`)}</dl>` : nothing;
};

const log = lines => (lines.length ? html`
  <details class="fold"><summary>${t('content.dialogue')}</summary>
    <ol class="talk">${lines.map(({ role, text }) => html`<li class="talk-${role}"><b>${t(`content.role.${role}`)}</b> ${text}</li>`)}</ol></details>` : nothing);

const result = one => html`
  <article class="panel simulation" data-testid="simulation" data-kind=${one.interaction_type}>
    <h4>${one.persona || t('content.personaAny')}${one.field ? html` · ${one.field}` : nothing} <span class="tag">${has(`content.interaction.${one.interaction_type}`) ? t(`content.interaction.${one.interaction_type}`) : one.interaction_type}</span></h4>
    <p>${one.overall}</p>
    ${scoreBars(one.scores, one.comments)}
    ${extras(one.extra)}
    ${log(one.log)}
  </article>`;

/** Simulation of readers who meet the content. */
export const simulation = () => html`
  <section class="pane" data-testid="simulations" aria-labelledby="simulation-title">
    <h3 id="simulation-title">${t('content.simulationTitle')}</h3>
    <p class="hint">${t('content.simulationAbout')}</p>
    ${form(state.data.value)}
    ${[...state.data.value.simulations].reverse().map(result)}
  </section>`;
