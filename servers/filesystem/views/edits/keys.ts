// The keys of the preview.

/** Moves the focus by arrows; A and R accept and reject the part that has the focus, and go on. */
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
