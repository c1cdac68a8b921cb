import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { t } from '../../words/i18n.js';
import { editContract, useContract, usePreset } from '../actions.js';
import { CONTRACTS } from '../contracts.js';
import { PRESETS } from '../presets.js';
import { compiled, schemaText } from '../reading/reading.js';
import * as state from '../state.js';
import { copyButton } from './copy.js';

const FORMS = {
  schema: () => schemaText.value,
  strict: schema => JSON.stringify(schema.strict(), null, 2),
  gbnf: schema => schema.gbnf(),
  typescript: schema => schema.typescript(),
};

/** The contract in the chosen form. A form that cannot express it gives the reason instead. */
function formed() {
  try {
    return { text: FORMS[state.form.value](compiled.value.schema) };
  } catch (error) {
    return { why: error.message };
  }
}

const option = (name, chosen, words) => html`<option value=${name} ?selected=${name === chosen}>${words}</option>`;

const choices = () => html`
  <div class="play-head">
    <h2><label for="contract">${t('play.contract')}</label></h2>
    <select class="small" id="contract" data-testid="contract" @change=${event => useContract(event.target.value)}>
      ${[...Object.keys(CONTRACTS), 'own', 'none'].map(name => option(name, state.contract.value, t(`play.contract.${name}`)))}
    </select>
  </div>`;

const formButton = name => html`<button class="small quiet" data-testid="form-${name}" aria-pressed=${state.form.value === name ? 'true' : 'false'} @click=${() => { state.form.value = name; }}>${t(`play.form.${name}`)}</button>`;

/** Problem of the schema, or actions on it. */
function remark() {
  if (!compiled.value.problem) return state.form.value === 'schema' ? t('play.schemaHint') : '';
  const { place, why } = compiled.value.problem;
  if (why) return why;
  return place ? t('play.badSchemaAt', place) : t('play.noSchema');
}

const schemaBox = () => html`
  <label class="sr-only" for="schema">${t('play.form.schema')}</label>
  <textarea id="schema" class="schema" data-testid="schema" spellcheck="false" autocomplete="off" aria-describedby="schema-problem" aria-invalid=${compiled.value.problem ? 'true' : 'false'}
    .value=${live(schemaText.value)} @input=${event => editContract(event.target.value)}></textarea>`;

function exported() {
  if (!compiled.value.schema) return html`<pre class="schema"></pre>`;
  const { text, why } = formed();
  return html`<pre class="schema" data-testid="export" tabindex="0" role="region" aria-label=${t(`play.form.${state.form.value}`)}>${text ?? why}</pre>`;
}

const body = () => html`
  <div class="play-head forms">${Object.keys(FORMS).map(formButton)}${compiled.value.schema ? copyButton('contract', () => formed().text ?? '') : nothing}</div>
  ${state.form.value === 'schema' ? schemaBox() : exported()}
  <p class="schema-problem" id="schema-problem" role="status" data-testid="schema-problem">${remark()}</p>`;

/** Policy for a reply without a contract, which is only repaired: Stepgate's own, or another reader's. */
const policy = () => html`
  <p class="hint">${t('play.contract.none.about')}</p>
  <label class="field"><span>${t('play.preset')}</span>
    <select data-testid="preset" @change=${event => usePreset(event.target.value)}>${PRESETS.map(name => option(name, state.preset.value, name))}</select>
    <small>${t(`play.preset.${state.preset.value}`)}</small></label>`;

/** The reply's contract, built-in or the user's own, and its forms for model servers and programs. */
export const contract = () => html`
  <section class="play-contract" aria-label=${t('play.contract')}>
    ${choices()}
    ${state.contract.value === 'none' ? policy() : body()}
  </section>`;
