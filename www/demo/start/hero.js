import { t } from '../words/i18n.js';

/** The first view in the page's HTML, in both languages. It stays one element, wherever the user goes. */
export const hero = document.getElementById('hero');

async function copy({ currentTarget: button }) {
  try {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    const before = [...button.childNodes];
    button.replaceChildren(t('hero.copied'));
    setTimeout(() => button.replaceChildren(...before), 2000);
  } catch {
    getSelection()?.selectAllChildren(button.previousElementSibling); // a page without https may not copy
  }
}

hero?.querySelector('button')?.addEventListener('click', copy);
