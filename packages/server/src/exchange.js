// @ts-check
// Bodies in, answers out.
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { STATUS_CODES } from 'node:http';
import { Refused, STATUS } from './refused.js';

/** @param {ServerResponse} response @param {number} status @param {unknown} [body] bytes, a text, or JSON @param {string} [type] */
export function send(response, status, body, type) {
  if (response.headersSent || response.destroyed) return;
  const isBytes = body instanceof Uint8Array;
  const data = body === undefined ? undefined : isBytes ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  response.writeHead(status, {
    'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
    ...(data && { 'content-type': type ?? (isBytes ? 'application/octet-stream' : 'application/json'), 'content-length': data.length }),
    ...(isBytes && { 'content-disposition': 'attachment' }), // whoever opens its address gets a file, not a page of this origin
  });
  response.end(data);
}

/** @param {IncomingMessage} request @param {ServerResponse} response @param {Refused} refused */
export function sendRefused(request, response, refused) {
  const { code, message, more: { retryAfter, ...more } } = refused;
  if (retryAfter ?? code === 'busy') response.setHeader('retry-after', Number(retryAfter ?? 2));
  const isWhole = request.complete || request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined;
  if (!isWhole || code === 'busy') response.setHeader('connection', 'close'); // the rest of the body is not read
  send(response, STATUS[code], { code, message, ...more });
  if (!isWhole) {
    request.resume();
    setTimeout(() => request.destroy(), 1000).unref();
  }
}

/** An answer as the bytes of HTTP, for a connection without a request. @param {Refused} refused */
export function answerOf({ code, message }) {
  const body = JSON.stringify({ code, message });
  return `HTTP/1.1 ${STATUS[code]} ${STATUS_CODES[STATUS[code]]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

/** @param {IncomingMessage} request @param {number} most @returns {Promise<Buffer>} */
export async function readBody(request, most) {
  const tooLarge = () => new Refused('too_large', `a body here has ${most} bytes at most`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const pieces = [];
    let size = 0;
    request.on('data', piece => {
      size += piece.length;
      if (size <= most) return void pieces.push(piece);
      request.removeAllListeners('data');
      reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(pieces)));
    request.on('error', () => reject(new Refused('too_slow', 'the request ended before its body')));
    request.on('close', () => reject(new Refused('too_slow', 'the request ended before its body')));
  });
}
