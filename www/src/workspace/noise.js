// @ts-check

const NOISE = /(^|\/)(\.git|node_modules|__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(\/|$)/i;

/** The part of a path that leads to a file or folder people rarely mean to import, in any case of letters. @param {string} path */
export function noiseIn(path) {
  const found = NOISE.exec(path);
  return found ? path.slice(0, found.index + found[1].length + found[2].length) : undefined;
}
