// Gives new lines the indentation of the lines that they replace.

/** Old and new lines, without line breaks. */
export interface Replacement {
  readonly oldLines: readonly string[];
  /** The lines of the file that matched, which differ in white space. */
  readonly fileLines: readonly string[];
  readonly newLines: readonly string[];
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/**
 * Returns the new lines with the indentation of the file. An indentation that also occurs in the old lines is replaced
 * by the file's at the same line; others keep their distance to a known one.
 */
export const reindent = ({ oldLines, fileLines, newLines }: Replacement): string[] => {
  const known = new Map<string, string>();
  for (const [i, line] of oldLines.entries()) {
    if (line.trim() !== '' && !known.has(indentOf(line)))
      known.set(indentOf(line), indentOf(fileLines[i] ?? ''));
  }
  // The first line starts where the old one did, whatever indentation the caller wrote.
  const firstIndent = indentOf(newLines[0] ?? '');
  if (!known.has(firstIndent)) known.set(firstIndent, indentOf(fileLines[0] ?? ''));
  const toTabs = [...known.values()].some((indent) => indent.includes('\t'))
    ? spacesToTabs([...oldLines, ...newLines])
    : (indent: string) => indent;
  const blanks = blanksAfter(oldLines, fileLines);
  return newLines.map((line) => {
    const indent = indentOf(line);
    const text = line.slice(indent.length);
    return text === '' ? '' : translate(indent, known, toTabs) + text + (blanks.get(text) ?? '');
  });
};

/** Returns trailing white space of the file that the caller left out: two spaces are a line break in Markdown. */
const blanksAfter = (
  oldLines: readonly string[],
  fileLines: readonly string[],
): ReadonlyMap<string, string> => {
  const blanks = new Map<string, string>();
  for (const [i, line] of oldLines.entries()) {
    const text = line.slice(indentOf(line).length);
    const inFile = /[ \t]+(?=\r?$)/.exec(fileLines[i] ?? '')?.[0];
    if (text !== '' && !/\s$/.test(text) && inFile !== undefined && !blanks.has(text))
      blanks.set(text, inFile);
  }
  return blanks;
};

const translate = (
  indent: string,
  known: ReadonlyMap<string, string>,
  toTabs: (indent: string) => string,
): string => {
  const same = known.get(indent);
  if (same !== undefined) return same;
  const inOrder = [...known].toSorted(([a], [b]) => b.length - a.length);
  const shallower = inOrder.find(([old]) => indent.startsWith(old));
  if (shallower !== undefined) return shallower[1] + toTabs(indent.slice(shallower[0].length));
  const deeper = inOrder.findLast(([old]) => old.startsWith(indent));
  if (deeper === undefined) return indent;
  const less = toTabs(deeper[0].slice(indent.length));
  return deeper[1].endsWith(less) ? deeper[1].slice(0, deeper[1].length - less.length) : indent;
};

const spacesToTabs = (lines: readonly string[]): ((indent: string) => string) => {
  const widths = lines.map((line) => (/^ +/.exec(line)?.[0] ?? '').length).filter((width) => width > 0);
  const level = Math.max(2, widths.reduce(greatestCommonDivisor, 0));
  return (indent) => (/^ +$/.test(indent) ? '\t'.repeat(Math.ceil(indent.length / level)) : indent);
};

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
