import { baseOf, extensionOf, folderOf, pathsIn } from './paths.js';

/**
 * Contents of a specification, as far as a program can be written from it.
 * @typedef {object} Spec
 * @property {string} title
 * @property {string} about     its first paragraph
 * @property {string} entity    name in code of the items that the program keeps
 * @property {string} label     the specification's word for an item
 * @property {{ name: string, type: string, about: string }[]} fields
 * @property {{ name: string, about: string }[]} operations
 * @property {{ path: string, about: string }[]} files   the main file first
 * @property {{ name: string, value: string }[]} settings
 */

const SECTIONS = {
  fields: /field|data|model|entity|字段|数据|模型|实体/i,
  operations: /function|operation|feature|api|功能|操作|接口/i,
  files: /file|output|deliver|文件|产出|输出/i,
  settings: /setting|config|option|设置|配置|选项/i,
};

/** @param {string} text @returns {Spec} */
export function specOf(text) {
  const lines = text.split('\n').map(line => line.trim());
  const sections = sectionsOf(lines);
  const title = (/^#\s*(.+)$/m.exec(text)?.[1] ?? lines.find(Boolean) ?? '').trim();
  const label = /(?:entity|实体)\s*[:：]\s*([^\n(（]+)/i.exec(text)?.[1].trim() ?? title;
  return {
    title,
    about: lines.find(line => line && !/^[#|>*-]/.test(line) && !/^[^:：]{1,12}[:：]/.test(line)) ?? '',
    label,
    entity: nameIn(/(?:entity|实体)\s*[:：].*?([A-Za-z]\w*)/i.exec(text)?.[1] ?? label),
    fields: fieldsOf(sections.fields ?? []),
    operations: itemsOf(sections.operations ?? []).map(({ head, rest }) => ({ name: head, about: rest })),
    files: filesOf(sections.files ?? []),
    settings: itemsOf(sections.settings ?? []).map(({ head, rest }) => ({ name: head, value: rest })).filter(({ value }) => value),
  };
}

/** Lines below each heading, by the heading's subject. */
function sectionsOf(lines) {
  /** @type {Record<string, string[]>} */
  const sections = {};
  let open;
  for (const line of lines) {
    const heading = /^#{2,}\s*(.+)$/.exec(line)?.[1];
    if (heading) open = Object.keys(SECTIONS).find(name => SECTIONS[name].test(heading));
    else if (open) (sections[open] ??= []).push(line);
  }
  return sections;
}

/** Items of a list: the text before the dash or colon, and the text after it. */
const itemsOf = lines => lines.flatMap(line => {
  const item = /^[-*]\s+(.+)$/.exec(line)?.[1].replaceAll('`', '');
  if (!item) return [];
  const [head, ...rest] = item.split(/\s*(?:—|–|[:：]| - )\s*/);
  return [{ head: head.trim(), rest: rest.join(', ').trim() }];
});

function fieldsOf(lines) {
  const rows = lines.filter(line => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line)).slice(1);
  const cells = rows.map(row => row.split('|').slice(1, -1).map(cell => cell.trim().replaceAll('`', '')));
  const listed = itemsOf(lines).map(({ head, rest }) => [head, ...rest.split(/[,，]\s*/)]);
  return [...cells, ...listed].filter(([name]) => name).map(([name, type = 'text', ...about]) => ({ name: nameIn(name), type, about: about.join(', ') }));
}

const filesOf = lines => itemsOf(lines).flatMap(({ head, rest }) => pathsIn(head).slice(0, 1).map(path => ({ path, about: rest })));

/** Turns words into a name for code. */
const nameIn = words => words.trim().replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^_+|_+$/g, '') || 'Item';

/** Place of a specification's files: beside its folder, unless they name their own. @param {string} specPath @param {string} path */
export const placeOf = (specPath, path) => {
  const root = folderOf(specPath.replace(/\/[^/]*$/, ''));
  return path.includes('/') || !root ? path : root + baseOf(path);
};

/** Programming language of a file. @param {string} path */
export const languageOf = path => ({ py: 'python', js: 'javascript', mjs: 'javascript', ts: 'javascript', json: 'json', md: 'markdown', csv: 'csv' })[extensionOf(path)] ?? 'text';
