import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { lang, number, t } from '../../words/i18n.js';
import { inWords } from '../../chat/badges.js';
import { briefJson } from '../brief.js';
import { coercions, compiled, problems, reading, repairs, verdict } from '../reading/reading.js';
import * as state from '../state.js';
import { isComing, run } from '../reading/streaming.js';
import { mean } from '../reading/timing.js';
import { copyButton } from './copy.js';
import { patches } from './patches.js';
import { refusal } from './repairs.js';
import { misfit, value } from './value.js';

/** Most problems or conversions in the list. */
const LISTED = 100;

/** Longest converted value that is shown, in UTF-16 units. */
const SHOWN = 160;

const SIGNS = { empty: 'dot', clean: 'check', mended: 'check', lossy: 'warn', problems: 'warn', none: 'cross', refused: 'cross', contract: 'warn' };

const GOOD = ['clean', 'mended'];

/** A duration in a readable unit. @param {number} ms */
const time = ms => (ms < 1 ? t('play.us', { n: number(Math.max(1, Math.round(ms * 1000))) }) : t('play.ms', { n: number(Math.round(ms * 10) / 10) }));

function figures() {
  const { ms, error } = reading.value ?? {};
  if (error) return html`<p class="figures" data-testid="refusal">${refusal(error)}</p>`;
  if (ms === undefined) return nothing;
  const count = (name, list) => html`<span data-testid="count-${name}">${t(`play.count.${name}`, { n: number(list.value.length) })}</span>`;
  return html`<p class="figures">${count('repairs', repairs)}${compiled.value.schema ? [count('coercions', coercions), count('problems', problems)] : nothing}<span data-testid="time">${time(mean.value ?? ms)}</span></p>`;
}

/** Verdict on the reply in one line. */
function verdictLine() {
  const name = isComing.value ? 'coming' : verdict.value;
  const about = compiled.value.schema || !GOOD.includes(name) ? t(`play.verdict.${name}`) : t(`play.verdict.${name}.free`);
  return html`
    <div class="verdict ${name === 'coming' || name === 'empty' ? '' : GOOD.includes(name) ? 'verdict-good' : 'verdict-bad'}" role="status" data-testid="verdict" data-verdict=${name}>
      ${icon(SIGNS[name] ?? 'spark')}<div><b>${about}</b>${name === 'coming' ? html`<p class="figures">${t('play.verdict.coming.about')}</p>` : figures()}</div>
    </div>`;
}

const more = list => (list.length > LISTED ? html`<li class="hint">${t('play.more', { n: number(list.length - LISTED) })}</li>` : nothing);

const problem = ({ path, found, allowed }) => html`<li data-testid="problem"><code>${path || t('play.root')}</code> ${misfit({ found, allowed })}</li>`;

const problemList = () => html`
  <section data-testid="problems"><h3>${t('play.problems')}</h3>
    <ul class="findings findings-bad" tabindex="0" aria-label=${t('play.problems')}>${problems.value.slice(0, LISTED).map(problem)}${more(problems.value)}</ul></section>`;

const written = value => (value === undefined ? t('play.nothing') : briefJson(value, SHOWN));

const coercion = ({ kind, path, from, to }) => html`
  <li data-testid="coercion"><code>${path || t('play.root')}</code> ${inWords('coercion', kind)}: <code>${written(from)}</code> → <code>${written(to)}</code></li>`;

const coercionList = () => html`
  <section data-testid="coercions"><h3>${t('play.coercions')}</h3>
    <ul class="findings" tabindex="0" aria-label=${t('play.coercions')}>${coercions.value.slice(0, LISTED).map(coercion)}${more(coercions.value)}</ul></section>`;

/** Complaint for the model, in either language. */
function complaint() {
  const words = reading.value.result.complaint;
  const now = state.complaintLang.value ?? lang.value;
  const choice = (name, label) => html`<button class="small quiet" lang=${name === 'zh' ? 'zh-CN' : 'en'} aria-pressed=${now === name ? 'true' : 'false'} data-testid="complaint-${name}"
    @click=${() => { state.complaintLang.value = name; }}>${label}</button>`;
  return html`
    <section aria-labelledby="complaint-title"><div class="play-head"><h3 id="complaint-title">${t('play.complaint')}</h3>${choice('en', 'English')}${choice('zh', '中文')}${copyButton('complaint', () => words)}</div>
      <pre class="complaint" data-testid="complaint" lang=${now === 'zh' ? 'zh-CN' : 'en'}>${words}</pre></section>`;
}

const findings = () => html`
  ${reading.value?.result?.complaint ? complaint() : nothing}
  ${problems.value.length ? problemList() : nothing}
  ${coercions.value.length ? coercionList() : nothing}`;

/** The call that was made. */
function call() {
  if (isComing.value) return 'new JsonStream().push(chunk)';
  if (compiled.value.schema) return `readReply(text, compileSchema(schema), { lang: '${state.complaintLang.value ?? lang.value}' })`;
  return `repairJson(text, { preset: '${state.contract.value === 'none' ? state.preset.value : 'stepgate'}' })`;
}

/** Result of reading the reply. */
export const result = () => html`
  <section class="play-result" aria-label=${t('play.result')} data-testid="result">
    ${verdictLine()}
    <p><code class="call" data-testid="call">${call()}</code></p>
    ${value()}
    ${run.value ? patches() : nothing}
    ${isComing.value ? nothing : findings()}
  </section>`;
