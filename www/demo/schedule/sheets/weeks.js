/** Weeks as text and back: `1-8, 10`. */

/** @param {number[]} weeks ascending */
export function rangesOf(weeks) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const week of weeks) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === week) last[1] = week;
    else ranges.push([week, week]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Weeks of a text. A part that names none, like a range that runs backwards, stays a text, which the calendar refuses. @param {string} text */
export function weeksIn(text) {
  const parts = text.split(/[,，、\s]+/).filter(Boolean);
  const weeks = parts.flatMap(part => {
    const [, from, to = from] = /^(\d{1,3})(?:[-–~](\d{1,3}))?$/.exec(part) ?? [];
    const length = Number(to) - Number(from) + 1;
    return length >= 1 ? Array.from({ length }, (_, index) => Number(from) + index) : [part];
  });
  return [...new Set(weeks)].sort((a, b) => Number(a) - Number(b));
}
