/** The lines of a text box that say something. @param {string} text */
export const linesOf = text => text.split('\n').map(line => line.trim()).filter(Boolean);

/** Items of one line. @param {string} text */
const itemsOf = text => text.split(/[,，、;；]/).map(item => item.trim()).filter(Boolean);

/** `name: value` a line; several values are a list. @param {string} text @returns {Record<string, string | string[]>} */
export function traitsOf(text) {
  const pairs = linesOf(text).map(line => /^([^:：]+)[:：]\s*(.*)$/.exec(line) ?? [line, line, '']);
  return Object.fromEntries(pairs.map(([, name, value]) => [name.trim(), itemsOf(value).length > 1 ? itemsOf(value) : value.trim()]));
}

/** The same the other way. @param {Record<string, string | string[]> | undefined} traits */
export const traitLines = traits => Object.entries(traits ?? {}).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('\n');
