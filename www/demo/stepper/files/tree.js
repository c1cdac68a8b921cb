/**
 * Arranges files as a tree of folders. Folders come before files, both sorted by name.
 * @template {{ path: string }} F
 * @param {F[]} files
 * @returns {Folder<F>}
 *
 * @template {{ path: string }} F @typedef {{ name: string, folders: Folder<F>[], files: (F & { name: string })[] }} Folder
 */
export function treeOf(files) {
  const root = folder('');
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop() ?? '';
    parts.reduce(inside, root).files.push({ ...file, name });
  }
  return sorted(root);
}

const folder = name => ({ name, folders: [], files: [] });

/** Finds or creates a folder inside another. */
function inside(parent, name) {
  const known = parent.folders.find(one => one.name === name);
  if (known) return known;
  const made = folder(name);
  parent.folders.push(made);
  return made;
}

const byName = (a, b) => a.name.localeCompare(b.name);

const sorted = ({ name, folders, files }) => ({ name, folders: folders.map(sorted).sort(byName), files: files.sort(byName) });
