import { researchTools } from 'stepgate/research';
import { settings } from '../settings.js';
import { isOwnPage, libraryTools } from './library/library.js';

/** Research tools over the endpoints of the settings. */
function remote() {
  const { searchUrl, readerUrl, lang } = settings.value;
  return researchTools({ lang, ...(searchUrl ? { search: { url: searchUrl } } : {}), ...(readerUrl ? { reader: { url: readerUrl } } : {}) });
}

/** Whether the built-in pages may be read: they are props of the offline script, and no source for a real model. */
const isStaged = () => settings.value.provider === 'offline';

/** Search without an endpoint in the settings. */
function ownSearch(args) {
  if (isStaged()) return libraryTools.web_search(args);
  throw Object.assign(new Error('no search endpoint in the settings'), { code: 'unavailable' });
}

/** Host tools of the content agent. */
export const contentTools = () => ({
  web_search: (args, context) => (settings.value.searchUrl ? remote().web_search.execute(args, context) : ownSearch(args)),
  read_page: (args, context) => (isStaged() && isOwnPage(args.url) ? libraryTools.read_page(args) : remote().read_page.execute(args, context)),
});
