/**
 * Parses the text of `get_overview`.
 *
 * @typedef {{ id: number, name: string, category: string, placed: boolean }} ListedTask
 * @typedef {{ id: number, name: string, sections: number[], days: number[] }} TaskClass `sections` and `days`: those that the class avoids
 */

const TASK = /^\[(\d+)\](.*?) \| (?:(已有|建议|existing|suggested)|待安排|pending) \| (.*?) \| /;
const CLASS = /^(\d+) (.+?)(?:：|: )(?:均匀|尽快|steady|rapid)[，,]/;
const BLOCKS = /(?:排除时段块 |excluded blocks )([\d、, ]+)/;
const DAYS = /(?:排除星期 |excluded weekdays )([\d、, ]+)/;

/** @param {string} text @returns {{ tasks: ListedTask[], classes: TaskClass[] }} */
export function readOverview(text) {
  const lines = text.split('\n');
  const tasks = lines.flatMap(line => {
    const found = TASK.exec(line);
    return found ? [{ id: Number(found[1]), name: found[2], placed: Boolean(found[3]), category: found[4] }] : [];
  });
  const classes = lines.flatMap(line => {
    const found = CLASS.exec(line);
    return found ? [{ id: Number(found[1]), name: found[2], sections: numbers(BLOCKS, line).flatMap(block => [2 * block - 1, 2 * block]), days: numbers(DAYS, line) }] : [];
  });
  return { tasks, classes };
}

const numbers = (list, line) => (list.exec(line)?.[1].match(/\d+/g) ?? []).map(Number);
