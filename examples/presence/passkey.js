// @ts-check
/** @import { PresenceCall, PresenceContext } from 'stepgate' */

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
const post = async (path, body = {}) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();

/** Has the user make a passkey for this bank. */
export async function makePasskey() {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post('/passkeys/begin'));
  const credential = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const { made } = await post('/passkeys/end', { credential: credential.toJSON() });
  return made === true;
}

/** Has the user confirm exactly these calls with a passkey. The server checks the signature, and notes what was confirmed. @param {PresenceCall[]} calls @param {PresenceContext} context */
export async function byPasskey(calls, { signal }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post('/presence/begin', { calls }));
  const credential = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey, signal }));
  const { confirmed } = await post('/presence/end', { credential: credential.toJSON() });
  return confirmed === true;
}
