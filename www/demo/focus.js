/** For `ref`: gives an element the focus when it comes into the page, once. @param {Element | undefined} element */
export const focusOnce = element => queueMicrotask(() => /** @type {HTMLElement | undefined} */ (element)?.focus());

/** For `ref`: shows a dialog as a modal when it comes into the page; the browser keeps the focus inside and gives it back. @param {Element | undefined} element */
export const modal = element => queueMicrotask(() => {
  const dialog = /** @type {HTMLDialogElement | undefined} */ (element);
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
});
