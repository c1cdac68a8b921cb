/** Splits texts for `cargo xtask vectors`: reads a list of texts, writes `[{ chunks, chunks_parity }]`. */
import { text } from 'node:stream/consumers';
import { split } from '../src/chunks/split.js';

const texts = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(texts.map(one => ({ chunks: split(one), chunks_parity: split(one, { trimmed: true }) }))));
