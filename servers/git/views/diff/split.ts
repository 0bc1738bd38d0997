// splitHunks: splits the patch of a file so that each hunk can be staged.

/** The hunks of a file. */
export interface FileHunks {
  /** Header that makes a hunk a patch. */
  readonly head: string;
  /** Hunks as text, starting at `@@`. */
  readonly hunks: readonly string[];
  /** Whether hunks cannot be taken singly. */
  readonly isWhole: boolean;
}

/** Splits a patch. If it `isCut`, the incomplete last hunk is left out. */
export const splitHunks = (patch: string, isCut = false): FileHunks => {
  const [top = '', ...found] = patch.split(/^(?=@@ )/m);
  const hunks = isCut ? found.slice(0, -1) : found;
  const head = top.match(/^(?:diff --git|---|\+\+\+) .*\n/gm)?.join('') ?? '';
  return { head, hunks, isWhole: hunks.length === 0 || WHOLE.test(top) };
};

/** Matches new, deleted and type-changed files, links and submodules. */
const WHOLE = /^(?:(?:new|deleted) file mode|index .* 1[26]0000$)/m;
