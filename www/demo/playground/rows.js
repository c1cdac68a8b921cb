/**
 * @typedef {object} Row  one line of a formatted value
 * @property {number} depth
 * @property {string} path  JSON pointer; null for a closing bracket
 * @property {string | null} key
 * @property {string} text  the value, or a bracket
 * @property {'string' | 'number' | 'literal' | 'bracket' | 'missing'} kind
 * @property {boolean} more  whether a comma follows
 */

const escaped = key => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = step => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Keys of missing fields by the path of their object. @param {readonly string[]} paths JSON pointers */
function lackedBy(paths) {
  const lacked = new Map();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    if (cut >= 0) lacked.set(path.slice(0, cut), [...lacked.get(path.slice(0, cut)) ?? [], unescaped(path.slice(cut + 1))]);
  }
  return lacked;
}

function scalar(value) {
  if (typeof value === 'string') return { kind: 'string', text: JSON.stringify(value) };
  return { kind: typeof value === 'number' ? 'number' : 'literal', text: String(value) };
}

/** A container whose children are being formatted. */
function frame(value, path, depth, key, more) {
  const list = Array.isArray(value);
  const keys = list ? null : Object.keys(value);
  return { value, path, depth, key, more, keys, length: list ? value.length : keys.length, at: 0, brackets: list ? '[]' : '{}' };
}

/**
 * Lines of a value in the form of `JSON.stringify(value, null, 2)`, with a line for each missing field.
 * @param {unknown} value
 * @param {{ limit?: number, missing?: readonly string[] }} [options]  most lines; JSON pointers of missing fields
 * @returns {{ rows: Row[], cut: boolean }}
 */
export function rowsOf(value, { limit = 100_000, missing = [] } = {}) {
  const lacked = lackedBy(missing);
  const rows = [];
  const open = [];
  const write = (one, path, depth, key, more) => {
    if (one === null || typeof one !== 'object') return void rows.push({ depth, path, key, more, ...scalar(one) });
    const next = frame(one, path, depth, key, more);
    if (next.length === 0 && !lacked.has(path)) return void rows.push({ depth, path, key, more, kind: 'bracket', text: next.brackets });
    rows.push({ depth, path, key, more: false, kind: 'bracket', text: next.brackets[0] });
    open.push(next);
  };
  write(value, '', 0, null, false);
  while (open.length && rows.length < limit) {
    const now = open.at(-1);
    if (now.at < now.length) {
      const name = now.keys ? now.keys[now.at] : String(now.at);
      now.at += 1;
      write(now.value[name], `${now.path}/${now.keys ? escaped(name) : name}`, now.depth + 1, now.keys && name, now.at < now.length);
    } else {
      for (const key of lacked.get(now.path) ?? []) rows.push({ depth: now.depth + 1, path: `${now.path}/${escaped(key)}`, key, more: false, kind: 'missing', text: '' });
      rows.push({ depth: now.depth, path: null, key: null, more: now.more, kind: 'bracket', text: now.brackets[1] });
      open.pop();
    }
  }
  return { rows, cut: open.length > 0 };
}
