import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { progressWords } from '../progress.js';
import { edit } from '../session.js';
import * as state from '../state.js';

const SIGNS = { pending: 'ring', in_progress: 'dot', confirmed: 'check', completed: 'check', skipped: 'skip' };

function task({ id, section, status = 'pending', strategy, diagnosis, goal }, current, can) {
  return html`
    <li class="task task-${status}" data-testid="task-${id}" data-status=${status} aria-current=${current ? 'step' : nothing}>
      <details ?open=${current}>
        <summary>${icon(SIGNS[status])}<span class="task-name">${section}</span><span class="task-status">${t(`tasks.${status}`)}</span></summary>
        <dl>
          ${strategy ? html`<dd class="strategy">${t(`tasks.${strategy}`)}</dd>` : nothing}
          <dt>${t('tasks.diagnosis')}</dt><dd>${diagnosis}</dd>
          <dt>${t('tasks.goal')}</dt><dd>${goal}</dd>
        </dl>
        ${current && can?.skip ? html`<button class="small" data-testid="skip" @click=${() => edit({ skip: true })}>${t('tasks.skip')}</button>` : nothing}
        ${status === 'completed' && can?.backtrack ? html`<button class="small" data-testid="revise-${id}" @click=${() => edit({ backtrack: section })}>${t('tasks.revise')}</button>` : nothing}
      </details>
    </li>`;
}

/** The plan: tasks that are done, in progress and to come. */
export function taskList() {
  const { tasks, current_task: current, progress, stage } = state.guide.value;
  const can = state.mayAct.value && state.guide.value.can;
  const { completed: done, skipped, total } = progress;
  const words = progressWords({ done, skipped, total });
  return html`
    <section class="tasks" aria-labelledby="tasks-title">
      <h2 id="tasks-title">${t('tasks.title')}</h2>
      ${tasks.length ? html`
        <p class="progress-text" data-testid="progress">${words}</p>
        <progress max=${total} .value=${done + skipped} aria-label=${words}></progress>
        <ol>${tasks.map(one => task(one, one.id === current && stage !== 'completed', can))}</ol>`
    : html`<p class="empty">${t(stage === 'planning' ? 'tasks.planning' : 'tasks.none')}</p>`}
    </section>`;
}
