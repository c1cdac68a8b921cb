// @ts-check

/** Calls the page. What the page does wrong is told as its own error, and breaks nothing here. @param {() => void} callback */
export function callPage(callback) {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => { throw error; });
  }
}
