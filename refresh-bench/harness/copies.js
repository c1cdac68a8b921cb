/** An older copy of what a page keeps, as a backup or a synchronised profile would put it back. Both functions run in a page of the origin. */

/** Keeps all of IndexedDB and localStorage in `window.copy`. */
export async function takeCopy() {
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const indexOf = ({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry });
  const storeOf = async store => ({
    name: store.name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes: [...store.indexNames].map(name => indexOf(store.index(name))),
    keys: await done(store.getAllKeys()), values: await done(store.getAll()),
  });
  const databases = [];
  for (const { name, version } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    const names = [...database.objectStoreNames];
    const transaction = names.length ? database.transaction(names) : undefined;
    databases.push({ name, version, stores: await Promise.all(names.map(store => storeOf(transaction.objectStore(store)))) });
    database.close();
  }
  window.copy = { local: { ...localStorage }, databases };
}

/** Replaces all of IndexedDB and localStorage by `window.copy`. */
export async function putBack() {
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('A page still has the database open.'));
  });
  localStorage.clear();
  Object.assign(localStorage, window.copy.local);
  for (const { name } of await indexedDB.databases()) await done(indexedDB.deleteDatabase(name));
  for (const { name, version, stores } of window.copy.databases) {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
        const made = request.result.createObjectStore(store, { keyPath, autoIncrement });
        for (const { name: index, keyPath: path, ...options } of indexes) made.createIndex(index, path, options);
      }
    };
    const database = await done(request);
    for (const { name: store, keyPath, keys, values } of stores) {
      const transaction = database.transaction(store, 'readwrite');
      values.forEach((value, at) => transaction.objectStore(store).put(value, keyPath === null ? keys[at] : undefined));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(transaction.error);
      });
    }
    database.close();
  }
}
