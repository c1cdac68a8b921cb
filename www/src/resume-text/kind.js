// @ts-check
import { ResumeTextError } from './error.js';

/** Bytes of a file's beginning in which a PDF may have its mark. */
const PDF_HEAD = 1024;

/** @param {Uint8Array} bytes @param {number[]} mark */
const beginsWith = (bytes, mark) => mark.every((byte, at) => bytes[at] === byte);

/** The format, told by the file's first bytes. @param {Uint8Array} bytes @returns {'pdf' | 'docx' | 'text'} */
export function kindOf(bytes) {
  if (beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'docx';
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new ResumeTextError('old_word', 'this is a .doc file of an old Word; save it as .docx or PDF');
  const head = String.fromCharCode(...bytes.subarray(0, PDF_HEAD));
  return head.includes('%PDF-') ? 'pdf' : 'text';
}

/** Decodes a text file. @param {Uint8Array} bytes */
export function plainText(bytes) {
  const label = beginsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : beginsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not text in this encoding: refused below.
  }
  throw new ResumeTextError('format', 'this file is neither a PDF, nor a .docx file, nor text in UTF-8');
}
