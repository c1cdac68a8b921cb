/** Records of the demo's calendar, read and written in the page's own database, beside the page. */

/**
 * Rows of the calendar. `rows`: the sections of its events; `sets`: the change sets that were applied.
 * @param {import('playwright-core').Page} page
 */
export const records = page => page.evaluate(async () => {
  const result = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await result(indexedDB.open('stepgate-calendar:stepgate-demo'));
  const all = table => result(db.transaction(table).objectStore(table).getAll());
  const [events, rows, classes, items, sets] = await Promise.all(['events', 'event_sections', 'task_classes', 'task_items', 'applied_change_sets'].map(all));
  db.close();
  return { events, rows, classes, items, sets };
});

/** Changes rows directly, like another program with the same database. @param {import('playwright-core').Page} page @param {string} table @param {any[]} rows */
export const meddle = (page, table, rows) => page.evaluate(async ([table, rows]) => {
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open('stepgate-calendar:stepgate-demo');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const tx = db.transaction(table, 'readwrite');
  for (const row of rows) tx.objectStore(table).put(row);
  await new Promise((resolve, reject) => { tx.oncomplete = resolve; tx.onerror = () => reject(tx.error); });
  db.close();
}, [table, rows]);

/** Keeps the calendar busy: the page's changes wait until the given function is called. @param {import('playwright-core').Page} page */
export async function holds(page) {
  await page.evaluate(async () => {
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open('stepgate-calendar:stepgate-demo');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const tx = db.transaction([...db.objectStoreNames], 'readwrite');
    const spin = () => { if (!globalThis.calendarIsFree) tx.objectStore('events').count().onsuccess = spin; };
    globalThis.calendarIsFree = false;
    tx.oncomplete = () => db.close();
    spin();
  });
  return () => page.evaluate(() => { globalThis.calendarIsFree = true; });
}
