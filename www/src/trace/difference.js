// @ts-check

/** The place where two values differ, with both. @param {any} one @param {any} other @param {string} at @returns {string | undefined} */
export function firstDifference(one, other, at) {
  const first = differences(one, other, at)[0];
  return first && (first.order ? `${first.path}: in another order` : `${first.path}: expected ${shown(first.before)}, found ${shown(first.after)}`);
}

/**
 * All places where two values of JSON differ, as paths below `at`, with the value before and after. `order`: only the order of the members differs.
 * @param {any} one @param {any} other @param {string} [at] @returns {{ path: string, before?: any, after?: any, order?: true }[]}
 */
export function differences(one, other, at = '') {
  if (one === other) return [];
  if (!isParent(one) || !isParent(other) || Array.isArray(one) !== Array.isArray(other)) return [{ path: at, before: one, after: other }];
  const [ones, others] = [Object.keys(one), Object.keys(other)];
  const inside = [...new Set([...ones, ...others])].flatMap(key => differences(one[key], other[key], `${at}/${key}`));
  return inside.length || ones.every((key, index) => key === others[index]) ? inside : [{ path: at, before: one, after: other, order: true }];
}

/** @param {any} value */
const isParent = value => typeof value === 'object' && value !== null;

/** @param {any} value */
const shown = value => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200));
