import { sectionsOf } from '../prompt.js';
import { extensionOf } from './paths.js';
import { WORDS } from './words.js';

/**
 * A specification, as far as a program can be written from it.
 * @typedef {object} Spec
 * @property {string} title
 * @property {string} about     its first paragraph
 * @property {string} entity    name of the class
 * @property {string[][]} fields  name, type and note of each
 * @property {string[][]} functions  name and purpose of each
 * @property {string[][]} settings  name and value of each
 * @property {string[]} files   the main file first
 */

/** Items of a list: the name before the colon, and the text after it. @param {string} [text] */
const itemsOf = (text = '') => [...text.matchAll(/^- (\S+?)(?:：|: ?)(.*)$/gm)].map(([, name, about]) => [name, about]);

/** Rows of a table without its head. @param {string} [text] */
const rowsOf = (text = '') => text.split('\n').filter(line => line.startsWith('|')).slice(2).map(row => row.split('|').slice(1, -1).map(cell => cell.trim()));

/** @param {string} text @returns {Spec} */
export function specOf(text) {
  const sections = sectionsOf(text, '## ');
  const part = (en, zh) => sections.get(en) ?? sections.get(zh);
  const lines = text.split('\n').filter(line => line.trim());
  return {
    title: lines[0]?.replace(/^# /, '') ?? '', about: lines[1] ?? '',
    entity: /^(?:Entity|实体).*?([A-Z]\w*)/m.exec(text)?.[1] ?? 'Item',
    fields: rowsOf(part('Fields', '字段')), functions: itemsOf(part('Functions', '功能')), settings: itemsOf(part('Settings', '设置')),
    files: itemsOf(part('Files', '文件')).map(([name]) => name).filter(name => extensionOf(name)),
  };
}

const TYPES = [[/int|整数/, 'int = 0'], [/list|列表/, 'list = field(default_factory=list)'], [/./, 'str = ""']];
const typeOf = type => TYPES.find(([words]) => words.test(type || 'text'))[1];

/** Bodies of functions by the first word of their names. */
const BODIES = { add: '[*items, item]', remove: '[one for one in items if one != item]', find: '[one for one in items if item in str(one)]' };

/** @param {Spec} spec @param {string} from */
const python = ({ title, about, entity, fields, functions }, from) => [
  `"""${title}: ${about} ${from}"""`, '', 'from dataclasses import dataclass, field', '', '',
  '@dataclass', `class ${entity}:`, ...fields.map(([name, type, note]) => `    ${name}: ${typeOf(type)}${note ? `  # ${note}` : ''}`), '',
  ...functions.flatMap(([name, purpose]) => ['', `def ${name}(items, item):`, `    """${purpose}"""`, `    return ${BODIES[name.split('_')[0]] ?? 'items'}`, '']),
].join('\n');

const value = text => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** @param {Spec} spec */
const json = ({ settings }) => `${JSON.stringify(Object.fromEntries(settings.map(([name, text]) => [name, value(text)])), null, 2)}\n`;

/** @param {Spec} spec @param {string} from */
const prose = ({ title, about, functions, files }, from) => [`# ${title}`, '', about, '', from, '', ...files.map(path => `- \`${path}\``), ...functions.map(([name, purpose]) => `- \`${name}\`: ${purpose}`), ''].join('\n');

/** Text of a file for a specification. @param {string} path @param {Spec} spec @param {string} specPath @param {'zh' | 'en'} lang */
export const fileText = (path, spec, specPath, lang) => ({ py: python, json }[extensionOf(path)] ?? prose)(spec, WORDS[lang].from(specPath));
