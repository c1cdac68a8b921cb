import { isUnknown, opinion } from './signals.js'

const SEPARATORS = /[、，,;；/\n]|\s+and\s+|和|以及/
/** Words of speech around the names of courses. */
const SPEECH = /^(?:最?相关的?是?|主要是?|我觉得|应该是|还有|学过|课程[:：]?|主修(?:课程)?[:：]?|i (?:think|took)|mainly|mostly|the|relevant coursework:|courses?:|and)\s*|(?:这?[几两三]门|这些|等课程|等|课程?最?相关|最有用|最相关|吧|了|are the most relevant|matter most|are relevant|courses)$/gi

/** Names of courses on one line, those the user named first. @param {string} original @param {string[]} said */
export function courseLine(original, said) {
  const separator = /\p{Script=Han}/u.test(original || said.join('')) ? '、' : ', '
  const listed = namesIn(original)
  const named = said.filter(text => !isUnknown(text)).flatMap(text => namesIn(opinion(text).rest))
  const known = named.map(name => listed.find(course => same(course, name)) ?? name)
  const courses = known.length > 0 ? known : listed
  return [...new Set(courses)].join(separator)
}

const namesIn = text => text.split(SEPARATORS).map(name => name.trim().replace(SPEECH, '').replace(/[。.!！]+$/, '').replace(SPEECH, '').trim()).filter(name => name.length > 1 && name.length <= 30)

const same = (one, other) => one.toLowerCase().includes(other.toLowerCase()) || other.toLowerCase().includes(one.toLowerCase())
