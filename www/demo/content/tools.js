import { researchTools } from 'stepgate/research';
import { settings } from '../settings.js';
import { isOwnPage, libraryTools } from './library/library.js';

/** Research tools over the endpoints of the settings. */
function remote() {
  const { searchUrl, readerUrl, lang } = settings.value;
  return researchTools({ lang, ...(searchUrl ? { search: { url: searchUrl } } : {}), ...(readerUrl ? { reader: { url: readerUrl } } : {}) });
}

/** Host tools of the content agent. Without endpoints in the settings, they use the built-in library. */
export const contentTools = () => ({
  web_search: (args, context) => (settings.value.searchUrl ? remote().web_search.run(args, context) : libraryTools.web_search(args)),
  read_page: (args, context) => (isOwnPage(args.url) ? libraryTools.read_page(args) : remote().read_page.run(args, context)),
});
