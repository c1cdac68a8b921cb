/** Scripts of this page that run outside of it: the only addresses that the page passes through Trusted Types. */
const SCRIPTS = ['sw.js', 'arrange-worker.js', 'pdf-worker.js'];

const policy = globalThis.trustedTypes?.createPolicy('stepgate', {
  createScriptURL: url => {
    if (!SCRIPTS.includes(url)) throw new TypeError(`not a script of this page: ${url}`);
    return url;
  },
});

/** Address of a script of this page, in the form that the browser takes. @param {string} url @returns {any} */
export const scriptAddress = url => (policy ? policy.createScriptURL(url) : url);
