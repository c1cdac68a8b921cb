/** A numbered or lettered line of a list: number, text. */
const OPTION = /^\s*(\d{1,2}|[a-hA-H])[.、)）]\s*(\S.*)$/;
const MOST = 8;
const LONGEST = 160;

/** An option that leaves the answer to the user. */
const OPEN = /^(?:其他|其它|都不是|something else|other|none of (?:these|them))/i;

/**
 * A question that ends in a list of options.
 * @typedef {{ lead: string, question: string, options: { text: string, open: boolean }[] }} Choices
 */

/**
 * The choices at the end of a text: a question, then at least two options numbered from one. Null if there are none.
 * @param {string} text @returns {Choices | null}
 */
export function choicesIn(text) {
  const lines = text.trimEnd().split('\n');
  const start = lines.findLastIndex(line => !OPTION.test(line)) + 1;
  const options = lines.slice(start).map(line => OPTION.exec(line));
  const lead = lines.slice(0, start).join('\n').trimEnd();
  const question = lead.split('\n').at(-1)?.trim() ?? '';
  const inOrder = options.every(([, number], index) => number === String(index + 1) || number.toLowerCase() === String.fromCharCode(97 + index));
  const isShort = options.every(([, , option]) => option.length <= LONGEST);
  if (options.length < 2 || options.length > MOST || !inOrder || !isShort || !/[?？]["”’]?$/.test(question)) return null;
  return { lead, question, options: options.map(([, , option]) => ({ text: option.trim(), open: OPEN.test(option) })) };
}

/** An answer that names an option by its place: “1”, “b”, “第二个”, “option 3”. */
const BY_PLACE = /^(?:第|选|我选|option |number |no\. ?)?\s*([一二三四五六七八1-8a-h])\s*(?:个|项|号)?[\s.。!！)）]*$/i;
const PLACES = ['一1a', '二2b', '三3c', '四4d', '五5e', '六6f', '七7g', '八8h'];

/** The option that a text names by its place. @param {Choices} choices @param {string} text */
export function namedOption({ options }, text) {
  const [, place] = BY_PLACE.exec(text.trim()) ?? [];
  const option = place && options[PLACES.findIndex(names => names.includes(place.toLowerCase()))];
  return option && !option.open ? option : undefined;
}

/** The question without earlier sentences in the same line. */
const asked = question => question.replace(/^.*[。！!.]\s*(?=\S)/, '').replace(/^[*_#>\s]+|[*_\s]+$/g, '');

/**
 * An option in words that are clear without the list.
 * @param {Choices} choices @param {{ text: string }} option @param {'zh' | 'en'} lang
 */
export const inFull = ({ question }, { text }, lang) => (lang === 'zh' ? `“${asked(question)}”我选：${text}` : `“${asked(question)}” My choice: ${text}`);
