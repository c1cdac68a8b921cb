import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { markdown } from '../../markdown.js';
import { edit } from '../../session/session.js';
import { channelFields, channelsOf, personaField, profileFields, profileOf } from './profile.js';
import * as state from '../state.js';

const PARTS = ['creator_profile', 'intent', 'consumer_personas'];

/**
 * Channels with unsaved additions and removals; null if there are none.
 * @type {import('@preact/signals-core').Signal<null | { key: number, channel: any }[]>}
 */
const changed = signal(null);
let made = 0;

const channels = () => changed.value ?? state.data.value.channels.map(channel => ({ key: channel.name, channel }));

const save = (change, done = () => {}) => async event => {
  event.preventDefault();
  if (await edit(change(event.target))) done();
};

const saveButton = name => html`<button class="small" data-testid="save-${name}" ?disabled=${!state.mayEdit.value}>${t('app.save')}</button>`;

const golden = context => html`
  <section class="panel golden" data-testid="golden"><h4>${t('content.goldenTitle')}</h4><p class="hint">${t('content.goldenAbout')}</p>
    ${PARTS.map(part => html`<details class="fold"><summary>${t(`content.golden.${part}`)}${context[part] ? nothing : html` <small>${t('content.goldenEmpty')}</small>`}</summary>
      ${context[part] ? markdown(context[part], true, 5) : html`<p class="empty">${t('content.goldenEmpty')}</p>`}</details>`)}
  </section>`;

const nameForm = project => html`
  <form class="panel" @submit=${save(form => ({ project: { name: form.elements.name.value.trim() } }))}>
    <label class="field"><span>${t('content.projectName')}</span><input name="name" required maxlength="60" data-testid="project-rename" autocomplete="off" .defaultValue=${project.name}></label>${saveButton('project')}</form>`;

const creatorForm = profile => html`
  <details class="panel fold" data-testid="creator"><summary>${t('content.creatorTitle')}</summary>
    <form @submit=${save(form => ({ creator_profile: profileOf(form) }))}>${profileFields(profile)}${saveButton('creator')}</form></details>`;

const personasForm = personas => html`
  <details class="panel fold" data-testid="personas-form"><summary>${t('content.personasTitle')}</summary>
    <form @submit=${save(form => ({ personas: form.elements.personas.value.trim() }))}>${personaField(personas)}${saveButton('personas')}</form></details>`;

function channelsForm() {
  const list = channels();
  return html`
    <details class="panel fold" data-testid="channels"><summary>${t('content.channels')} (${list.length})</summary>
      <form @submit=${save(form => ({ channels: channelsOf(form, list.map(({ channel }) => channel)) }), () => { changed.value = null; })}>
        ${repeat(list, one => one.key, one => channelFields(one.channel, () => { changed.value = list.filter(other => other !== one); }))}
        <div class="card-row"><button type="button" class="small" @click=${() => { changed.value = [...list, { key: ++made, channel: { name: '' } }]; }}>${icon('plus')}<span>${t('content.addChannel')}</span></button>${saveButton('channels')}</div>
      </form></details>`;
}

const edition = ({ number, note }) => html`
  <li>${t('content.projectVersion', { n: number })}${note ? html` <small>${note}</small>` : nothing}
    <button type="button" class="link" data-testid="version-back" ?disabled=${!state.mayEdit.value} @click=${() => edit({ go_back: { version: number } })}>${t('content.goBack', { n: number })}</button></li>`;

const versionForm = ({ version, parent, note }, editions) => html`
  <form class="panel" @submit=${save(form => ({ new_version: { note: form.elements.note.value.trim() } }))}>
    <h4>${t('content.projectVersion', { n: version })}</h4>
    ${parent ? html`<p class="hint" data-testid="version-note">${t('content.versionOf', { note })}</p>` : nothing}
    ${editions.length ? html`<ul data-testid="editions">${editions.map(edition)}</ul>` : nothing}
    <label class="field"><span>${t('content.versionNote')}</span><input name="note" required maxlength="200" data-testid="version-new-note" autocomplete="off"></label>
    <button class="small" data-testid="version-new" ?disabled=${!state.mayEdit.value}>${t('content.newVersion')}</button></form>`;

/** Project data that every call to the model receives (author, intent, audience), and the project's name. */
export function project() {
  const data = state.data.value;
  return html`
    <section class="pane" data-testid="project" aria-labelledby="project-title">
      <h3 id="project-title">${t('content.projectTitle')}</h3>
      ${golden(data.golden_context)}
      ${nameForm(data.project)}
      ${creatorForm(data.creator_profile)}
      ${personasForm(data.golden_context.consumer_personas)}
      ${channelsForm()}
      ${versionForm(data.project, data.editions)}
    </section>`;
}
