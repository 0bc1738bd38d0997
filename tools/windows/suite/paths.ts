// Malformed Windows paths that text for a model must not contain.

/** Mixed separators: a drive with a backslash, then a slash. */
const MIXED = /\b[A-Za-z]:\\[^\s"'<>|*?:]*\/[^\s"'<>|*?:]*/g;
/** Doubled backslashes, as in JSON. */
const DOUBLED = /\b[A-Za-z]:\\\\[^\s"]*/g;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Returns the paths that mix separators, or that double them outside of JSON. */
export const pathFaults = (text: string): string[] => [
  ...(text.match(MIXED) ?? []),
  ...(isJson(text) ? [] : (text.match(DOUBLED) ?? [])),
];
