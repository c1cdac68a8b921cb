/** Pattern of a file name with folders. Chinese words may stand directly before it. */
const PATH = /(?:[\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.[a-z][a-z0-9]{0,5}(?![\w/])/giu;

const LEADING = /^(?:请|先|再|并|删除|删掉|移除|根据|按照?|依据|照着|读取?|打开|把|将|从|对|给|清洗|整理|总结|汇总|概括|转换|转成|用|生成|创建|新建|写入?|保存?|输出|到|成|为|和|与|及|文件|数据|存)+(?=[\p{L}\p{N}_-]*[/.\p{L}\p{N}])/u;

/** The file names in a text, in order and without repetitions. @param {string} text */
export function pathsIn(text) {
  const found = [...text.matchAll(PATH)].map(([path]) => bare(path));
  return [...new Set(found)].filter(path => !/^(?:e\.g|i\.e)$/i.test(path));
}

/** A name without the words attached to it. */
function bare(path) {
  const rest = path.replace(LEADING, '');
  return rest.startsWith('.') || rest.startsWith('/') ? path : rest;
}

export const folderOf = path => path.slice(0, path.lastIndexOf('/') + 1);
export const baseOf = path => path.slice(path.lastIndexOf('/') + 1);
export const stemOf = path => baseOf(path).replace(/\.[^.]*$/, '');
export const extensionOf = path => (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase();

/** Similarity from which two names are near, and difference up to which they are equally near. */
const NEAR = 0.4;
const EVEN = 0.08;

/**
 * Files that a name may mean: one if it is clearly the nearest, several if they are equally near.
 * @param {string} wanted a path or a word @param {string[]} paths
 */
export function nearest(wanted, paths) {
  const scored = paths.map(path => ({ path, score: likeness(wanted, path) })).filter(({ score }) => score >= NEAR).sort((a, b) => b.score - a.score);
  return scored.filter(({ score }) => scored[0].score - score < EVEN).map(({ path }) => path);
}

function likeness(wanted, path) {
  if (wanted === path) return 2;
  const parts = extensionOf(wanted) ? [stemOf(path)] : [...folderOf(path).split('/').filter(Boolean), stemOf(path)];
  const names = Math.max(...parts.map(part => alike(stemOf(wanted).toLowerCase(), part.toLowerCase())));
  const kind = extensionOf(wanted) && extensionOf(wanted) === extensionOf(path) ? 0.15 : 0;
  const place = folderOf(wanted) && folderOf(wanted) === folderOf(path) ? 0.1 : 0;
  return names + (names > 0.2 ? kind + place : 0);
}

/** Share of letter pairs that two names have in common. A word within a name counts at least half of it. */
function alike(one, other) {
  if (one === other) return 1;
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const common = a.filter(pair => b.includes(pair)).length;
  const shared = (2 * common) / (a.length + b.length || 1);
  const inside = one.length > 1 && (other.includes(one) || one.includes(other)) ? 0.55 : 0;
  return Math.max(shared, inside);
}

const pairsOf = name => Array.from({ length: Math.max(name.length - 1, 1) }, (_, at) => name.slice(at, at + 2));
