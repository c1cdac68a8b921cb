/** Reading of messages and contracts: what the agents of the script have in common. */

/** @param {string} text */
export const isHan = text => /\p{Script=Han}/u.test(text);

/** Language of the reply: a system message ends with words in it. @param {{ role: string, content: string }[]} messages */
export const langOf = messages => (isHan(messages[0].content.trimEnd().split('\n').at(-1)) ? 'zh' : 'en');

/**
 * Texts by heading. The first heading of a name counts, because a text further down may contain the same words.
 * @param {string} text @param {string} mark what a heading begins with @param {Set<string>} [names] default: all names
 * @returns {Map<string, string>}
 */
export function sectionsOf(text, mark, names) {
  const sections = new Map();
  let open;
  for (const line of text.split('\n')) {
    const name = line.startsWith(mark) ? line.slice(mark.length).trim() : undefined;
    if (name !== undefined && !sections.has(name) && (!names || names.has(name))) sections.set((open = name), []);
    else if (open !== undefined) sections.get(open).push(line);
  }
  return new Map([...sections].map(([name, lines]) => [name, lines.join('\n').trim()]));
}

/** The members that a contract has, with null where there is no value. @param {{ schema: any }} contract @param {Record<string, any>} values */
export const membersOf = ({ schema }, values) => Object.fromEntries(Object.keys(schema.properties).map(name => [name, values[name] ?? null]));

/**
 * A value of a schema's form: the first of an enum, true, the given number, the given words.
 * @param {any} schema @param {{ number: number, words: string }} given
 */
export function filled(schema, given) {
  const { type, enum: names, items, properties } = schema.anyOf?.[0] ?? schema;
  if (names) return names[0];
  switch ([type].flat()[0]) {
    case 'object': return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, filled(part, given)]));
    case 'array': return [filled(items ?? { type: 'string' }, given)];
    case 'boolean': return true;
    case 'string': return given.words;
    default: return given.number;
  }
}

/** Choices of a member of a contract, also of one that may be null. @param {any} [schema] @returns {any[]} */
export const choicesOf = schema => schema?.enum ?? schema?.anyOf?.find((/** @type {any} */ one) => one.enum)?.enum ?? [];
