/**
 * The API key, remembered as the user chose: in this tab's storage, or encrypted on the device. The key that encrypts is kept by the browser so that no script can read it out (not
 * extractable); scripts of this page can still have it decrypt.
 */

/** Place of the API key in the tab's storage, and name of the database of the encrypted one. */
const PLACE = 'stepgate-demo-key';

/** @typedef {'no' | 'session' | 'encrypted'} RememberKey */

/** Changes are stored one after the other. */
let tail = Promise.resolve();

/** The remembered API key; empty if there is none, or if the storage is blocked. @param {RememberKey} how @returns {Promise<string>} */
export async function rememberedKey(how) {
  try {
    if (how === 'session') return sessionStorage.getItem(PLACE) ?? '';
    return how === 'encrypted' ? await decrypted() : '';
  } catch {
    return '';
  }
}

/** Remembers an API key in one way, and forgets it in the others. @param {RememberKey} how @param {string} key */
export function rememberKey(how, key) {
  tail = tail.then(async () => {
    if (how === 'session' && key) sessionStorage.setItem(PLACE, key);
    else sessionStorage.removeItem(PLACE);
    await (how === 'encrypted' && key ? encrypt(key) : forget());
  }).catch(() => {}); // a private window may refuse: then the key lasts as long as the page
  return tail;
}

/** @param {string} text */
async function encrypt(text) {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
  await inStore('readwrite', store => store.put({ key, iv, bytes }, 'key'));
}

/** @returns {Promise<string>} */
async function decrypted() {
  const kept = await inStore('readonly', store => store.get('key'));
  if (!kept) return '';
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, kept.key, kept.bytes));
}

/** Deletes what is encrypted, and its key. A device that never had one gets no database. */
async function forget() {
  const all = await indexedDB.databases?.();
  if (all?.every(({ name }) => name !== PLACE)) return;
  await inStore('readwrite', store => store.clear());
}

/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} act @returns {Promise<any>} */
async function inStore(mode, act) {
  const opening = indexedDB.open(PLACE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction('keys', mode).objectStore('keys')));
  } finally {
    database.close();
  }
}

/** @param {IDBRequest} request @returns {Promise<any>} */
const settled = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
