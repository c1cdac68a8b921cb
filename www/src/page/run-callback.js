// @ts-check

/** Calls a function of the page. Its errors are reported as the page's own and stop nothing here. @param {() => void} callback */
export function runCallback(callback) {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => { throw error; });
  }
}
