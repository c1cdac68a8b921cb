import { html, nothing } from 'lit-html';
import { lang, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { linesOf } from '../panes/lines.js';
import { phaseName } from './phase-name.js';
import { TEMPLATES } from '../samples.js';
import * as state from '../state.js';

const TYPES = ['text', 'richtext', 'list', 'structured'];

const option = (value, chosen, words) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`;

/** Choice of the fields that must exist before this one. @param {import('../state.js').ContentField | null} own */
function dependencies(own) {
  const others = state.data.value.fields.filter(({ id }) => id !== own?.id);
  const needed = own ? state.neededBy(own).map(({ name }) => name) : [];
  if (!others.length) return nothing;
  return html`
    <fieldset class="depends"><legend>${t('content.dependsOn')}</legend>
      ${others.map(({ name }) => html`<label class="check"><input type="checkbox" name="depends_on" .value=${name} .defaultChecked=${needed.includes(name)}><span>${name}</span></label>`)}
      <label class="field"><span>${t('content.dependencyType')}</span><select name="dependency_type">
        ${option('all', own?.dependency_type, t('content.dependencyAll'))}${option('any', own?.dependency_type, t('content.dependencyAny'))}</select></label>
    </fieldset>`;
}

const channel = own => (state.data.value.channels.length ? html`
  <label class="field"><span>${t('content.channel')}</span><select name="channel"><option value="">${t('content.noChannel')}</option>
    ${state.data.value.channels.map(({ name }) => option(name, own?.channel, name))}</select></label>` : nothing);

/** Controls for how a field is written: prompt, questions, channel, dependencies. @param {import('../state.js').ContentField | null} own */
export const recipe = own => html`
  <label class="field"><span>${t('content.fieldType')}</span><select name="field_type">${TYPES.map(type => option(type, own?.field_type, t(`content.type.${type}`)))}</select></label>
  <label class="field"><span>${t('content.prompt')}</span><textarea name="ai_prompt" rows="3" data-testid="field-prompt" .defaultValue=${own?.ai_prompt ?? ''}></textarea></label>
  <label class="field"><span>${t('content.preQuestions')}</span><textarea name="pre_questions" rows="2" data-testid="field-questions" .defaultValue=${own?.questions.map(({ question }) => question).join('\n') ?? ''}></textarea>
    <small>${t('content.onePerLine')}</small></label>
  ${channel(own)}
  ${dependencies(own)}
  <label class="check"><input type="checkbox" name="need_review" .defaultChecked=${own?.need_review ?? false}><span>${t('content.needReview')}</span></label>`;

/** Values of the controls made by `recipe`. @param {HTMLFormElement} form */
export function recipeOf(form) {
  const { field_type, ai_prompt, pre_questions, channel: chosen, dependency_type, need_review } = form.elements;
  return {
    field_type: field_type.value, ai_prompt: ai_prompt.value.trim(), pre_questions: linesOf(pre_questions.value), need_review: need_review.checked,
    depends_on: [...form.querySelectorAll('[name="depends_on"]:checked')].map(({ value }) => value),
    ...(dependency_type ? { dependency_type: dependency_type.value } : {}), ...(chosen ? { channel: chosen.value || null } : {}),
  };
}

async function add(event) {
  event.preventDefault();
  const form = event.target;
  const { name, phase } = form.elements;
  if (await edit({ add_field: { name: name.value.trim(), phase: phase.value, ...recipeOf(form) } })) form.reset();
}

async function addTemplate(event) {
  event.preventDefault();
  const { template } = event.target.elements;
  await edit({ templates: TEMPLATES[lang.value].find(({ id }) => id === template.value).fields });
}

/** Form for a new field, or for several from a template. */
export const addForm = () => html`
  <details class="fold" data-testid="add-field"><summary>${t('content.addField')}</summary>
    <form @submit=${add}>
      <label class="field"><span>${t('content.fieldName')}</span><input name="name" required maxlength="60" data-testid="add-name" autocomplete="off"></label>
      <label class="field"><span>${t('content.fieldPhase')}</span><select name="phase" data-testid="add-phase">
        ${state.data.value.phase_order.map(phase => option(phase, 'produce_inner', phaseName(phase)))}</select></label>
      ${recipe(null)}
      <button class="small" data-testid="add-save" ?disabled=${!state.mayEdit.value}>${t('content.add')}</button>
    </form></details>
  <details class="fold" data-testid="templates"><summary>${t('content.templates')}</summary>
    <form @submit=${addTemplate}>
      <label class="field"><span>${t('content.template')}</span><select name="template" data-testid="template">${TEMPLATES[lang.value].map(({ id, name }) => option(id, '', name))}</select></label>
      <button class="small" data-testid="template-add" ?disabled=${!state.mayEdit.value}>${t('content.addTemplate')}</button>
    </form></details>`;
