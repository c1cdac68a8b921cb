/** The non-blank lines of a text box. @param {string} text */
export const linesOf = text => text.split('\n').map(line => line.trim()).filter(Boolean);

/** The items of one line. @param {string} text */
const itemsOf = text => text.split(/[,，、;；]/).map(item => item.trim()).filter(Boolean);

/** Parses one `name: value` a line; several values make a list. @param {string} text @returns {Record<string, string | string[]>} */
export function traitsOf(text) {
  const pairs = linesOf(text).map(line => /^([^:：]+)[:：]\s*(.*)$/.exec(line) ?? [line, line, '']);
  return Object.fromEntries(pairs.map(([, name, value]) => [name.trim(), itemsOf(value).length > 1 ? itemsOf(value) : value.trim()]));
}

/** The inverse of `traitsOf`. @param {Record<string, string | string[]> | undefined} traits */
export const traitLines = traits => Object.entries(traits ?? {}).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('\n');
