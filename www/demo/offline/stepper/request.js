import { extensionOf, folderOf, pathsIn, stemOf } from './paths.js';

/**
 * Request of a task. A source may be a word if the task names no file ("the notes").
 * @typedef {object} Request
 * @property {'remove' | 'code' | 'clean' | 'convert' | 'summarise' | 'list' | 'write' | 'unclear'} kind
 * @property {string[]} sources
 * @property {string} target   empty if nothing is written, or if a specification names the files
 * @property {string} content  content of a file to write
 */

const KINDS = [
  ['clean', /\bclean|\bdedup|\btidy|\bnormali[sz]e|duplicates?\b|清洗|去重|清理|规范化|修正数据/i],
  ['remove', /\b(?:delete|remove)\b.*\.\w|(?:删除|删掉|移除).*\.\w/i],
  ['convert', /\bconvert|\btransform|转换|转成|转为/i],
  ['summarise', /\bsummar|\bdigest|\boverview|摘要|总结|汇总|概括/i],
  ['code', /\bcode\b|\bimplement|\bscaffold|\bprogram|\bbuild\b|generate .*(?:from|for|of|in)\b|代码|实现|程序|按.*规格/i],
  ['list', /\blist\b.*\bfiles?|\b(?:what|which) files|列出.*文件|有哪些文件/i],
  ['write', /\bwrite|\bcreate|\bmake|写|创建|新建/i],
];

const TARGET = /(?:\b(?:to|into|as|in)\s+(?:a\s+file\s+)?|(?:写入|写到|保存[到为]|存[到为]|输出[到为]|转[换]?[成为]|到|为)\s*)$/i;
/** Words that mark a target even without a source before it. */
const SURE_TARGET = /(?:\b(?:to|into)\s+(?:a\s+file\s+)?|[写存]入|[写存]到|输出到)\s*$/i;
const CONTENT = /(?:\bwith the text\b|\bcontaining\b|\bthat says\b|\bwith\b|内容[是为]?|写上|写着)\s*[:：]?\s*["“「]?(.+?)["”」]?[.。]?$/is;
const TOPIC = /\b(?:the|my|all(?: the)?)\s+(\w{3,})\b(?=.*)|(?:总结|汇总|概括|清洗|整理|根据|转换)(?:一下)?([\p{L}]{2,6}?)(?:的|并|，|,|文件|生成|$)/iu;

/** @param {string} text @returns {Request} */
export function requestOf(text) {
  const kind = KINDS.find(([, words]) => words.test(text))?.[0] ?? 'unclear';
  const paths = pathsIn(text);
  const written = paths.filter((path, at) => (kind === 'write' && at === 0) || (at > 0 ? TARGET : SURE_TARGET).test(text.slice(0, text.indexOf(path))));
  const sources = paths.filter(path => !written.includes(path));
  const words = ['write', 'list', 'unclear', 'remove'].includes(kind) ? [] : topicsIn(text);
  const from = sources.length ? sources : words;
  return { kind, sources: from, target: written[0] ?? usualTarget(kind, from[0] ?? '', text), content: CONTENT.exec(text)?.[1] ?? '' };
}

const topicsIn = text => [TOPIC.exec(text)].flatMap(found => found?.slice(1).filter(Boolean) ?? []).map(word => word.replace(/s$/, ''));

/** Default target of a result: beside its source. */
function usualTarget(kind, source, text) {
  const han = /\p{Script=Han}/u.test(text);
  const place = folderOf(source) + stemOf(source);
  if (kind === 'clean' && source) return `${place}.clean.${extensionOf(source) || 'csv'}`;
  if (kind === 'convert' && source) return `${place}.${/json/i.test(text) ? 'json' : 'md'}`;
  if (kind === 'summarise') return `${folderOf(source)}${han ? '摘要.md' : 'summary.md'}`;
  if (kind === 'write') return han ? '说明.md' : 'note.md';
  return '';
}

/** Name of a report about a file. @param {string} path */
export const reportOn = path => `${folderOf(path)}${stemOf(path)}.problems.md`;
export const isReport = path => path.endsWith('.problems.md');
