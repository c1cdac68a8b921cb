/** Most lines of a first draft, and most characters of any: a reply has at most 8,000. */
const MOST_LINES = 7;
const LONGEST = 6_000;

const linesIn = text => text.split('\n').map(line => line.replace(/^\s*[-•*·]\s*/, '').trim()).filter(Boolean);
const joined = (lines, marks) => lines.map(line => (marks && lines.length > 1 ? `- ${line}` : line)).join('\n').slice(0, LONGEST);

/**
 * A draft of what the user told, and of the lines of the original that say more: in a story they follow, a list goes on with what was told.
 * @param {import('./read.js').Turn} turn @param {string[]} facts
 */
export function firstDraft({ original, filters }, facts) {
  const kept = linesIn(original);
  if (filters) return joined([...new Set([...kept, ...facts])], false);
  return joined([...new Set([...facts, ...kept.filter(line => !isTold(line, facts))])].slice(0, MOST_LINES), true);
}

/** Openings of lines that name a duty and no deed. */
const DUTY = /^(?:(?:was )?responsible for (?:the )?|负责(?:了)?)/i;

/** Whether a line names a duty whose deed the user has told. @param {string} line @param {string[]} facts */
function isTold(line, facts) {
  const duty = line.replace(DUTY, '').toLowerCase();
  return duty.length < line.length && facts.some(fact => fact.toLowerCase().includes(duty));
}

/** Forms of a wish to change something: `before` and `now` are named in the order of the groups. */
const SWAPS = [
  { words: /[把将]\s*(.+?)\s*(?:改成|换成)\s*(.+)/, order: ['before', 'now'] },
  { words: /(?:change|replace)\s+(.+?)\s+(?:to|with)\s+(.+)/i, order: ['before', 'now'] },
  { words: /是\s*(.+?)\s*[，,]\s*不是\s*(.+)/, order: ['now', 'before'] },
  { words: /(?:it (?:was|is)\s+)(.+?),?\s+not\s+(.+)/i, order: ['now', 'before'] },
];
const REMOVES = /^(?:去掉|删掉|不要)\s*(.+)/;
const REMOVES_EN = /^(?:remove|drop|delete)\s+(.+)/i;
const SHORTER = /短一点|太长|\bshorter\b|too long/i;

/**
 * The draft with the wish of a user: one thing for another, a line less, or new facts.
 * @param {string} draft @param {string} wish @param {string[]} facts  what the wish is if it names no change
 * @param {import('./read.js').Turn} turn
 */
export function revised(draft, wish, facts, { original, filters }) {
  const lines = linesIn(draft);
  const changed = swapped(lines, wish) ?? removed(lines, wish, linesIn(original)) ?? [...lines, ...facts.filter(fact => !lines.includes(fact))];
  return changed.length === 0 || changed.join() === lines.join() ? draft : joined(changed, !filters);
}

function swapped(lines, wish) {
  for (const { words, order } of SWAPS) {
    const found = words.exec(wish);
    if (!found) continue;
    const [before, now] = ['before', 'now'].map(part => bare(found[1 + order.indexOf(part)]));
    const old = new RegExp(`(?<!\\d)${escaped(before)}(?!\\d)`, 'gi');
    return lines.map(line => line.replace(old, () => now));
  }
  return undefined;
}

/** The lines without their last one of the original, which the user has not asked for. @param {string[]} lines @param {string[]} old */
function shorter(lines, old) {
  const at = lines.findLastIndex(line => old.includes(line));
  return lines.length > 1 ? lines.toSpliced(at < 0 ? lines.length - 1 : at, 1) : lines;
}

/** Takes an entry out of the lists in the lines, or the lines that contain it. */
function removed(lines, wish, old) {
  if (SHORTER.test(wish)) return shorter(lines, old);
  const what = escaped(bare((REMOVES.exec(wish) ?? REMOVES_EN.exec(wish))?.[1] ?? ''));
  if (!what) return undefined;
  const entry = new RegExp(`[、,，]\\s*${what}(?=$|[、,，])|(?<=^|[:：]\\s*)${what}[、,，]\\s*`, 'i');
  return lines.map(line => line.replace(entry, '')).filter((line, index) => line !== lines[index] || !new RegExp(what, 'i').test(line));
}

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const bare = text => text.trim().replace(/^["'“”「]|["'“”」.。!！]+$/g, '');
