// @ts-check
/** Stands for your server: entries of a book of expenses, kept in the browser's storage. */

/** @typedef {{ shop: string, day: string, articles: { name: string, euros: number }[], total: number }} Receipt */

const cents = (/** @type {number} */ euros) => Math.round(euros * 100);

/** Why the sum of a receipt is not that of its articles; undefined where it is. @param {Receipt} receipt */
export function mismatch({ articles, total }) {
  const sum = articles.reduce((all, { euros }) => all + cents(euros), 0);
  return sum === cents(total) ? undefined : `the articles make ${sum / 100} euros, and the total says ${total}: read the photo again`;
}

/** @param {{ storage: Pick<Storage, 'getItem' | 'setItem'> }} options */
export function openBook({ storage }) {
  /** Entries by the key of their request. @type {() => Record<string, Receipt>} */
  const kept = () => JSON.parse(storage.getItem('receipts') ?? '{}');
  return {
    entries: () => Object.values(kept()),
    /** Enters a receipt, once for a key. @param {Receipt} receipt @param {string} key */
    enter(receipt, key) {
      storage.setItem('receipts', JSON.stringify({ ...kept(), [key]: receipt }));
      return { entered: receipt.shop, entries: Object.keys(kept()).length };
    },
  };
}
