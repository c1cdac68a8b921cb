// @ts-check
import { Unzlib } from 'fflate';
import { ResumeTextError } from './error.js';

/** Most bytes that the streams of a file may unpack to, without its pictures, which are not unpacked for the text. */
const MOST_UNPACKED = 100_000_000;

/** Most streams of a file. */
const MOST_STREAMS = 20_000;

/** Bytes that are unpacked at once: at most a thousand times as many come out. */
const STEP = 4_096;

/** Longest beginning of an object that is searched for its settings. */
const HEAD = 4_096;

/**
 * Refuses a file whose streams unpack to too much. They are counted while they are unpacked: what the file states is not believed.
 * @param {Uint8Array} bytes
 */
export function checkStreams(bytes) {
  let left = MOST_UNPACKED;
  const take = (/** @type {number} */ size) => {
    left -= size;
    if (left < 0) throw new ResumeTextError('too_large', `this PDF unpacks to more than ${MOST_UNPACKED} bytes`);
  };
  for (const { from, to, times } of packedIn(new TextDecoder('latin1').decode(bytes))) {
    take((to - from) / 10);
    unpack(bytes.subarray(from, to), times, take);
  }
}

/** The streams that Flate packs, with the number of times. @param {string} text of the file, a character for each byte */
function* packedIn(text) {
  const endOf = ends(text);
  let count = 0;
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    if (text.startsWith('end', at - 3)) continue;
    count += 1;
    if (count > MOST_STREAMS) throw new ResumeTextError('too_large', `this PDF has more than ${MOST_STREAMS} streams`);
    const head = text.slice(Math.max(0, at - HEAD), at);
    const settings = head.slice(head.lastIndexOf(' obj') + 1);
    const times = settings.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
    if (!times || /\/Subtype\s*\/Image\b/.test(settings)) continue;
    const from = at + 6 + (text.startsWith('\r\n', at + 6) ? 2 : 1);
    yield { from, to: endOf(from, settings), times: Math.min(times, 4) };
  }
}

/** Tells where a stream ends: where it says, or at its mark, whichever is later. @param {string} text */
function ends(text) {
  /** Objects that are a number. @type {Map<string, string> | undefined} */
  let numbers;
  let mark = 0;
  return (/** @type {number} */ from, /** @type {string} */ settings) => {
    const [, length, isElsewhere] = /\/Length\s+(\d{1,10})(\s+\d+\s+R)?/.exec(settings) ?? [];
    if (isElsewhere) numbers ??= new Map([...text.matchAll(/(\d{1,10})\s+\d{1,5}\s+obj\s+(\d{1,10})\s/g)].map(([, id, value]) => [id, value]));
    const stated = Number((isElsewhere ? numbers?.get(length) : length) ?? 0);
    if (mark < from) mark = text.indexOf('endstream', from);
    if (mark < 0) mark = text.length;
    return Math.max(from + stated, mark);
  };
}

/** Unpacks a stream, and again what comes out if it is packed several times, as far as it can be. @param {Uint8Array} packed @param {number} times @param {(size: number) => void} take */
function unpack(packed, times, take) {
  const push = unpacker(times, take);
  for (let at = 0; at < packed.length; at += STEP) if (!push(packed.subarray(at, at + STEP))) return;
}

/** Gives a function that unpacks the next bytes; false if they cannot be. @param {number} times @param {(size: number) => void} take @returns {(bytes: Uint8Array) => boolean} */
function unpacker(times, take) {
  const next = times > 1 ? unpacker(times - 1, take) : undefined;
  const stream = new Unzlib(chunk => {
    take(chunk.length);
    for (let at = 0; next && at < chunk.length; at += STEP) next(chunk.subarray(at, at + STEP));
  });
  let isOver = false;
  return bytes => {
    try {
      if (!isOver) stream.push(bytes);
    } catch (error) {
      if (error instanceof ResumeTextError) throw error;
      isOver = true;
    }
    return !isOver;
  };
}
