import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { ref } from 'lit-html/directives/ref.js';
import { focusOnce } from '../browser/focus.js';
import { icon } from '../views/icons.js';
import { lang, t } from '../words/i18n.js';
import { attempt, begin } from '../session/session.js';
import * as state from '../state.js';
import { channelFields, channelsOf, personaField, profileFields, profileOf } from './panes/profile.js';
import { SAMPLES } from './samples.js';

/** The project in the form; null while something else is begun. @type {import('@preact/signals-core').Signal<null | any>} */
const draft = signal(null);
const starting = signal(false);
let made = 0;

/** Channels with keys, by which the form removes them. */
const withKeys = channels => channels.map(channel => ({ key: ++made, channel }));

function describe(project) {
  draft.value = { key: ++made, project, channels: withKeys(project.channels ?? []) };
  state.form.value = 'content';
}

/** Opens the form with its earlier project. */
export function describeProject() {
  if (draft.value) state.form.value = 'content';
  else describe({});
}

/** Begins with the sample, or with the user's version of it. */
async function start(input) {
  starting.value = true;
  await attempt(() => begin('content', input, input.project_name));
  starting.value = false;
}

function submit(event) {
  event.preventDefault();
  const form = event.target;
  const { project, channels } = draft.value;
  const profile = profileOf(form);
  const personas = form.elements.personas.value.trim();
  start({
    ...project, project_name: form.elements.project.value.trim(), channels: channelsOf(form, channels.map(({ channel }) => channel)),
    creator_profile: profile ?? undefined, personas: personas || undefined, use_deep_research: form.elements.deep.checked,
  });
}

/** The third choice on the start page: eight phases from an idea to a text. */
export const contentChoice = () => html`
  <div class="choice" data-testid="content-choice">
    ${icon('pen')}<b>${t('content.startTitle')}</b><span>${t('content.startAbout')}</span>
    <p class="choice-row"><button class="primary small" data-testid="content-sample" ?disabled=${starting.value} @click=${() => start(SAMPLES[lang.value])}>${t('content.startSample')}</button>
      <button class="small" data-testid="content-own" @click=${() => describe({})}>${t('content.startOwn')}</button>
      <button class="small" data-testid="content-edit-sample" @click=${() => describe(SAMPLES[lang.value])}>${t('content.startFromSample')}</button></p>
  </div>`;

const addChannel = () => { draft.value = { ...draft.value, channels: [...draft.value.channels, ...withKeys([{ name: '' }])] }; };
const removeChannel = key => { draft.value = { ...draft.value, channels: draft.value.channels.filter(one => one.key !== key) }; };

/** Form for a new project. */
export function contentForm() {
  const { key, project, channels } = draft.value;
  return html`
    <h1 tabindex="-1">${t('content.formTitle')}</h1>
    <p class="lead">${t('content.formLead')}</p>
    <form class="wish" data-testid="content-form" @submit=${submit}>
      ${repeat([key], one => one, () => html`
        <label class="field"><span>${t('content.projectName')}</span><input name="project" required maxlength="60" data-testid="project-name" autocomplete="off" .defaultValue=${project.project_name ?? ''} ${ref(focusOnce)}></label>
        <details class="paste"><summary data-testid="open-creator">${t('content.creatorTitle')}</summary>${profileFields(project.creator_profile)}</details>
        <details class="paste"><summary data-testid="open-personas">${t('content.personasTitle')}</summary>${personaField(project.personas ?? '')}</details>`)}
      <details class="paste"><summary data-testid="open-channels">${t('content.channels')}${channels.length ? ` (${channels.length})` : nothing}</summary>
        ${repeat(channels, one => one.key, one => channelFields(one.channel, () => removeChannel(one.key)))}
        <button type="button" class="small" data-testid="channel-add" @click=${addChannel}>${icon('plus')}<span>${t('content.addChannel')}</span></button></details>
      <label class="check"><input type="checkbox" name="deep" .defaultChecked=${project.use_deep_research ?? true}><span>${t('content.deepResearch')}<small>${t('content.deepResearchHint')}</small></span></label>
      <div class="card-row"><button class="primary" data-testid="content-begin" ?disabled=${starting.value}>${t('content.begin')}</button>
        <button type="button" @click=${() => { state.form.value = null; }}>${t('start.back')}</button></div>
    </form>`;
}
