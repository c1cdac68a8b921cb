// Agents' replies of any size, reproducible, and five ways to damage them.

/** Reproducible random numbers from 0 to 1. @param {number} seed */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = [
  'order', 'refund', 'customer', 'draft', 'the user asked', 'please confirm', 'shipment', 'price is', '用户想要', '请确认', '订单', "it's fine",
  'said \\"ok\\"', 'line\nbreak', 'emoji 😀', 'tab\there', 'https://example.com/a?b=c&d=1', 'because', 'then', 'tool',
];

/** A decision of an agent. @param {() => number} next @param {number} id */
export function decision(next, id) {
  const words = count => Array.from({ length: count }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
  return {
    id,
    thought: words(6 + Math.floor(next() * 10)),
    next_action: ['PROPOSE_DRAFT', 'ASK_USER', 'CALL_TOOL', 'FINISH'][Math.floor(next() * 4)],
    confidence: Math.round(next() * 10000) / 10000,
    urgent: next() > 0.5,
    parent: next() > 0.5 ? null : Math.floor(next() * 1e9),
    tags: ['a', 'b', 'c'].slice(0, Math.floor(next() * 4)),
    tool_call: { name: 'place', arguments: { x: next() * 100, y: -Math.floor(next() * 1000), note: words(3) } },
    reply_to_user: words(8 + Math.floor(next() * 14)),
  };
}

/** A valid text of about this size. @param {number} bytes */
export function valid(bytes) {
  const next = random(42 + bytes);
  const items = [];
  for (let size = 2; size < bytes;) {
    const item = decision(next, items.length);
    items.push(item);
    size += Buffer.byteLength(JSON.stringify(item, null, 2)) * 1.06 + 4;
  }
  return JSON.stringify({ version: 1, items }, null, 2);
}

const STRING = /"((?:[^"\\]|\\.)*)"/g;

/** Kinds of damage by name. @type {Record<string, (text: string) => string>} */
export const DAMAGES = {
  fence: text => `Sure! Here is the JSON you asked for:\n\n\`\`\`json\n${text}\n\`\`\`\n\nLet me know if you need anything else.`,
  'single quotes': text => text.replace(STRING, (_, inner) => `'${inner.replace(/\\"/g, '"').replace(/'/g, "\\'")}'`),
  'trailing commas': text => text.replace(/(["\d\]}el])(\s*\n\s*[}\]])/g, '$1,$2'),
  'cut off': text => text.slice(0, Math.floor(text.length * (0.8 + 0.19 * random(7)()))),
  'raw line breaks': text => text.replace(STRING, string => string.replace(/\\n/g, '\n').replace(/\\t/g, '\t')),
};
