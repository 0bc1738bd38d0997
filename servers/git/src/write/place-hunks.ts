// Hunk positions: corrects the line numbers of hunks whose neighbors are left out. Git tries the given line first and
// then the nearest match, which is the wrong one in a file that repeats itself.

const HUNK = /^@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@/;

/** Returns the patch with line numbers as if it had no other hunks. `reverse` is for unstaging. */
export const placeHunks = (patch: string, reverse: boolean): string => {
  const lines = patch.split('\n');
  // How many lines the earlier hunks add to the file.
  let shift = 0;
  const place = (line: string, at: number): string => {
    const isHeader = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
    if (line.startsWith('diff --git ') || isHeader) shift = 0;
    const [title, before = '', beforeCount = '', after = '', afterCount = ''] = HUNK.exec(line) ?? [];
    // The two lines of a header cancel each other out.
    if (line.startsWith('+')) shift += 1;
    if (line.startsWith('-')) shift -= 1;
    // A side without lines begins at 0, and is the only one of its file.
    if (title === undefined || beforeCount === ',0' || afterCount === ',0') return line;
    const from = reverse ? Number(after) - shift : Number(before);
    const to = reverse ? Number(after) : Number(before) + shift;
    return `@@ -${from}${beforeCount} +${to}${afterCount} @@${line.slice(title.length)}`;
  };
  return lines.map(place).join('\n');
};
