// @ts-check

const NOISE = /(^|\/)(\.git|node_modules|__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(\/|$)/i;

/** What nobody means to bring along, in whatever case: a path as far as that. @param {string} path */
export function noiseIn(path) {
  const found = NOISE.exec(path);
  return found ? path.slice(0, found.index + found[1].length + found[2].length) : undefined;
}
