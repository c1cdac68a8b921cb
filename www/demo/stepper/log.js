import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { markdown } from '../markdown.js';
import { badges } from '../chat/badges.js';
import { toolName } from '../chat/toolname.js';
import { attempt } from '../session/session.js';
import { redo, undo } from './files/files.js';
import { asText, errorWords, knownError } from './plan.js';
import { failureWords } from './run.js';
import { isRunning } from './running.js';

const line = (sign, content, extra = '') => html`<p class="line ${extra}">${icon(sign)}<span>${content}</span></p>`;

/** Errors of actions that never reached a tool: no other block shows them. */
const NEVER_RUN = new Set(['unknown_tool', 'invalid_params', 'invalid_path', 'unread', 'seen_in_part', 'not_run', 'dropped', 'repeated_action', 'interrupted']);

/** List of a plan's changes. @param {{ modified?: string[], removed?: string[], inserted?: string[] }} changes */
const changeList = ({ modified = [], removed = [], inserted = [] }) => html`
  <ul class="plan-changes">
    ${modified.map(name => html`<li><span class="tag tag-modified">${t('step.modified')}</span> ${name}</li>`)}
    ${removed.map(name => html`<li><span class="tag tag-read">${t('step.removed')}</span> <del>${name}</del></li>`)}
    ${inserted.map(name => html`<li><span class="tag tag-inserted">${t('step.inserted')}</span> ${name}</li>`)}
  </ul>`;

/** A notice about a fallback or a refusal of the stepper. */
function notice({ code, name }) {
  const words = has(`stepnotice.${code}`) ? t(`stepnotice.${code}`, { name: name ?? '' }) : code;
  return html`<p class="line notice" data-testid="notice" data-code=${code}>${icon('warn')}<span>${words}</span></p>`;
}

function step({ name, status }) {
  if (status === 'in_progress') return html`<h2 class="divider" data-testid="step-divider"><span>${name}</span></h2>`;
  return status === 'failed' ? line('cross', `${name}: ${t('step.failed')}`, 'notice') : nothing; // the verdict already says that it is complete
}

const TASK_SIGNS = { completed: 'check', paused: 'stop', failed: 'warn', cancelled: 'stop' };

const task = ({ status, error }) => html`
  <p class="line task-ended task-${status}" data-testid="task-ended" data-status=${status}>${icon(TASK_SIGNS[status] ?? 'dot')}<span>${t(`log.task.${status}`)}${error ? ` ${failureWords(error)}.` : ''}</span></p>`;

/** Rendering of each note in the conversation; notes that are missing here appear in the plan. The history of decisions gives the data alone. */
export const NOTES = {
  plan: ({ steps }) => line('tasks', t(steps === 1 ? 'log.planOne' : 'log.plan', { n: number(steps) })),
  verdict: ({ verdict, reason }, _, at, blocks) => (reason && (verdict === 'complete' || !at || isRunning(at, blocks)) ? line(verdict === 'complete' ? 'check' : 'right', reason) : nothing),
  plan_adjusted: data => html`<div class="adjusted" data-testid="adjusted">${line('pen', t('log.adjusted'))}${changeList(data)}</div>`,
  action: ({ tool, error }) => (NEVER_RUN.has(error) ? line('cross', `${tool}: ${errorWords(error)}`, 'notice') : nothing),
  context_compacted: ({ path }) => line('file', t('log.compacted', { path })),
  notice,
  reason: ({ text }) => (text ? line('warn', text, 'notice') : nothing),
  step,
  task,
};

/** Words of the stepper: thoughts are dimmed; questions, the summary, and answers to words of the user are not. */
export function saidView(block, blocks) {
  const extra = badges({ ...block, coercions: block.coercions?.filter(({ kind }) => kind !== 'plain_text') }); // a thought may be plain text
  const before = blocks[blocks.indexOf(block) - 1];
  const asks = before?.kind === 'note' && before.code === 'ask_user';
  if (before?.kind === 'user' || (before?.kind === 'note' && before.code === 'final')) return html`<article class="turn said" data-testid="block-said">${markdown(block.text, true)}${extra}</article>`;
  return asks
    ? html`<article class="turn said" data-testid="block-said"><div class="question" data-testid="question"><p class="hint">${t('stepper.question')}</p>${markdown(block.text, true)}</div>${extra}</article>`
    : html`<details class="thought" data-testid="thought"><summary>${t('chat.thought')}: ${firstWords(block.text)}</summary><p>${block.text}</p></details>${extra}`;
}

/** A tool's outcome in the past tense. @param {string} name @param {any} error */
function happened(name, error) {
  const key = `${error ? 'notdone' : 'done'}.${name}`;
  return has(key) ? t(key) : toolName(name);
}

/** A tool's result, or its error in words. */
const given = ({ ok, error }) => (error ? knownError(error.code) ?? error.text : asText(ok));

const button = (name, sign, label, press) => html`<button class="small" data-testid="receipt-${name}" @click=${() => attempt(press)}>${icon(sign)}<span>${label}</span></button>`;

/** Button that undoes or redoes a receipt's change. @param {import('../chat/block.js').Turn} turn */
function turnButton(turn) {
  if (turn.undo !== undefined) return button('undo', 'back', t('files.undoShort'), () => undo(turn.undo));
  return turn.redo === undefined ? nothing : button('redo', 'again', t('files.redoShort'), () => redo(turn.redo));
}

/** A tool's arguments and result. @param {any} block @param {import('../chat/block.js').Turn} [turn] */
export function toolView({ name, args, result }, turn = {}) {
  const { error } = result;
  const undone = turn.undone === true;
  return html`
    <div class="receipt-of-tool ${undone ? 'receipt-undone' : ''}" data-testid="receipt" data-tool=${name} data-undone=${undone}>
      <details class="tool" data-testid="tool">
        <summary>${icon(error ? 'cross' : 'check')}<span>${happened(name, error)} ${args?.path || args?.dir ? html`<code>${args.path ?? args.dir}</code>` : nothing}${error ? ` · ${errorWords(error.code)}` : nothing}</span>${undone ? html`<span class="tag" data-testid="undone">${t('files.undone')}</span>` : nothing}</summary>
        ${typeof args?.path === 'string' && Object.keys(args).length === 1 ? nothing : html`<pre tabindex="0">${typeof args?.content === 'string' ? args.content : asText(args)}</pre>`}
        <pre tabindex="0">${given(result)}</pre>
      </details>
      ${turnButton(turn)}
    </div>`;
}

/** The beginning of a thought, for one line. @param {string} text */
const firstWords = text => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
