import { cleaned, sumsOf } from './table.js';
import { extensionOf } from './paths.js';

const WORDS = {
  zh: { title: '摘要', rows: (rows, columns) => `${rows} 行，列：${columns}`, sum: (name, sum) => `${name} 合计：${sum}`, size: lines => `共 ${lines} 行`, open: '待办' },
  en: { title: 'Summary', rows: (rows, columns) => `${rows} rows with the columns ${columns}`, sum: (name, sum) => `${name} in all: ${sum}`, size: lines => `${lines} lines`, open: 'Open points' },
};

/** Most lines from one section. */
const MOST = 3;

/**
 * Summary of some files in Markdown.
 * @param {Record<string, string>} files  texts by path @param {'zh' | 'en'} lang
 */
export function summaryOf(files, lang) {
  const words = WORDS[lang];
  const parts = Object.entries(files).map(([path, text]) => [`## ${path}`, '', ...(extensionOf(path) === 'csv' ? tablePoints(text, words) : textPoints(text, words)), ''].join('\n'));
  return `# ${words.title}\n\n${parts.join('\n')}`;
}

function tablePoints(text, words) {
  const table = cleaned(text);
  return [words.rows(table.rows.length, table.head.join(', ')), ...sumsOf(table).map(({ name, sum }) => words.sum(name, sum))].map(line => `- ${line}`);
}

/** The first lines below each heading, and all open tasks. */
function textPoints(text, words) {
  const lines = text.split('\n').map(line => line.trim()).filter(Boolean);
  const todo = lines.filter(isTodo).map(line => line.replace(/^[-*]\s*(\[ \]\s*)?/, ''));
  const points = [];
  let taken = 0;
  for (const line of lines.filter(line => !isTodo(line))) {
    if (/^#/.test(line)) {
      taken = 0;
      if (!/^#\s/.test(line)) points.push(`- **${line.replace(/^#+\s*/, '')}**`);
    } else if (taken < MOST) {
      taken += 1;
      points.push(`- ${firstSentence(line.replace(/^([-*]|\d+[.)])\s+/, ''))}`);
    }
  }
  return [...points, ...(todo.length ? ['', `**${words.open}**`, '', ...todo.map(line => `- [ ] ${line}`)] : [])];
}

const isTodo = line => /^[-*]\s*\[ \]|^[-*]?\s*(?:todo|待办)[:：]/i.test(line);
const firstSentence = line => /^.{12,}?[.!?。！？](?=\s|$|\p{Script=Han})/u.exec(line)?.[0] ?? line;
