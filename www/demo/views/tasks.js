import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { progressWords } from '../progress.js';
import { edit } from '../session.js';
import * as state from '../state.js';

const SIGNS = { pending: 'ring', in_progress: 'dot', confirmed: 'check', completed: 'check', skipped: 'skip' };

/** Label of the button that enters a task: one that is done, was skipped, or is still to do. */
const ENTER = { completed: 'tasks.revise', skipped: 'tasks.takeUp', pending: 'tasks.doNow', in_progress: 'tasks.doNow' };

function task({ id, section, status = 'pending', strategy, diagnosis, goal }, current, can, first) {
  return html`
    <li class="task task-${status}" data-testid="task-${id}" data-status=${status} aria-current=${current ? 'step' : nothing}>
      <details ?open=${current}>
        <summary>${icon(SIGNS[status])}<span class="task-name">${section}</span><span class="task-status">${t(current && first ? 'tasks.first' : `tasks.${status}`)}</span></summary>
        <dl>
          ${strategy ? html`<dd class="strategy">${t(`tasks.${strategy}`)}</dd>` : nothing}
          <dt>${t('tasks.diagnosis')}</dt><dd>${diagnosis}</dd>
          <dt>${t('tasks.goal')}</dt><dd>${goal}</dd>
        </dl>
        ${current && can?.skip ? html`<button class="small" data-testid="skip" @click=${() => edit({ skip: true })}>${t('tasks.skip')}</button>` : nothing}
        ${!current && can?.plan && ENTER[status] ? html`<button class="small" data-testid="revise-${id}" @click=${() => edit({ backtrack: id })}>${t(ENTER[status])}</button>` : nothing}
      </details>
    </li>`;
}

/** The plan: tasks that are done, in progress and to come. */
export function taskList() {
  const { tasks, current_task: current, progress, stage } = state.guide.value;
  const can = state.mayAct.value && state.guide.value.can;
  const { completed: done, skipped, total } = progress;
  const words = progressWords({ done, skipped, total });
  const untouched = total > 1 && done + skipped === 0;
  return html`
    <section class="tasks" aria-labelledby="tasks-title">
      <h2 id="tasks-title">${t('tasks.title')}</h2>
      ${tasks.length ? html`
        <p class="progress-text" data-testid="progress">${words}</p>
        <progress max=${total} .value=${done + skipped} aria-label=${words}></progress>
        <ol>${tasks.map((one, at) => task(one, one.id === current && stage !== 'completed', can, untouched && at === 0))}</ol>`
    : html`<p class="empty">${t(stage === 'planning' ? 'tasks.planning' : 'tasks.none')}</p>`}
    </section>`;
}
