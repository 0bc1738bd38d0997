// A patch of one file in hunks, of which each is a patch with the head.

/** The changes of a file. */
export interface FileHunks {
  /** The lines by which git finds the file. */
  readonly head: string;
  /** Their lines, from `@@` on. */
  readonly hunks: readonly string[];
  /** There is no single hunk to take. */
  readonly isWhole: boolean;
}

/** Splits it. The end of the last hunk is missing if the patch `isCut`: it is left out. */
export const splitHunks = (patch: string, isCut = false): FileHunks => {
  const [top = '', ...found] = patch.split(/^(?=@@ )/m);
  const hunks = isCut ? found.slice(0, -1) : found;
  const head = top.match(/^(?:diff --git|---|\+\+\+) .*\n/gm)?.join('') ?? '';
  return { head, hunks, isWhole: hunks.length === 0 || WHOLE.test(top) };
};

/** New and deleted files, and those of another type; links and submodules. */
const WHOLE = /^(?:(?:new|deleted) file mode|index .* 1[26]0000$)/m;
