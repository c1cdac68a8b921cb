/** Pattern of a file name with folders, and Chinese words that may stand directly before it. */
const PATH = /[\p{L}\p{N}_-][\p{L}\p{N}_./-]*\.[a-z][a-z0-9]{0,4}(?![\w/])/giu;
const LEADING = /^(?:写入|写|保存[到为]|转换[为成]|根据|清洗|总结|读取|删除|把|将)+(?=[^.])/u;

/** The file names in a text, in order. @param {string} text */
export const pathsIn = text => [...text.matchAll(PATH)].map(([path]) => path.replace(LEADING, ''));

export const folderOf = path => path.slice(0, path.lastIndexOf('/') + 1);
export const stemOf = path => path.replace(/\.[^./]*$/, '');
export const extensionOf = path => /\.([^./]*)$/.exec(path)?.[1].toLowerCase() ?? '';

const pairsOf = text => [...text.toLowerCase()].slice(1).map((letter, at) => [...text.toLowerCase()][at] + letter);

/** Share of letter pairs that two texts have in common. */
function likeness(one, other) {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  return (2 * a.filter(pair => b.includes(pair)).length) / (a.length + b.length || 1);
}

/**
 * The files that a text may mean: all that are equally near.
 * @param {string} wanted @param {string[]} paths @param {number} [least] likeness of a near name
 */
export function nearest(wanted, paths, least = 0.3) {
  const best = Math.max(least, ...paths.map(path => likeness(wanted, path)));
  return paths.filter(path => likeness(wanted, path) === best);
}
