/**
 * WebAssembly that counts what it does (docs/decisions/066-work-is-counted.md): one for each call of a function and each round of a loop,
 * and one for each 16 bytes that are copied or filled at once.
 */

/** Name of the exported counter. */
export const COUNTER = 'stepgate_work';

const [TYPES, IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, CODES] = [1, 2, 3, 6, 7, 10];
const I32 = 0x7f;
const I64 = 0x7e;

/** @param {Uint8Array} wasm @returns {Uint8Array} the same module with the counter */
export function metered(wasm) {
  const sections = sectionsOf(wasm);
  const bodyOf = id => sections.find(section => section.id === id)?.body ?? Uint8Array.of(0);
  const params = paramsOf(bodyOf(TYPES));
  const types = [...vector(bodyOf(FUNCTIONS), reader => reader.number())];
  const counter = importedGlobals(bodyOf(IMPORTS)) + new Reader(bodyOf(GLOBALS)).number();
  const rewrite = {
    [GLOBALS]: body => withOneMore(body, [I64, 1, 0x42, 0, 0x0b]),
    [EXPORTS]: body => withOneMore(body, [...text(COUNTER), 3, ...leb(counter)]),
    [CODES]: body => codes(body, types.map(type => params[type]), counter),
  };
  const out = [...wasm.subarray(0, 8)];
  const parts = sections.map(({ id, body }) => {
    const written = rewrite[id]?.(body) ?? body;
    return Buffer.concat([Buffer.from([id, ...leb(written.length)]), written]);
  });
  return new Uint8Array(Buffer.concat([Buffer.from(out), ...parts]));
}

class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get done() { return this.at >= this.bytes.length; }

  byte() { return this.bytes[this.at++]; }

  /** An unsigned number; of a signed one only the length counts here. */
  number() {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  }

  skip(bytes) { this.at += bytes; }

  name() { this.skip(this.number()); }

  limits() {
    const flags = this.number();
    this.number();
    if (flags & 1) this.number();
  }
}

/** @param {Uint8Array} wasm */
function sectionsOf(wasm) {
  const reader = new Reader(wasm, 8);
  const sections = [];
  while (!reader.done) {
    const [id, length] = [reader.byte(), reader.number()];
    sections.push({ id, body: wasm.subarray(reader.at, reader.at + length) });
    reader.skip(length);
  }
  return sections;
}

/** Items of a vector. @param {Uint8Array} body @param {(reader: Reader) => any} read */
function* vector(body, read) {
  const reader = new Reader(body);
  for (let left = reader.number(); left > 0; left -= 1) yield read(reader);
}

/** Number of parameters of each type. @param {Uint8Array} body */
const paramsOf = body => [...vector(body, reader => {
  if (reader.byte() !== 0x60) throw new Error('a type that is no function');
  const count = reader.number();
  reader.skip(count);
  reader.skip(reader.number());
  return count;
})];

/** @param {Uint8Array} body */
function importedGlobals(body) {
  const kinds = [...vector(body, reader => {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === 0) reader.number();
    else if (kind === 1) { reader.byte(); reader.limits(); }
    else if (kind === 2) reader.limits();
    else if (kind === 3) reader.skip(2);
    else { reader.byte(); reader.number(); }
    return kind;
  })];
  return kinds.filter(kind => kind === 3).length;
}

/** @param {Uint8Array} body @param {number[]} item */
function withOneMore(body, item) {
  const reader = new Reader(body);
  const count = reader.number();
  return Buffer.concat([Buffer.from(leb(count + 1)), body.subarray(reader.at), Buffer.from(item)]);
}

/** @param {Uint8Array} body @param {number[]} params of each function @param {number} counter */
function codes(body, params, counter) {
  const reader = new Reader(body);
  const count = reader.number();
  const parts = [Buffer.from(leb(count))];
  for (const given of params) {
    const length = reader.number();
    const code = codeOf(body.subarray(reader.at, reader.at + length), given, counter);
    parts.push(Buffer.from(leb(code.length)), code);
    reader.skip(length);
  }
  return Buffer.concat(parts);
}

/** The code of one function with the counter. @param {Uint8Array} body @param {number} params @param {number} counter */
function codeOf(body, params, counter) {
  const reader = new Reader(body);
  const groups = reader.number();
  const begin = reader.at;
  let length = params;
  for (let left = groups; left > 0; left -= 1) {
    length += reader.number();
    reader.skip(1);
  }
  const one = [0x23, ...leb(counter), 0x42, 1, 0x7c, 0x24, ...leb(counter)];
  const copied = [0x22, ...leb(length), 0x23, ...leb(counter), 0x20, ...leb(length), 0xad, 0x42, 4, 0x88, 0x7c, 0x24, ...leb(counter)];
  const parts = [Buffer.from(leb(groups + 1)), body.subarray(begin, reader.at), Buffer.from([1, I32, ...one])];
  let from = reader.at;
  const insert = (at, code) => {
    parts.push(body.subarray(from, at), Buffer.from(code));
    from = at;
  };
  while (!reader.done) {
    const at = reader.at;
    const found = instruction(reader);
    if (found === 'loop') insert(reader.at, one);
    if (found === 'bulk') insert(at, copied);
  }
  parts.push(body.subarray(from));
  return Buffer.concat(parts);
}

/** Reads one instruction. @param {Reader} reader @returns {'loop' | 'bulk' | undefined} */
function instruction(reader) {
  const code = reader.byte();
  if (code === 0x03) { reader.number(); return 'loop'; }
  if (code === 0xfc) return prefixed(reader);
  if (code === 0x0e) for (let left = reader.number(); left >= 0; left -= 1) reader.number();
  else if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) { reader.number(); reader.number(); }
  else if (code === 0x1c) reader.skip(reader.number());
  else if (code === 0x43) reader.skip(4);
  else if (code === 0x44) reader.skip(8);
  else if (ONE_NUMBER.has(code)) reader.number();
  else if (!PLAIN(code)) throw new Error(`instruction 0x${code.toString(16)}`);
  return undefined;
}

/** block, if, br, br_if, call, the variables, the tables, memory.size and grow, the constants, ref.null and ref.func. */
const ONE_NUMBER = new Set([0x02, 0x04, 0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2]);
/** unreachable, nop, else, end, return, drop, select, the arithmetic, ref.is_null. @param {number} code */
const PLAIN = code => [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4);

/** @param {Reader} reader @returns {'bulk' | undefined} */
function prefixed(reader) {
  const code = reader.number();
  const numbers = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 }[code] ?? (code < 8 ? 0 : undefined);
  if (numbers === undefined) throw new Error(`instruction 0xfc ${code}`);
  for (let left = numbers; left > 0; left -= 1) reader.number();
  return code === 10 || code === 11 ? 'bulk' : undefined;
}

/** @param {number} value @returns {number[]} */
function leb(value) {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(Math.floor(value / 128))];
}

/** @param {string} value */
const text = value => [...leb(value.length), ...Buffer.from(value)];
