import { folderOf, pathsIn, stemOf } from './paths.js';
import { isHan } from '../prompt.js';

/**
 * Request of a task.
 * @typedef {object} Request
 * @property {'clean' | 'convert' | 'summarise' | 'remove' | 'code' | 'write' | 'unclear'} kind
 * @property {string[]} sources
 * @property {string} topic    word for the source of a summary if the task names no file ("the meeting")
 * @property {string} target   file to write; empty if a specification names the files
 * @property {string} content  text in quotes
 */

const KINDS = [
  ['clean', /\bclean|清洗/i], ['convert', /\bconvert|转换/i], ['summarise', /\bsummar|总结|摘要/i], ['remove', /\b(?:delete|remove)\b.*\.\w|删除.*\.\w/i],
  ['code', /\bcode\b|代码/i], ['write', /\bwrite|写/i],
];
/** Kinds that make one file from others. */
const MAKES = new Set(['clean', 'convert', 'summarise']);
const TO = /(?:\b(?:to|into|in)|[到为成入])\s*$/i;
const TOPIC = /\bthe (\p{L}+)|总结(\p{L}+)/iu;
const QUOTED = /["“「](.+?)["”」]/s;

/** @param {string} text @returns {Request} */
export function requestOf(text) {
  const kind = KINDS.find(([, words]) => words.test(text))?.[0] ?? 'unclear';
  const paths = pathsIn(text);
  const last = paths.at(-1) ?? '';
  const target = kind === 'write' || (MAKES.has(kind) && TO.test(text.slice(0, text.lastIndexOf(last)))) ? last : '';
  const sources = paths.filter(path => path !== target);
  const topic = TOPIC.exec(text)?.slice(1).find(Boolean) ?? '';
  return { kind, sources, topic, target: target || targetFor(kind, sources[0] ?? '', isHan(text)), content: QUOTED.exec(text)?.[1] ?? '' };
}

/** Usual name of a result. */
export function targetFor(kind, source, han) {
  const names = { clean: `${stemOf(source)}.clean.csv`, report: `${stemOf(source)}.problems.md`, convert: `${stemOf(source)}.json`, summarise: folderOf(source) + (han ? '摘要.md' : 'summary.md'), write: han ? '说明.md' : 'note.md' };
  return names[kind] ?? '';
}
