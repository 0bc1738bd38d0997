// Where hunks belong when others of their diff are left out. Git looks for a hunk first where its new lines begin, and then takes
// the nearest lines that fit: in a file that repeats itself those are others.

const HUNK = /^@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@/;

/** The patch, with line numbers as if it had never had other hunks. `reverse`: for taking it out again. */
export const placeHunks = (patch: string, reverse: boolean): string => {
  const lines = patch.split('\n');
  // How many lines the hunks before have added to the file.
  let shift = 0;
  return lines
    .map((line, at) => {
      const isHeader = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
      if (line.startsWith('diff --git ') || isHeader) shift = 0;
      const hunk = HUNK.exec(line);
      if (hunk !== null) return place(line, hunk, { shift, reverse });
      // The two lines of a header cancel each other out.
      if (line.startsWith('+')) shift += 1;
      if (line.startsWith('-')) shift -= 1;
      return line;
    })
    .join('\n');
};

interface Where {
  readonly shift: number;
  readonly reverse: boolean;
}

const place = (line: string, hunk: readonly string[], { shift, reverse }: Where): string => {
  const [title = '', before = '', beforeCount = '', after = '', afterCount = ''] = hunk;
  // A side without lines begins at 0, and is the only one of its file.
  if (beforeCount === ',0' || afterCount === ',0') return line;
  const [from, to] = reverse
    ? [Number(after) - shift, Number(after)]
    : [Number(before), Number(before) + shift];
  return `@@ -${from}${beforeCount} +${to}${afterCount} @@${line.slice(title.length)}`;
};
