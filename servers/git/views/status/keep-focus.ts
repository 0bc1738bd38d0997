// keepFocus: where a person is who works by keyboard, after what was read has been drawn.

/** The button that was pressed may be gone with its row or its hunk. */
export const keepFocus = (): void => {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
};
