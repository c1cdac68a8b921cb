/**
 * A text shortened to the available length, never inside a surrogate pair.
 * @param {string} text @param {number} room length in UTF-16 units
 */
export function brief(text, room) {
  if (text.length <= room) return text;
  const end = /[\uD800-\uDBFF]/.test(text[room - 1]) ? room - 1 : room;
  return `${text.slice(0, end)}…`;
}

/** A value as JSON, shortened to the available length. @param {unknown} value @param {number} room */
export const briefJson = (value, room) => brief(JSON.stringify(value) ?? String(value), room);
