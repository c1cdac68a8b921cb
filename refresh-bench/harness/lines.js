/** Counts the lines that an adapter needs for persistence and approval: between `// #adapter` and `// #end`, without blank lines, comments and `if (!best) return;`. */

const LEFT_OUT = /^\s*(\/\/|\/\*|if \(!best\) return;)/;

/** @param {string} source @returns {{ docs: number, best: number }} lines of the profile `docs`, and those that `best` adds (marked `+best`) */
export function linesOf(source) {
  const count = { docs: 0, best: 0 };
  let isInside = false;
  for (const line of source.split('\n')) {
    if (line.includes('// #adapter')) isInside = true;
    else if (line.includes('// #end')) isInside = false;
    else if (isInside && line.trim() && !LEFT_OUT.test(line)) count[line.includes('// +best') ? 'best' : 'docs'] += 1;
  }
  return count;
}
