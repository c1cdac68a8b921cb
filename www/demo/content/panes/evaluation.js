import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { linesOf } from './lines.js';
import { scoreBars } from './scores.js';
import * as state from '../state.js';

/**
 * Parses `name` or `name × weight`, with metrics after a colon: `m` is scored, `m?` is yes or no, `m…` a list.
 * @param {string} line @param {number} index
 */
function section(line, index) {
  const [, head, metrics = ''] = /^([^:：]+)(?:[:：](.*))?$/.exec(line) ?? [line, line];
  const [, name, weight] = /^(.*?)(?:\s*[×x*]\s*([\d.]+))?$/.exec(head.trim()) ?? [head, head];
  const metric = name => ({ name: name.replace(/[?？]$|…$/, ''), type: /[?？]$/.test(name) ? 'boolean' : name.endsWith('…') ? 'text_list' : 'score_1_10' });
  const names = metrics.split(/[,，、]/).map(one => one.trim()).filter(Boolean);
  return { id: `s${index + 1}`, name: name.trim(), grader_prompt: '', weight: Number(weight ?? 1), metrics: (names.length ? names : [name.trim()]).map(metric) };
}

/** Plain names are criteria; with weights or metrics they become sections. @param {string} text */
function criteriaOf(text) {
  const lines = linesOf(text);
  if (!lines.length) return undefined;
  const plain = lines.every(line => !/[:：]|\s[×x*]\s*[\d.]+/.test(line));
  return plain ? lines : lines.map(section);
}

function start(event) {
  event.preventDefault();
  const { criteria, simulated } = event.target.elements;
  const wanted = criteriaOf(criteria.value);
  const records = { id: 'simulation', name: t('content.simulationTitle'), grader_prompt: '', weight: 1, metrics: [], source: 'simulation_records' };
  const sections = simulated.checked ? [...(wanted ?? linesOf(t('content.criteriaDefault'))).map((one, index) => (typeof one === 'string' ? section(one, index) : one)), records] : wanted;
  edit({ evaluate: sections ? { criteria: sections } : {} });
}

const form = data => html`
  <form class="panel" data-testid="evaluate-form" @submit=${start}>
    <label class="field"><span>${t('content.criteria')}</span><textarea name="criteria" rows="3" data-testid="criteria" placeholder=${t('content.criteriaDefault')}></textarea>
      <small>${t('content.criteriaHint')}</small></label>
    <label class="check"><input type="checkbox" name="simulated" data-testid="with-simulations"><span>${t('content.withSimulations')}</span></label>
    <button class="small primary" data-testid="evaluate" ?disabled=${!state.mayEdit.value || !data.can.evaluate}>${icon('check')}<span>${t('content.evaluate')}</span></button>
    ${data.can.evaluate ? nothing : html`<p class="hint">${t('content.nothingMade')}</p>`}
  </form>`;

const part = ({ name, weight, scores, comments, summary }) => html`
  <article class="panel" data-testid="evaluated"><h4>${name} <span class="tag">${t('content.weight', { n: number(weight) })}</span></h4>
    ${summary ? html`<p>${summary}</p>` : nothing}${scoreBars(scores, comments)}</article>`;

function accept(event, id) {
  event.preventDefault();
  edit({ accept_suggestion: { id, field: event.target.elements.field.value } });
}

/** Likely subject of suggestions: the core content, else the newest text. */
const likely = () => state.written.value.findLast(({ phase }) => phase === 'produce_inner') ?? state.written.value.at(-1);

const target = () => html`
  <label class="suggestion-field"><span>${t('content.applyTo')}</span><select name="field" data-testid="suggestion-field">
    ${state.written.value.map(one => html`<option value=${one.name} ?selected=${one === likely()}>${one.name}</option>`)}</select></label>`;

const suggestion = ({ id, content, priority, actionable, accepted }) => html`
  <li class="panel suggestion" data-testid="suggestion" data-accepted=${accepted}>
    <p><span class="tag tag-${priority}">${t(`content.priority.${priority}`)}</span> ${content}</p>
    ${accepted ? html`<p class="line">${icon('check')}<span>${t('content.accepted')}</span></p>` : nothing}
    ${actionable ? html`<form class="suggestion-row" @submit=${event => accept(event, id)}>${target()}
      <button class="small" data-testid="suggestion-accept" ?disabled=${!state.mayEdit.value}>${t(accepted ? 'content.applyAgain' : 'content.apply')}</button></form>` : nothing}
  </li>`;

/** Evaluation of the content, and suggestions to improve it. */
export function evaluation() {
  const data = state.data.value;
  const { evaluation: found, suggestions } = data;
  return html`
    <section class="pane" data-testid="evaluation" aria-labelledby="evaluation-title">
      <h3 id="evaluation-title">${t('content.evaluationTitle')}</h3>
      ${form(data)}
      ${found ? html`<p class="overall" data-testid="overall"><b>${number(found.overall)}</b> ${t('content.ofTen')}</p>${found.sections.map(part)}` : nothing}
      ${suggestions.length ? html`<h4>${t('content.suggestions')}</h4><ul class="improvements">${suggestions.map(suggestion)}</ul>` : nothing}
    </section>`;
}
