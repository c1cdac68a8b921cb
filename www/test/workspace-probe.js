/**
 * Random work on a workspace beside a simple model of it: a map of files, and a list of the contents before each change. Runs in Node
 * and in the browser.
 */
import { memoryWorkspace, openWorkspace } from 'stepgate/workspace';

export { openWorkspace };

/** @param {number} seed @returns {(below: number) => number} */
function random(seed) {
  let state = seed;
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const NAMES = ['a', 'b', 'main.py', '数据.csv', 'é'];
const TEXTS = ['', 'x', 'line\nline\n', '中文 ✓ \u{1f600}', '\ufeffwith a mark', 'x'.repeat(5_000)];
const BYTES = [new Uint8Array([0, 1, 2]), new Uint8Array([0xff, 0xfe, 0x41])];

const plain = content => (typeof content === 'string' ? content : `bytes ${[...content].join(' ')}`);
const isIn = (path, folder) => folder === '' || path.startsWith(`${folder}/`);

/** The required behaviour of a workspace, written as simply as possible. */
class Model {
  files = new Map();
  changes = [];
  keys = new Map();

  clashes(path) {
    return [...this.files.keys()].some(other => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  }

  change(edits) {
    const before = new Map(edits.map(([path]) => [path, this.files.get(path)]));
    for (const [path, content] of edits) {
      if (content === undefined) this.files.delete(path);
      else this.files.set(path, content);
    }
    this.changes.push({ id: (this.lastId = (this.lastId ?? 0) + 1), before });
  }

  write(path, content, key) {
    if (this.keys.has(key)) return undefined;
    if (!this.files.has(path) && this.clashes(path)) return 'invalid_path';
    this.change([[path, content]]);
    if (key) this.keys.set(key, path);
    return undefined;
  }

  remove(path) {
    const gone = [...this.files.keys()].filter(file => file === path || isIn(file, path));
    if (!gone.length) return 'not_found';
    this.change(gone.map(file => [file, undefined]));
    return undefined;
  }

  undo(id = this.changes.at(-1)?.id) {
    const at = this.changes.findIndex(change => change.id === id);
    if (at < 0) return undefined;
    const { before } = this.changes[at];
    if (this.changes.slice(at + 1).some(later => [...before.keys()].some(path => later.before.has(path)))) return 'changed_since';
    const files = new Map(this.files);
    for (const path of before.keys()) this.files.delete(path);
    const back = [...before].filter(([, content]) => content !== undefined);
    if (back.some(([path]) => this.clashes(path))) {
      this.files = files;
      return 'changed_since';
    }
    for (const [path, content] of back) this.files.set(path, content);
    this.changes.splice(at, 1);
    return undefined;
  }
}

/** Code of an operation's outcome. */
const codeOf = async work => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!error.code) throw error;
    return error.code;
  }
};

const pathOf = next => Array.from({ length: 1 + next(3) }, () => NAMES[next(NAMES.length)]).join('/');
/** Another spelling of a path. */
const spelled = (path, next) => [path, `./${path}`, path.replaceAll('/', '\\'), path.replaceAll('/', '//'), path.normalize('NFD')][next(5)];
const contentOf = next => (next(5) ? TEXTS[next(TEXTS.length)] : BYTES[next(BYTES.length)]);

const OPERATIONS = {
  async write(workspace, model, next) {
    const [path, content, key] = [pathOf(next), contentOf(next), next(3) ? undefined : `key-${next(20)}`];
    const expected = model.write(path, content, key);
    return [expected, await codeOf(() => workspace.write(spelled(path, next), content, key ? { key } : {}))];
  },
  async remove(workspace, model, next) {
    const path = pathOf(next);
    return [model.remove(path), await codeOf(() => workspace.remove(spelled(path, next)))];
  },
  async undo(workspace, model) {
    return [model.undo(), await codeOf(() => workspace.undo())];
  },
  async 'undo an older one'(workspace, model, next) {
    const id = 1 + next(model.lastId ?? 1);
    return [model.undo(id), await codeOf(() => workspace.undo(id))];
  },
  async import(workspace, model, next) {
    const chosen = new Map(Array.from({ length: 1 + next(4) }, () => [pathOf(next), contentOf(next)]));
    const taken = [];
    const before = new Map(model.files);
    for (const [path, content] of chosen) {
      if (!model.files.has(path) && model.clashes(path)) continue;
      taken.push([path, content]);
      model.files.set(path, content);
    }
    model.files = before;
    if (taken.length) model.change(taken);
    const files = [...chosen].map(([path, content]) => Object.defineProperty(new File([content], path.split('/').at(-1)), 'webkitRelativePath', { value: `folder/${path}` }));
    return [undefined, await codeOf(() => workspace.importFiles(files))];
  },
  async zip(workspace, model) {
    const other = memoryWorkspace();
    const { added } = await other.importZip(await workspace.exportZip());
    const [there, here] = await Promise.all([contents(other), contents(workspace)]);
    return [JSON.stringify([...model.files.keys()].sort()) + here, JSON.stringify([...added].sort()) + there];
  },
  async list(workspace, model, next) {
    const folder = next(2) ? '' : pathOf(next);
    const name = NAMES[next(NAMES.length)];
    const [pattern, fits] = [
      ['*', () => true], [name, path => path.split('/').at(-1) === name], ['**/a', path => path.split('/').at(-1) === 'a'],
      ['*/*', path => path.split('/').length === 2], ['?', path => [...path.split('/').at(-1)].length === 1], [`${name}/**`, path => path.startsWith(`${name}/`)],
    ][next(6)];
    const below = path => (folder ? path.slice(folder.length + 1) : path);
    const expected = [...model.files.keys()].filter(path => isIn(path, folder) && fits(below(path))).sort();
    return [expected.join('\n'), (await workspace.list(folder, pattern)).join('\n')];
  },
};

/** The whole contents of a workspace as text. */
async function contents(workspace) {
  const files = await workspace.files();
  const all = await Promise.all(files.map(async ({ path, text, size }) => {
    const bytes = await workspace.readBytes(path);
    if (bytes.length !== size) throw new Error(`${path} says ${size} and has ${bytes.length}`);
    return [path, text ? await workspace.read(path) : plain(bytes)];
  }));
  return JSON.stringify(all);
}

const expectedOf = model => JSON.stringify([...model.files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, content]) => [path, plain(content)]));

/** Faults in the comparison of one change. */
async function differs(workspace, model, next) {
  if (!model.changes.length) return undefined;
  const at = next(model.changes.length);
  const { id, before } = model.changes[at];
  const text = content => (content === undefined || content === null ? null : plain(content));
  const expected = [...before].map(([path, old]) => {
    const later = model.changes.slice(at + 1).find(change => change.before.has(path));
    return [path, text(old), text(later ? later.before.get(path) : model.files.get(path))];
  });
  const found = (await workspace.compare(id)).map(({ path, before, after }) => [path, text(before), text(after)]);
  const sorted = rows => JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(expected) === sorted(found) ? undefined : { expected, found };
}

/**
 * Plays `steps` operations. Gives the first fault, or else the number of operations by kind.
 * @param {{ seed: number, steps: number, memory?: boolean }} options
 */
export async function run({ seed, steps, memory = false }) {
  const workspace = memory ? memoryWorkspace() : openWorkspace(`probe-${seed}`);
  const model = new Model();
  const next = random(seed);
  const kinds = ['write', 'write', 'write', ...Object.keys(OPERATIONS)];
  const played = {};
  for (let step = 0; step < steps; step += 1) {
    const kind = kinds[next(kinds.length)];
    const [expected, found] = await OPERATIONS[kind](workspace, model, next);
    if (expected !== found) return { step, kind, wrong: 'it ended otherwise', expected, found };
    if (await contents(workspace) !== expectedOf(model)) return { step, kind, wrong: 'other files', expected: expectedOf(model), found: await contents(workspace) };
    const ids = (await workspace.changes()).map(({ id }) => id);
    if (String(ids) !== String(model.changes.map(({ id }) => id))) return { step, kind, wrong: 'other changes', found: ids };
    const compared = await differs(workspace, model, next);
    if (compared) return { step, kind, wrong: 'another comparison', ...compared };
    const ended = expected === undefined || expected.includes('[') || kind === 'list' ? kind : `${kind}: ${expected}`;
    played[ended] = (played[ended] ?? 0) + 1;
  }
  while ((await workspace.undo())) { /* until nothing is left to undo */ }
  const left = await workspace.files();
  return left.length ? { wrong: 'something is left after undoing everything', found: left } : { played };
}
