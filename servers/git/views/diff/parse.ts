// A patch, as git prints it, as files, hunks and rows of two sides.

/** A line of one side. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly isChanged: boolean;
  /** It is the last one, and no line break follows it. */
  readonly isOpen?: true;
}

/** A row: what stands beside each other. A side without a line is empty. */
export interface Row {
  readonly before?: Line;
  readonly after?: Line;
}

/** Changes that lie together. */
export interface Hunk {
  /** The line that git begins it with. */
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The changes of one file. */
export interface FileDiff {
  readonly name: string;
  /** What git says of it beside lines: a new mode, a new name, that it is binary. */
  readonly remarks: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly deleted: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** A text that holds a patch. */
export interface Parsed {
  /** What stands before the first file: all of a text that is not a patch of two sides. */
  readonly rest: string;
  readonly files: readonly FileDiff[];
}

/** Finds the files of a patch. A list of files and a merge have none. */
export const parsePatch = (text: string): Parsed => {
  const isMerge = /^diff --(?:cc|combined) /m.test(text);
  const parts = isMerge ? [text] : text.split(/^(?=diff --git )/m);
  const rest = parts[0]?.startsWith('diff --git ') === true ? '' : (parts.shift() ?? '');
  return { rest, files: parts.map((part) => parseFile(part.split('\n'))) };
};

const parseFile = (lines: readonly string[]): FileDiff => {
  const first = lines.findIndex((line) => HUNK.test(line));
  const head = first === -1 ? lines : lines.slice(0, first);
  const hunks = first === -1 ? [] : parseHunks(lines.slice(first));
  const rows = hunks.flatMap((hunk) => hunk.rows);
  return {
    name: nameIn(head),
    remarks: head.slice(1).filter((line) => line !== '' && !/^(?:---|\+\+\+|index) /.test(line)),
    hunks,
    added: rows.filter(({ after }) => after?.isChanged === true).length,
    deleted: rows.filter(({ before }) => before?.isChanged === true).length,
  };
};

/** A name with a space has a tab behind it. */
const nameIn = (head: readonly string[]): string => {
  const sideOf = (mark: string): string | undefined =>
    head
      .find((line) => line.startsWith(`${mark} `))
      ?.slice(mark.length + 1)
      .replace(/\t$/, '');
  const side = [sideOf('+++'), sideOf('---')].find((name) => name !== undefined && name !== '/dev/null');
  if (side !== undefined) return side.replace(/^("?)[ab]\//, '$1');
  return (head[0] ?? '').slice('diff --git '.length);
};

const parseHunks = (lines: readonly string[]): Hunk[] => {
  const starts = lines.flatMap((line, at) => (HUNK.test(line) ? [at] : []));
  return starts.map((start, at) => parseHunk(lines.slice(start, starts[at + 1])));
};

/** The lines of one hunk, from `@@` on. */
export const parseHunk = ([title = '', ...body]: readonly string[]): Hunk => {
  const [, before = '1', after = '1'] = HUNK.exec(title) ?? [];
  return { title, rows: toRows(body, Number(before), Number(after)) };
};

/** Deleted lines stand beside the added ones that follow them. */
const toRows = (body: readonly string[], firstBefore: number, firstAfter: number): Row[] => {
  const rows: Row[] = [];
  let [nextBefore, nextAfter] = [firstBefore, firstAfter];
  let deleted: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(deleted.length, added.length); at++) {
      const [before, after] = [deleted[at], added[at]];
      rows.push({ ...(before && { before }), ...(after && { after }) });
    }
    [deleted, added] = [[], []];
  };
  for (const [at, line] of body.entries()) {
    const of = {
      text: line.slice(1),
      isChanged: !line.startsWith(' '),
      // `\ No newline at end of file`
      ...(body[at + 1]?.startsWith('\\') === true ? { isOpen: true as const } : {}),
    };
    if (line.startsWith('-')) deleted.push({ number: nextBefore++, ...of });
    else if (line.startsWith('+')) added.push({ number: nextAfter++, ...of });
    else if (line.startsWith(' ')) {
      flush();
      rows.push({ before: { number: nextBefore++, ...of }, after: { number: nextAfter++, ...of } });
    }
  }
  flush();
  return rows;
};
