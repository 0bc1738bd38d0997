// Gives new lines the indentation of the lines that they replace.

/** What replaces what. All without line breaks. */
export interface Replacement {
  /** The lines as the caller wrote them, which were found with other white space around them. */
  readonly oldLines: readonly string[];
  /** The lines of the file that were found. */
  readonly fileLines: readonly string[];
  readonly newLines: readonly string[];
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/**
 * The new lines, indented as the file is: where the caller wrote an indentation that the old lines have, with that of
 * the file at the same place; where it is deeper or less deep, by as much.
 */
export const reindent = ({ oldLines, fileLines, newLines }: Replacement): string[] => {
  const known = new Map<string, string>();
  for (const [i, line] of oldLines.entries()) {
    if (line.trim() !== '' && !known.has(indentOf(line)))
      known.set(indentOf(line), indentOf(fileLines[i] ?? ''));
  }
  // The first line begins where the old one did, whatever the caller wrote before it.
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

/** What the file has behind lines that the caller wrote without: two blanks are a line break in Markdown. */
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

/** For a file with tabs and a caller who wrote spaces: as many spaces as one level has become a tab. */
const spacesToTabs = (lines: readonly string[]): ((indent: string) => string) => {
  const widths = lines.map((line) => (/^ +/.exec(line)?.[0] ?? '').length).filter((width) => width > 0);
  const level = Math.max(2, widths.reduce(greatestCommonDivisor, 0));
  return (indent) => (/^ +$/.test(indent) ? '\t'.repeat(Math.ceil(indent.length / level)) : indent);
};

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
