import { isUnknown, opinion } from './signals.js';
import { isHan } from './terms.js';

const SEPARATORS = /[、，,;；/\n]|\s+and\s+|和|以及/;

/** Words of speech before and after the names of courses. */
const SPEECH = [
  /^(?:最?相关的?是?|主要是?|我觉得|应该是|还有|学过|课程[:：]?|主修(?:课程)?[:：]?)+/,
  /^(?:i (?:think|took)|mainly|mostly|the|relevant coursework:|courses?:|and)\s+/i,
  /[。.!！]+$/,
  /(?:这?[几两三]门|这些|等课程|等|课程?最?相关|最有用|最相关|吧|了)+$/,
  /\s+(?:are the most relevant|matter most|are relevant|courses)$/i,
];

/** Longest name of a course. */
const LONGEST = 30;

/** Names of courses on one line: the user's, else those of the original. @param {string} original @param {string[]} said */
export function courseLine(original, said) {
  const listed = namesIn(original);
  const named = said.filter(text => !isUnknown(text)).flatMap(text => namesIn(opinion(text).rest));
  const known = named.map(name => listed.find(course => same(course, name)) ?? name);
  const courses = new Set(known.length > 0 ? known : listed);
  return [...courses].join(isHan(original || said.join('')) ? '、' : ', ');
}

function namesIn(text) {
  const names = text.split(SEPARATORS).map(name => SPEECH.reduce((rest, words) => rest.replace(words, '').trim(), name.trim()));
  return names.filter(name => name.length > 1 && name.length <= LONGEST);
}

const same = (one, other) => one.toLowerCase().includes(other.toLowerCase()) || other.toLowerCase().includes(one.toLowerCase());
