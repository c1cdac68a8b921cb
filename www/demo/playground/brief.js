/** The beginning of a text that is longer than there is room for; never half of a surrogate pair. @param {string} text @param {number} room in UTF-16 units */
export function brief(text, room) {
  if (text.length <= room) return text;
  const end = /[\uD800-\uDBFF]/.test(text[room - 1]) ? room - 1 : room;
  return `${text.slice(0, end)}…`;
}

/** A value as JSON, as far as there is room. @param {unknown} value @param {number} room */
export const briefJson = (value, room) => brief(JSON.stringify(value) ?? String(value), room);
