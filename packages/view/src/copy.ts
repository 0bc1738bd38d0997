// copyText: copies text for pages, with a fallback for hosts that block the Clipboard API.

/** Copies text to the clipboard. Resolves to whether it succeeded. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

// Needs no clipboard permission, but works only right after a click.
const copyBySelection = (text: string): boolean => {
  const copied = { done: false };
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    copied.done = true;
  };
  document.addEventListener('copy', onCopy);
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return copied.done;
};
