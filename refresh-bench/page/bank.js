/** The bank, as the tools of all libraries call it. */
import { account } from './trial.js';

/**
 * Pays. The key is the id that the library gives to the call; a bank that knows no keys pays it no heed.
 * @param {{ to: string, amount: number }} order @param {string} key
 * @returns {Promise<{ receipt: number }>}
 */
export async function pay({ to, amount }, key) {
  const response = await fetch(`/pay?account=${account}`, {
    method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': key }, body: JSON.stringify({ to, amount }),
  });
  if (!response.ok) throw new Error(`The bank answered with status ${response.status}.`);
  return response.json();
}

/** What became of a key. @param {string} key @returns {Promise<{ done: true, result: { receipt: number } } | { done: false | 'pending' }>} */
export async function paymentOf(key) {
  const response = await fetch(`/payment?account=${account}&key=${encodeURIComponent(key)}`);
  return response.json();
}
