// @ts-check
/** @import { FilePart, Happened, ToolResult } from '../index.js' */

/** A tool's result with the references and the bytes of its files. @typedef {ToolResult & { parts?: FilePart[], blobs?: Record<string, Uint8Array<ArrayBuffer>> }} KeptResult */

/**
 * The event of results as the session reads it, and the bytes of their files.
 * @param {Happened} happened @returns {{ event: Happened, blobs: Record<string, Uint8Array<ArrayBuffer>> }}
 */
export function withoutBytes(happened) {
  if (happened.type !== 'returned') return { event: happened, blobs: {} };
  const kept = /** @type {KeptResult[]} */ (happened.results);
  if (!kept.some(({ parts }) => parts)) return { event: happened, blobs: {} };
  const results = kept.map(({ parts, blobs, ...result }) => /** @type {ToolResult} */ (result));
  return { event: { ...happened, results, parts: kept.map(({ parts = [] }) => parts) }, blobs: Object.assign({}, ...kept.map(({ blobs }) => blobs)) };
}
