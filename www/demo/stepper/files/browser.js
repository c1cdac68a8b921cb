import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { download } from '../../browser/files.js';
import { icon } from '../../views/icons.js';
import { lang, number, t } from '../../words/i18n.js';
import { markdown } from '../../markdown.js';
import { attempt, edit } from '../../session/session.js';
import * as session from '../../state.js';
import * as workspace from './files.js';
import { countsOf, lineDiff } from './lines.js';
import { pickFiles } from './pick.js';
import * as state from '../state.js';
import { treeOf } from './tree.js';

/** Most skipped files in the list after an import. */
const SHOWN = 12;

const look = path => attempt(() => workspace.look(path));

/**
 * Undoes or redoes a change, and tells the agent of the files that are no longer as it knows them.
 * @param {import('../../../src/workspace/index.d.ts').Change} change @param {boolean} undone
 */
const turn = (change, undone) => attempt(async () => {
  await (undone ? workspace.redo(change.id) : workspace.undo(change.id));
  await edit(!undone && change.key !== undefined ? { undone: change.paths } : { found: change.paths });
});

/** Effect of the task on a file. @param {string} path */
function markOf(path) {
  const known = state.data.value?.files.find(file => file.path === path);
  if (known?.created) return html`<small class="tag tag-inserted">${t('files.made')}</small>`;
  return known ? html`<small class="tag tag-read">${t('files.read')}</small>` : nothing;
}

/** Characters at the end of a long name that stay in sight: the end of the word and its extension. */
const TAIL = 10;

/** A name on one line. A long one is cut in its middle; screen readers get it whole. @param {string} name */
function fileName(name) {
  const letters = Array.from(name);
  const at = letters.length > 2 * TAIL ? letters.length - TAIL : letters.length;
  return html`<span class="file-name" aria-hidden="true"><span>${letters.slice(0, at).join('')}</span><span>${letters.slice(at).join('')}</span></span><span class="sr-only">${name}</span>`;
}

const fileRow = ({ path, name, size }) => html`
  <li><button class="file" data-testid="file" data-path=${path} title=${path} aria-current=${state.looked.value?.path === path ? 'true' : nothing} @click=${() => look(path)}>
    ${icon('file')}${fileName(name)}<span class="file-about">${markOf(path)}<small class="file-size">${t('files.size', { n: number(Math.max(0.1, Math.round(size / 102.4) / 10)) })}</small></span></button></li>`;

const folderRows = ({ folders, files }) => html`
  ${folders.map(folder => html`
    <li><details open><summary class="folder" title=${folder.name}>${folder.name}/</summary><ul class="tree">${folderRows(folder)}</ul></details></li>`)}
  ${files.map(fileRow)}`;

const exportZip = () => attempt(async () => {
  const name = session.sessions.value.find(({ id }) => id === session.sessionId.value)?.name || 'stepgate';
  download(`${name.slice(0, 60)}.zip`, await workspace.zipped(), 'application/zip');
});

const importFrom = what => attempt(async () => {
  const chosen = await pickFiles(what);
  if (chosen) await workspace.importChosen(chosen);
});

/** Closes the menu and runs the chosen item's action. */
const pick = action => event => {
  event.target.closest('details').open = false;
  action();
};

function fileMenu() {
  const may = session.mayAct.value;
  return html`
    <details class="menu"><summary class="quiet icon-only small" aria-label=${t('files.menu')} title=${t('files.menu')} data-testid="files-menu">${icon('more')}</summary>
      <div class="menu-items">
        <button data-testid="import-folder" ?disabled=${!may} @click=${pick(() => importFrom('folder'))}>${t('files.importFolder')}</button>
        <button data-testid="import-zip" ?disabled=${!may} @click=${pick(() => importFrom('zip'))}>${t('files.importZip')}</button>
        <button data-testid="export-zip" ?disabled=${!state.files.value.length} @click=${pick(exportZip)}>${t('files.exportZip')}</button>
      </div></details>`;
}

const skipLine = ({ path, reason }) => html`<li>${path}: ${t(`files.skip.${reason}`)}</li>`;

function importReport() {
  const report = state.imported.value;
  if (!report) return nothing;
  return html`
    <section class="panel import" role="status" data-testid="files-imported"><p>${t('files.imported', { n: number(report.added.length + report.replaced.length) })}
      ${report.skipped.length ? t('files.skipped', { n: number(report.skipped.length) }) : nothing}</p>
      ${report.skipped.length ? html`<ul>${report.skipped.slice(0, SHOWN).map(skipLine)}</ul>` : nothing}
      <button class="small" data-testid="undo-import" ?disabled=${!session.mayAct.value} @click=${() => attempt(workspace.undoImport)}>${t('files.undoImport')}</button>
      <button class="quiet icon-only small" aria-label=${t('app.close')} @click=${() => { state.imported.value = null; }}>${icon('cross')}</button></section>`;
}

const isMarkdown = path => /\.(md|markdown)$/i.test(path);

const asString = value => (typeof value === 'string' || value === null ? value : '');

/** A file's content: as text, as rendered Markdown, or as the difference made by its last write. */
function content({ path, text, compared }) {
  if (compared && state.asDiff.value) return guard([compared, lang.value], () => lineDiff(asString(compared.before), asString(compared.after)));
  if (text === null) return html`<p class="empty">${t('files.notText')}</p>`;
  if (text === '') return html`<p class="empty">${t('files.empty')}</p>`;
  if (isMarkdown(path) && state.rendered.value) return html`<div class="file-page">${markdown(text, true)}</div>`;
  return html`<pre class="file-text" tabindex="0" data-testid="file-text" aria-label=${path}>${text}</pre>`;
}

const toggle = (name, on, label, press) => html`<button class="small" data-testid=${name} aria-pressed=${on} @click=${press}>${label}</button>`;

function countLine({ before, after }) {
  const { comes, goes } = countsOf(asString(before), asString(after));
  return html`<span class="counts"><ins>+${number(comes)}</ins> ${goes ? html`<del>−${number(goes)}</del>` : nothing}</span>`;
}

function viewerTools({ path, text, change, compared }) {
  const diffed = Boolean(compared) && state.asDiff.value;
  return html`
    <div class="viewer-tools">
      ${compared ? html`${guard([compared], () => countLine(compared))}
        ${toggle('show-diff', diffed, t('files.change'), () => { state.asDiff.value = true; })}
        ${toggle('show-text', !diffed, t('files.whole'), () => { state.asDiff.value = false; })}` : nothing}
      ${isMarkdown(path) && !diffed ? toggle('show-rendered', state.rendered.value, t('files.rendered'), () => { state.rendered.value = !state.rendered.value; }) : nothing}
      ${text === null ? nothing : html`<button class="small" data-testid="download-file" @click=${() => download(path.split('/').at(-1), text, 'text/plain')}>${t('files.download')}</button>`}
      ${change ? html`<button class="small" data-testid="undo-file" ?disabled=${!session.mayAct.value} @click=${() => turn(change, false)}>${icon('back')}<span>${t('files.undo')}</span></button>` : nothing}
    </div>`;
}

function viewer() {
  const looked = state.looked.value;
  if (!looked) return html`<p class="empty viewer-empty">${t('files.choose')}</p>`;
  return html`
    <section class="viewer" data-testid="viewer" data-path=${looked.path} aria-labelledby="viewer-title" lang=${lang.value === 'zh' ? 'zh-CN' : 'en'}>
      <h4 id="viewer-title">${looked.path}</h4>
      ${viewerTools(looked)}
      ${content(looked)}
    </section>`;
}

/** Most changes in the list. */
const LISTED = 12;

/** Button that undoes or redoes a change. @param {import('../../../src/workspace/index.d.ts').Change} change @param {boolean} undone */
const turnButton = (change, undone) => html`
  <button class="small quiet" data-testid=${undone ? 'redo-change' : 'undo-change'} ?disabled=${!session.mayAct.value} aria-label=${t(undone ? 'files.redoOf' : 'files.undoOf', { what: change.paths[0] })}
    @click=${() => turn(change, undone)}>${icon(undone ? 'again' : 'back')}<span>${t(undone ? 'files.redoShort' : 'files.undoShort')}</span></button>`;

const changeRow = ({ change, undone }) => html`
  <li class="change-row" data-testid="change" data-kind=${change.kind} data-undone=${undone}><span class=${undone ? 'change-undone' : ''}>${t(`files.kind.${change.kind}`)} ${change.paths.length === 1 ? change.paths[0] : t('stepper.ownCount', { n: number(change.paths.length) })}</span>
    ${undone ? html`<span class="tag">${t('files.undone')}</span>` : nothing}${turnButton(change, undone)}</li>`;

/** All changes, the undone ones too, oldest first. */
const allChanges = () => [...state.changes.value.map(change => ({ change, undone: false })), ...state.undone.value.map(change => ({ change, undone: true }))]
  .sort((a, b) => a.change.id - b.change.id);

/** List of the changes, newest first, each with a button to undo or redo it. */
function changeList() {
  const changes = allChanges();
  if (!changes.length) return nothing;
  return html`
    <details class="changes"><summary data-testid="changes">${t('files.changes')} <span class="count">${number(changes.length)}</span></summary>
      <ul>${changes.slice(-LISTED).toReversed().map(changeRow)}</ul></details>`;
}

/** Least number of files with a field to filter them. */
const MANY = 9;

const filterField = () => html`
  <label class="field"><span class="sr-only">${t('files.filter')}</span><input type="search" data-testid="files-filter" placeholder=${t('files.filter')} autocomplete="off" .value=${state.filter.value} @input=${event => { state.filter.value = event.target.value; }}></label>`;

/** Files whose path has the words of the filter. */
function filtered() {
  const words = state.filter.value.trim().toLowerCase();
  return state.files.value.filter(({ path }) => path.toLowerCase().includes(words));
}

/** The workspace: a tree of its files, with the opened file beside it. */
export const filesPanel = () => html`
  <div class="section-head"><h3>${t('files.title')}</h3>${fileMenu()}</div>
  ${importReport()}
  ${state.files.value.length >= MANY ? filterField() : nothing}
  <div class="browser">
    ${state.files.value.length ? html`<ul class="tree" data-testid="tree" aria-label=${t('files.title')}>${folderRows(treeOf(filtered()))}</ul>` : html`<p class="empty" data-testid="no-files">${t('files.none')}</p>`}
    ${viewer()}
  </div>
  ${changeList()}`;
