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

/** Fetches the text of the shown field where it is not the one that is known. */
function fetchText() {
  const field = state.field.value;
  if (!field || !agent) return void (state.text.value = null);
  const { id, version } = field;
  const known = state.text.value;
  if (known?.id === id && known.version === version) return;
  state.text.value = { id, version, content: agent.read({ field: id }).content ?? '' };
  if (state.open.value === 'history') openHistory();
}

/** Lists the older texts of the shown field. */
export function openHistory() {
  const { id } = state.field.value;
  state.history.value = agent.read({ history: id }).toReversed();
  state.compared.value = state.history.value[0]?.version ?? null;
  state.open.value = 'history';
}

/** The field the agent turned to, or wrote, between two views. */
function turnedTo({ fields, work }, before) {
  if (work?.field && work.field !== before?.work?.field) return fields.find(({ name }) => name === work.field);
  const versions = new Map(before?.fields.map(({ id, version }) => [id, version]));
  return before ? fields.findLast(({ id, version }) => version > (versions.get(id) ?? 0)) : undefined;
}

/** The part of the page where something new has come. @returns {import('./state.js').Pane | undefined} */
function newPane(now, before) {
  if (!before) return undefined;
  if (now.proposals.length && JSON.stringify(now.proposals.map(({ id }) => id)) !== JSON.stringify(before.proposals.map(({ id }) => id))) return 'designs';
  if (now.simulations.length > before.simulations.length || (now.simulations.length && now.simulations.at(-1).overall !== before.simulations.at(-1)?.overall)) return 'simulation';
  if (now.evaluation && JSON.stringify(now.evaluation) !== JSON.stringify(before.evaluation)) return 'evaluation';
  return undefined;
}

/** Goes along with the agent. Who looks at something else than texts is called away by a phase only. @param {string} id @param {any} work */
function turn(id, work) {
  if (state.pane.value === 'text' || work?.kind === 'phase' || work?.kind === 'research') pick(id);
  else state.picked.value = id;
}

/** Keeps what is shown with what the agent does. @param {Agent} from @param {any} view @param {any} before */
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

/** Forgets the session that is left. */
export function forgetContent() {
  agent = null;
  state.picked.value = '';
  state.text.value = null;
  state.open.value = '';
  state.pane.value = 'text';
}

/** The project as a file's text. @param {'markdown' | 'json'} format @param {string[]} [fields] names; default: all that have a text */
export function exported(format, fields) {
  const value = agent.read({ export: format, ...(fields ? { fields } : {}) });
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
