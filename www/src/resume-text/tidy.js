// @ts-check

/** @typedef {import('./index.d.ts').ResumeNote} ResumeNote */

/** Most marks that one letter may carry, as in the Stream-Safe Text Format of Unicode: ordering them takes more than linear time. */
const MARKS = /(\p{M}{30})(\p{M}+)/gu;

/** Letters of a font's own, which say nothing without it, and control characters. */
const ODD = /[^\P{Cc}\t\n]|\p{Co}|\uFEFF/gu;

/**
 * Composed letters, `\n` for line ends, no control characters, no space at the ends of lines, at most one empty line. Each step is linear.
 * @param {string} text @returns {{ text: string, notes: ResumeNote[] }}
 */
export function tidied(text) {
  let [marks, symbols] = [0, 0];
  const composed = text
    .replace(MARKS, (_, kept, more) => { marks += [...more].length; return kept; })
    .normalize('NFC')
    .replace(/\r\n?|\f|\v|\u2028|\u2029/g, '\n')
    .replace(ODD, one => { if (/\p{Co}/u.test(one)) symbols += 1; return ''; });
  const lines = composed.split('\n').map(line => line.trimEnd()).join('\n');
  const notes = [['marks', marks], ['symbols', symbols]].flatMap(([code, count]) => (count ? [/** @type {ResumeNote} */ ({ code, count })] : []));
  return { text: lines.replace(/\n{3,}/g, '\n\n').trim(), notes };
}
