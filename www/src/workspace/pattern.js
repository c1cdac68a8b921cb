// @ts-check

/** Matches any number of folders. */
const FOLDERS = () => true;

/**
 * Compiles a pattern for paths. `*` and `?` match within a name, `**` matches any folders; a pattern without `/` matches a name in any
 * folder.
 * Fast for every pattern in practice: only the last star is ever retried.
 * @param {string} pattern @returns {(path: string) => boolean}
 */
export function patternOf(pattern) {
  const wanted = pattern.replaceAll('\\', '/').split('/').filter(name => name !== '' && name !== '.');
  if (wanted.length < 2) {
    const fits = nameOf(wanted[0] ?? '*');
    return path => fits(path.slice(path.lastIndexOf('/') + 1));
  }
  if (wanted[wanted.length - 1] === '**') wanted.push('*'); // matches files in the folder, not the folder itself
  const names = once(wanted.map(name => (name === '**' ? FOLDERS : nameOf(name))), FOLDERS);
  return path => matches(path.split('/'), names, FOLDERS, (name, fits) => fits(name));
}

/** @param {string} pattern @returns {(name: string) => boolean} */
function nameOf(pattern) {
  const letters = once([...pattern], '*');
  return name => matches([...name], letters, '*', (letter, wanted) => wanted === '?' || letter === wanted);
}

/** Merges several stars in a row into one. @template P @param {P[]} pattern @param {P} star */
const once = (pattern, star) => pattern.filter((one, at) => one !== star || pattern[at - 1] !== star);

/**
 * @template P @param {string[]} given @param {P[]} pattern @param {P} star matches any number of items
 * @param {(one: string, wanted: P) => boolean} same
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
