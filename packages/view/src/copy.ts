// copyText: to the clipboard, where the host allows it, and where it does not by the older way.

/** Resolves with whether the text is in the clipboard. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

// The only way in a frame whose host grants nothing. It works in the turn of a click.
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
