// @ts-check

/**
 * A piece of text on a page. `y`: its baseline, upwards; `size`: of its letters; `order`: its number in the file's drawing order.
 * @typedef {{ text: string, x: number, end: number, y: number, size: number, order: number }} Piece
 */
/** Pieces of one baseline, from left to right. @typedef {{ y: number, size: number, pieces: Piece[] }} Line */
/** @typedef {{ from: number, to: number }} Gap */

/** Widths in letter sizes: of a blank between words, of a gap between columns. */
const [BLANK, GUTTER] = [0.15, 1];

/** Most lines beside each other of a column that is none, but dates or places at the edge. */
const MOST_LONE = 2;

/** Widest such edge, as a part of the whole width. */
const EDGE = 0.3;

/**
 * The text of a page, a line for each of its lines: columns one after the other, and what floats beside a line behind it.
 * @param {Piece[]} pieces
 */
export const pageText = pieces => linesOf(pieces).length ? blocksOf(linesOf(pieces)).flatMap(blockText).join('\n') : '';

/** Pieces by baseline, from the top. @param {Piece[]} pieces @returns {Line[]} */
function linesOf(pieces) {
  /** @type {Line[]} */
  const lines = [];
  for (const piece of [...pieces].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const line = lines.at(-1);
    if (line && line.y - piece.y <= 0.4 * Math.min(line.size, piece.size)) {
      line.pieces.push(piece);
      line.size = Math.max(line.size, piece.size);
    } else lines.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  for (const { pieces: own } of lines) own.sort((a, b) => a.x - b.x || a.order - b.order);
  return lines;
}

/** Neighbouring lines with the gaps that they have in common; `start`, `end`: of their text. @typedef {{ lines: Line[], gaps: Gap[], start: number, end: number }} Block */

/** Lines as blocks: a line belongs to the block before it if a gap with text on both sides goes on. @param {Line[]} lines @returns {Block[]} */
function blocksOf(lines) {
  /** @type {Block[]} */
  const blocks = [];
  for (const line of lines) {
    const own = { lines: [line], gaps: gapsOf(line), start: line.pieces[0].x, end: line.pieces.reduce((most, { end }) => Math.max(most, end), -Infinity) };
    const block = blocks.at(-1);
    const both = block && { gaps: common(block.gaps, own.gaps), start: Math.min(block.start, own.start), end: Math.max(block.end, own.end) };
    if (both?.gaps.some(gap => isInside(gap, both))) {
      block?.lines.push(line);
      Object.assign(block ?? {}, both);
    } else blocks.push(own);
  }
  return blocks;
}

/** Gaps of a line that are wide enough for a gutter, with those beyond its ends. @param {Line} line @returns {Gap[]} */
function gapsOf({ pieces, size }) {
  const gaps = [];
  let from = -Infinity;
  for (const { x, end } of pieces) {
    if (x - from >= GUTTER * size) gaps.push({ from, to: x });
    from = Math.max(from, end);
  }
  return [...gaps, { from, to: Infinity }];
}

/** The common part of two lists of gaps in order. @param {Gap[]} a @param {Gap[]} b */
function common(a, b) {
  const both = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    const gap = { from: Math.max(a[i].from, b[j].from), to: Math.min(a[i].to, b[j].to) };
    if (gap.to - gap.from >= 4) both.push(gap);
    if (a[i].to < b[j].to) i += 1;
    else j += 1;
  }
  return both;
}

/** Whether a block has text on both sides of a gap. @param {Gap} gap @param {{ start: number, end: number }} block */
const isInside = ({ from, to }, { start, end }) => start < from && end > to;

/** Most gaps of a block that are looked at, the widest ones. */
const MOST_GAPS = 8;

/** @param {Block} block @returns {string[]} */
function blockText(block) {
  const { lines } = block;
  const inside = block.gaps.filter(gap => isInside(gap, block)).sort((a, b) => (b.to - b.from) - (a.to - a.from));
  for (const gap of inside.slice(0, MOST_GAPS)) {
    const isLeft = (/** @type {Piece} */ piece) => piece.end <= gap.from + 1;
    const pieces = lines.flatMap(line => line.pieces);
    const [left, right] = [pieces.filter(isLeft), pieces.filter(piece => !isLeft(piece))];
    const kind = kindOf(left, right);
    if (kind === 'columns') return [left, right].flatMap(side => blocksOf(linesOf(side)).flatMap(blockText));
    if (kind === 'cells') return cellsText(pieces, isLeft);
  }
  return lines.map(lineText);
}

/**
 * The kind of a gap by its sides: columns of their own, lines with a date or a place at their edge, or cells that have several lines.
 * @param {Piece[]} left @param {Piece[]} right @returns {'columns' | 'lines' | 'cells'}
 */
function kindOf(left, right) {
  const [a, b] = [linesOf(left), linesOf(right)];
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  const beside = few.filter(line => many.some(other => Math.abs(other.y - line.y) <= 0.1 * line.size)).length / few.length;
  const changes = sideChanges(left, right);
  if (longestRun(few) <= MOST_LONE) return changes < 2 || beside >= 0.7 ? 'lines' : 'cells';
  if (changes <= 2) return few === b && beside >= 0.7 && isEdge(few, left) ? 'lines' : 'columns';
  return beside >= 0.9 ? 'lines' : 'cells';
}

/** Cells in the order in which the file draws them; two on one baseline are one line. @param {Piece[]} pieces @param {(piece: Piece) => boolean} isLeft */
function cellsText(pieces, isLeft) {
  /** @type {Piece[][]} */
  const cells = [];
  for (const piece of [...pieces].sort((a, b) => a.order - b.order)) {
    const cell = cells.at(-1);
    if (cell && isLeft(cell[0]) === isLeft(piece)) cell.push(piece);
    else cells.push([piece]);
  }
  /** @type {Line[]} */
  const lines = [];
  for (const [first, ...others] of cells.map(linesOf)) {
    const last = lines.at(-1);
    if (last && Math.abs(last.y - first.y) <= 0.1 * first.size) last.pieces = [...last.pieces, ...first.pieces].sort((a, b) => a.x - b.x);
    else lines.push(first);
    for (const other of others) lines.push(other);
  }
  return lines.map(lineText);
}

/** Most lines in a row that follow each other closely. @param {Line[]} lines */
function longestRun(lines) {
  let [run, most] = [1, 1];
  for (let at = 1; at < lines.length; at += 1) {
    run = lines[at - 1].y - lines[at].y <= 2.2 * Math.max(lines[at].size, lines[at - 1].size) ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
}

/** Whether short lines end at one edge. @param {Line[]} lines @param {Piece[]} left */
function isEdge(lines, left) {
  const ends = span(lines.map(({ pieces }) => pieces[pieces.length - 1].end));
  const [start] = span(lines.map(({ pieces }) => pieces[0].x));
  const [begin] = span(left.map(({ x }) => x));
  return ends[1] - ends[0] <= 3 && ends[1] - start <= EDGE * (ends[1] - begin);
}

/** Least and most of some numbers. @param {number[]} numbers */
const span = numbers => numbers.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, -Infinity]);

/** How often the file goes over from one side to the other while it draws. @param {Piece[]} left @param {Piece[]} right */
function sideChanges(left, right) {
  const sides = [left, right].flatMap((pieces, side) => pieces.map(({ order }) => ({ order, side }))).sort((a, b) => a.order - b.order);
  return sides.filter(({ side }, at) => at > 0 && side !== sides[at - 1].side).length;
}

/** @param {Line} line */
function lineText({ pieces }) {
  let text = '';
  let end = -Infinity;
  for (const piece of pieces) {
    const gap = piece.x - end;
    const joint = !text ? '' : gap >= GUTTER * piece.size ? '  ' : gap >= BLANK * piece.size && !/\s$/.test(text) && !/^\s/.test(piece.text) ? ' ' : '';
    text += joint + piece.text;
    end = Math.max(end, piece.end);
  }
  return text;
}
