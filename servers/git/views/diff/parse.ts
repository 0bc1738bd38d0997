// Patch parser: reads git's output into files, hunks and lines.

/** A line of a hunk. */
export interface Line {
  /** Empty for an unchanged line. */
  readonly kind: 'deleted' | 'added' | '';
  readonly text: string;
  /** Line number on each side that has it, from 1. */
  readonly before?: number;
  readonly after?: number;
  /** Whether it is the last line and has no line break. */
  readonly isOpen: boolean;
}

/** A group of nearby changes. */
export interface Hunk {
  /** The line that starts with `@@`. */
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The changes of one file. */
export interface FileDiff {
  readonly name: string;
  /** Other facts that git reports: a new mode, a new name, that the file is binary. */
  readonly remarks: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly deleted: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** A parsed patch. */
export interface Parsed {
  /** Text before the first file. All of it for a merge or a list of files. */
  readonly rest: string;
  readonly files: readonly FileDiff[];
}

/** Parses the files of a patch. A list of files or a merge has none. */
export const parsePatch = (text: string): Parsed => {
  const isMerge = /^diff --(?:cc|combined) /m.test(text);
  const parts = isMerge ? [text] : text.split(/^(?=diff --git )/m);
  const rest = parts[0]?.startsWith('diff --git ') === true ? '' : (parts.shift() ?? '');
  return { rest, files: parts.map(parseFile) };
};

const parseFile = (part: string): FileDiff => {
  const [top = '', ...found] = part.split(/^(?=@@ )/m);
  const head = top.split('\n');
  const hunks = found.map(parseHunk);
  const count = (kind: Line['kind']): number =>
    hunks.reduce((sum, { lines: all }) => sum + all.filter((line) => line.kind === kind).length, 0);
  return {
    name: nameIn(head),
    remarks: head.slice(1).filter((line) => line !== '' && !/^(?:---|\+\+\+|index) /.test(line)),
    hunks,
    added: count('added'),
    deleted: count('deleted'),
  };
};

/** Finds the file name. Git puts a tab after a name with a space. */
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

const KINDS: { readonly [sign: string]: Line['kind'] } = { '-': 'deleted', '+': 'added', ' ': '' };

/** Parses one hunk, starting at `@@`. */
export const parseHunk = (hunk: string): Hunk => {
  const [title = '', ...body] = hunk.split('\n');
  const [before = 1, after = 1] = (HUNK.exec(title) ?? []).slice(1).map(Number);
  const next = { before, after };
  const lines = body.flatMap((line, at): Line[] => {
    const kind = KINDS[line.slice(0, 1)];
    if (kind === undefined) return [];
    return [
      {
        kind,
        text: line.slice(1),
        ...(kind !== 'added' && { before: next.before++ }),
        ...(kind !== 'deleted' && { after: next.after++ }),
        // `\ No newline at end of file`
        isOpen: body[at + 1]?.startsWith('\\') === true,
      },
    ];
  });
  return { title, lines };
};
