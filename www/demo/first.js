/** Sets language and theme before the first paint, and hides the start page if the address names another place. */
import { browserLang, kept, showLang, showTheme } from './browser/kept.js';

const { lang = browserLang(), theme = 'system' } = kept();
showLang(lang);
showTheme(theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches));
if (location.hash || /[?&](?:view|agent)=/.test(location.search)) document.documentElement.dataset.at = 'elsewhere';
