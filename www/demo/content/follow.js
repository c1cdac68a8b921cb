import * as state from './state.js';

/** @typedef {{ read(query: object): any }} Agent */

let agent = /** @type {Agent | null} */ (null);

/** Shows a field. @param {string} id */
export function pick(id) {
  state.open.value = '';
  state.pane.value = 'text';
  state.picked.value = id;
  fetchText();
}

/** Loads the text of the shown field if it is not known. */
function fetchText() {
  const field = state.field.value;
  if (!field || !agent) return void (state.text.value = null);
  const { id, version } = field;
  const known = state.text.value;
  if (known?.id === id && known.version === version) return;
  state.text.value = { id, version, content: agent.read({ field: id }).content ?? '' };
  if (state.open.value === 'history') openHistory();
}

/** Lists the earlier texts of the shown field. */
export function openHistory() {
  const { id } = state.field.value;
  state.history.value = agent.read({ history: id }).toReversed();
  state.compared.value = state.history.value[0]?.version ?? null;
  state.open.value = 'history';
}

/** The field that the agent changed, turned to or wrote between two views. */
function turnedTo(now, before) {
  const { fields, work } = now;
  const revised = now.revisions.at(-1);
  if (revised && revised.content !== before?.revisions.at(-1)?.content) return fields.find(({ id }) => id === revised.field);
  if (work?.field && work.field !== before?.work?.field) return fields.find(({ name }) => name === work.field);
  const versions = new Map(before?.fields.map(({ id, version }) => [id, version]));
  return before ? fields.findLast(({ id, version }) => version > (versions.get(id) ?? 0)) : undefined;
}

/** The pane that has something new. @returns {import('./state.js').Pane | undefined} */
function newPane(now, before) {
  if (!before) return undefined;
  if (now.proposals.length && JSON.stringify(now.proposals.map(({ id }) => id)) !== JSON.stringify(before.proposals.map(({ id }) => id))) return 'designs';
  if (now.simulations.length > before.simulations.length || (now.simulations.length && now.simulations.at(-1).overall !== before.simulations.at(-1)?.overall)) return 'simulation';
  if (now.evaluation && JSON.stringify(now.evaluation) !== JSON.stringify(before.evaluation)) return 'evaluation';
  return undefined;
}

/** Follows the agent to a field. A user who looks at another pane is moved only by a new phase, research, or a changed text. @param {string} id @param {any} work */
function turn(id, work) {
  if (state.pane.value === 'text' || state.data.value?.revisions.some(({ field }) => field === id) || work?.kind === 'phase' || work?.kind === 'research') pick(id);
  else state.picked.value = id;
}

/** Updates the shown field and pane after a step of the agent. @param {Agent} from @param {any} view @param {any} before */
export function followContent(from, view, before) {
  agent = from;
  const now = view.data;
  const old = before?.agent === 'content' ? before.data : null;
  const busy = state.open.value === 'write' || state.open.value === 'about';
  const pane = newPane(now, old);
  const field = turnedTo(now, old);
  if (!busy && field) turn(field.id, now.work);
  else if (!state.field.value) state.picked.value = now.fields.findLast(({ characters }) => characters > 0)?.id ?? now.fields[0]?.id ?? '';
  if (!busy && pane) state.pane.value = pane;
  fetchText();
}

/** Clears what the page keeps of a session. */
export function forgetContent() {
  agent = null;
  state.picked.value = '';
  state.text.value = null;
  state.open.value = '';
  state.pane.value = 'text';
}

/** The project as text. @param {'markdown' | 'json'} format @param {string[]} [fields] names; default: all fields with a text */
export function exported(format, fields) {
  const value = agent.read({ export: format, ...(fields ? { fields } : {}) });
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
