import { languageOf } from './spec.js';
import { stemOf } from './paths.js';

/** @typedef {import('./spec.js').Spec} Spec */

const WORDS = {
  zh: { run: '运行', fields: '字段', files: '文件', settings: '设置', operations: '功能', from: path => `根据 ${path} 生成。`, missing: '缺少', required: '必填', load: name => `文件中的所有 ${name}；还没有文件时为空。`, save: '把所有条目写入文件。' },
  en: { run: 'How to run', fields: 'Fields', files: 'Files', settings: 'Settings', operations: 'Functions', from: path => `Made from ${path}.`, missing: 'is missing', required: 'required', load: name => `Every ${name} in the file; none where there is no file yet.`, save: 'Writes all items to the file.' },
};

const TYPES = [
  [/int|整数|number|数字|数量|count/i, { python: 'int', javascript: 'number', sample: 1 }],
  [/float|decimal|price|amount|小数|金额|价格/i, { python: 'float', javascript: 'number', sample: 9.5 }],
  [/bool|yes|布尔|是否/i, { python: 'bool', javascript: 'boolean', sample: true }],
  [/list|array|列表/i, { python: 'list', javascript: 'string[]', sample: [] }],
  [/./, { python: 'str', javascript: 'string', sample: 'text' }],
];

const typeOf = text => TYPES.find(([words]) => words.test(text || 'text'))[1];
const isRequired = ({ type, about }) => /required|must|必填|不能为空/i.test(`${type} ${about}`);

/**
 * Text of a file for a specification.
 * @param {{ path: string, spec: Spec, specPath: string, lang: 'zh' | 'en' }} wanted
 */
export function fileText({ path, spec, specPath, lang }) {
  const words = WORDS[lang];
  const write = /(^|[/_.])test/i.test(path) && languageOf(path) === 'python' ? pythonTests : WRITERS[languageOf(path)];
  return write({ path, spec, specPath, words });
}

const snake = name => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
const camel = name => name.replace(/_(\p{L})/gu, (_, letter) => letter.toUpperCase());

function python({ spec, specPath, words }) {
  const { entity, fields } = spec;
  const sorted = [...fields].sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  const field = one => `    ${snake(one.name)}: ${typeOf(one.type).python}${isRequired(one) ? '' : pythonDefault(one)}${one.about ? `  # ${one.about}` : ''}`;
  const checks = fields.filter(isRequired).map(({ name }) => `        if not self.${snake(name)}:\n            raise ValueError("${snake(name)} ${words.missing}")`);
  return [
    `"""${spec.title}: ${spec.about || spec.label} ${words.from(specPath)}"""`, '',
    'import json', 'from dataclasses import asdict, dataclass, field', 'from pathlib import Path', '', '',
    '@dataclass', `class ${entity}:`, ...(sorted.length ? sorted.map(field) : ['    name: str']), '',
    ...(checks.length ? ['    def __post_init__(self):', ...checks, ''] : []), '',
    ...pythonStore(spec, words),
  ].join('\n');
}

const pythonDefault = ({ type }) => ({ int: ' = 0', float: ' = 0.0', bool: ' = False', list: ' = field(default_factory=list)' })[typeOf(type).python] ?? ' = ""';

/** Functions to load and save, and one for each operation of the specification. */
function pythonStore({ entity, operations }, words) {
  const item = snake(entity);
  return [
    'def load(path):', `    """${words.load(entity)}"""`, '    file = Path(path)',
    `    return [${entity}(**row) for row in json.loads(file.read_text("utf-8"))] if file.exists() else []`, '', '',
    'def save(path, items):', `    """${words.save}"""`,
    '    Path(path).write_text(json.dumps([asdict(item) for item in items], ensure_ascii=False, indent=2), "utf-8")', '',
    ...operations.flatMap(({ name, about }) => ['', `def ${snake(name.replace(/\W+/g, '_'))}(items, ${argument(name, item)}):`, `    """${about || name}"""`, ...pythonBody(name, item), '']),
  ];
}

const FINDS = /find|search|list|查|列/i;
const REMOVES = /remove|delete|删/i;

/** Argument of an operation: a search word, or an item. */
const argument = (name, item) => (FINDS.test(name) ? 'word' : item);

function pythonBody(name, item) {
  if (REMOVES.test(name)) return [`    return [one for one in items if one != ${item}]`];
  if (FINDS.test(name)) return [`    return [one for one in items if word.lower() in str(asdict(one)).lower()]`];
  return [`    return [*items, ${item}]`];
}

function pythonTests({ spec, path }) {
  const module = stemOf(path).replace(/^tests?_|_tests?$/g, '') || 'main';
  const given = spec.fields.filter(isRequired).map(({ name, type }) => `${snake(name)}=${JSON.stringify(typeOf(type).sample).replace('true', 'True')}`).join(', ');
  return [`from ${module} import ${spec.entity}, load, save`, '', '', 'def test_what_is_saved_is_loaded(tmp_path):', `    items = [${spec.entity}(${given})]`, '    save(tmp_path / "items.json", items)', '    assert load(tmp_path / "items.json") == items', ''].join('\n');
}

function javascript({ spec, specPath, words }) {
  const { entity, fields, operations } = spec;
  const item = camel(entity[0].toLowerCase() + entity.slice(1));
  const required = fields.filter(isRequired).map(({ name }) => `'${camel(name)}'`);
  return [
    `/** ${spec.title}: ${spec.about || spec.label} ${words.from(specPath)} */`, '',
    '/**', ` * @typedef {object} ${entity}`, ...fields.map(({ name, type, about }) => ` * @property {${typeOf(type).javascript}} ${camel(name)}${about ? `  ${about}` : ''}`), ' */', '',
    `const REQUIRED = [${required.join(', ')}];`, '',
    `/** @param {Partial<${entity}>} given @returns {${entity}} */`, `export function make${entity}(given) {`,
    '  const missing = REQUIRED.find(name => !given[name]);', `  if (missing) throw new TypeError(\`\${missing} ${words.missing}\`);`, '  return { ...given };', '}', '',
    ...operations.flatMap(({ name, about }) => [`/** ${about || name} */`, `export const ${camel(name.replace(/\W+/g, '_'))} = (items, ${argument(name, item)}) => ${javascriptBody(name, item)};`, '']),
  ].join('\n');
}

function javascriptBody(name, item) {
  if (REMOVES.test(name)) return `items.filter(one => one !== ${item})`;
  if (FINDS.test(name)) return `items.filter(one => JSON.stringify(one).includes(word))`;
  return `[...items, ${item}]`;
}

const value = text => {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return { true: true, false: false, 是: true, 否: false }[text.toLowerCase()] ?? text;
};

function json({ spec }) {
  const settings = Object.fromEntries(spec.settings.map(one => [one.name, value(one.value)]));
  return `${JSON.stringify(spec.settings.length ? settings : { name: spec.title }, null, 2)}\n`;
}

const csv = ({ spec }) => `${spec.fields.map(({ name }) => snake(name)).join(',')}\n`;

function markdown({ spec, specPath, words }) {
  const [main] = spec.files;
  const list = (title, lines) => (lines.length ? [`## ${title}`, '', ...lines.map(line => `- ${line}`), ''] : []);
  return [
    `# ${spec.title}`, '', spec.about, '', words.from(specPath), '',
    ...list(words.files, spec.files.map(({ path, about }) => `\`${path}\`${about ? `: ${about}` : ''}`)),
    ...list(words.fields, spec.fields.map(one => `\`${snake(one.name)}\` (${one.type})${isRequired(one) && !/required|必填/.test(one.type) ? `, ${words.required}` : ''}`)),
    ...list(words.operations, spec.operations.map(({ name, about }) => `\`${name}\`${about ? `: ${about}` : ''}`)),
    ...list(words.settings, spec.settings.map(one => `${one.name}: ${one.value}`)),
    ...(main && languageOf(main.path) === 'python' ? [`## ${words.run}`, '', '```', `python -i ${main.path}`, '```', ''] : []),
  ].join('\n');
}

const plain = ({ spec, specPath, words }) => `${spec.title}\n${spec.about}\n${words.from(specPath)}\n`;

const WRITERS = { python, javascript, json, markdown, csv, text: plain };
