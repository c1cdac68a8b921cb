/** Distance between a menu and the edge of its container, in pixels. */
const MARGIN = 8;

/** Area that an open menu must stay in: the visible part of its scrolling container. @param {Element} menu */
function roomOf(menu) {
  const box = menu.closest('.work, .rail, .chat, dialog')?.getBoundingClientRect();
  return { left: Math.max(box?.left ?? 0, 0) + MARGIN, right: Math.min(box?.right ?? innerWidth, document.documentElement.clientWidth) - MARGIN };
}

/** Moves an open menu sideways until all its items are visible. @param {Element} menu */
function fit(menu) {
  const items = /** @type {HTMLElement | null} */ (menu.querySelector('.menu-items'));
  if (!items) return;
  items.style.translate = '';
  const [{ left, right }, room] = [items.getBoundingClientRect(), roomOf(menu)];
  const over = left < room.left ? room.left - left : Math.min(0, room.right - right);
  if (over) items.style.translate = `${over}px`;
  items.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const openMenus = () => document.querySelectorAll('details.menu[open]');

/** Keeps every menu of the page on the screen. */
export function keepMenusInSight() {
  document.addEventListener('toggle', ({ target }) => {
    if (target instanceof Element && target.matches('details.menu[open]')) fit(target);
  }, true);
  addEventListener('resize', () => openMenus().forEach(fit));
}
