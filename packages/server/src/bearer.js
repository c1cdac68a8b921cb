// @ts-check
import { createHash, timingSafeEqual } from 'node:crypto';

/** @param {string} text */
const digest = text => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header has this token, in a time that does not tell how much of it is right. @param {string | undefined} header @param {string} token */
export const hasToken = (header, token) => timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

/** @type {typeof import('./index.d.ts').bearer} */
export function bearer(tokens) {
  const users = Object.entries(tokens);
  for (const [user, token] of users) if (typeof token !== 'string' || token.length < 16) throw new TypeError(`bearer(tokens): ${user}: must be a text of at least 16 characters`);
  return ({ headers: { authorization } }) => users.filter(([, token]) => hasToken(authorization, token)).map(([user]) => user)[0];
}
