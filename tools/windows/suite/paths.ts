// How a path of Windows must not look in text for a model.

/** A drive and a backslash, then a slash further on: two separators in one path. */
const MIXED = /\b[A-Za-z]:\\[^\s"'<>|*?:]*\/[^\s"'<>|*?:]*/g;
/** Backslashes as JSON writes them. */
const DOUBLED = /\b[A-Za-z]:\\\\[^\s"]*/g;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The paths in a text that mix separators, or double them where the text is not JSON. */
export const pathFaults = (text: string): string[] => [
  ...(text.match(MIXED) ?? []),
  ...(isJson(text) ? [] : (text.match(DOUBLED) ?? [])),
];
