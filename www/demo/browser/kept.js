/** Place of the settings in this device's storage. */
const PLACE = 'stepgate-demo';

/** The browser's language if the page has it, else English. @returns {'zh' | 'en'} */
export const browserLang = () => (/^zh\b/i.test(navigator.language) ? 'zh' : 'en');

/** Settings kept on this device; empty if the storage is blocked or holds something else. */
export function kept() {
  try {
    const value = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** @param {object} value */
export function keep(value) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(value));
  } catch {
    // A private window may refuse: then the settings last as long as the page.
  }
}

/** Sets the language of the document. @param {'zh' | 'en'} lang */
export const showLang = lang => { document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'; };

/** Sets the theme of the document. @param {boolean} dark */
export const showTheme = dark => { document.documentElement.dataset.theme = dark ? 'dark' : 'light'; };
