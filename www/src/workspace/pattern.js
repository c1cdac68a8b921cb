// @ts-check

/**
 * Whether a path fits a pattern. `*` and `?` stay within a name, `**` stands for any folders; a pattern without `/` is that of a name, in any
 * folder. Linear in practice whatever the pattern: only the last star is ever tried again.
 * @param {string} path @param {string} pattern
 */
export function fits(path, pattern) {
  const names = path.split('/');
  const wanted = pattern.replaceAll('\\', '/').split('/').filter(name => name !== '' && name !== '.');
  if (wanted.length < 2) return fitsName(names[names.length - 1], wanted[0] ?? '*');
  if (wanted[wanted.length - 1] === '**') wanted.push('*'); // what is in a folder, not the folder
  return matches(names, wanted, '**', fitsName);
}

/** @param {string} name @param {string} pattern */
const fitsName = (name, pattern) => matches([...name], [...pattern], '*', (letter, wanted) => wanted === '?' || letter === wanted);

/**
 * @param {string[]} given @param {string[]} pattern @param {string} star stands for any number of what is given
 * @param {(one: string, wanted: string) => boolean} same
 */
function matches(given, pattern, star, same) {
  let [at, next, behindStar, resumeAt] = [0, 0, -1, 0];
  while (at < given.length) {
    if (pattern[next] === star) {
      behindStar = next += 1;
      resumeAt = at;
    } else if (next < pattern.length && same(given[at], pattern[next])) {
      at += 1;
      next += 1;
    } else if (behindStar >= 0) {
      next = behindStar;
      at = resumeAt += 1;
    } else {
      return false;
    }
  }
  while (pattern[next] === star) next += 1;
  return next === pattern.length;
}
