/** The style of valid JSON. */
const PLAIN = { quotes: '""', bareKeys: false, braces: '{}', colon: ': ', comma: ',', last: '', literals: {} };

/**
 * A value as JSON over several lines, optionally in another style.
 * @param {any} value
 * @param {Partial<typeof PLAIN>} [style]
 */
export function write(value, style) {
  return writeValue(value, { ...PLAIN, ...style }, '');
}

function writeValue(value, style, indent) {
  if (typeof value === 'string') return quoted(value, style);
  if (typeof value !== 'object' || value === null) return style.literals[String(value)] ?? JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return block('[]', value.map(part => writeValue(part, style, inner)), style, indent);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  const keyed = ([key, part]) => (style.bareKeys ? key : quoted(key, style)) + style.colon + writeValue(part, style, inner);
  return block(style.braces, fields.map(keyed), style, indent);
}

function block([open, close], parts, { comma, last }, indent) {
  if (parts.length === 0) return open + close;
  const lines = parts.map((part, index) => `${indent}  ${part}${index < parts.length - 1 ? comma : last}`);
  return `${open}\n${lines.join('\n')}\n${indent}${close}`;
}

function quoted(text, { quotes: [open, close] }) {
  const inner = JSON.stringify(text).slice(1, -1);
  if (open === "'") return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return open + inner + close;
}
