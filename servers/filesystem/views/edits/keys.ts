// moveFocus: keyboard control of the preview.

/** Handles keys. Arrows move the focus. A and R accept or reject the focused part and move on. */
export const moveFocus = (event: KeyboardEvent, set: (index: number, isAccepted: boolean) => void): void => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof HTMLInputElement) || target.disabled || ctrlKey || metaKey || altKey) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const go = (by: number): void => {
    event.preventDefault();
    boxes[boxes.indexOf(target) + by]?.focus();
  };
  if (key === 'ArrowDown') return go(1);
  if (key === 'ArrowUp') return go(-1);
  const letter = key.toLowerCase();
  if (letter !== 'a' && letter !== 'r') return;
  set(Number(target.value), letter === 'a');
  go(1);
};
