// One .gitignore: which paths below its directory git leaves out. All its lines are matched in one pass.
import { GlobSet, type GlobState } from '../glob.ts';

interface Rule {
  /** For the matcher, relative to the directory of the file. */
  readonly glob: string;
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
}

/** As many are used: a larger file is no list that a person wrote, and would slow the walk down. */
const MAX_RULES = 2000;

/** A parsed .gitignore. */
export class IgnoreFile {
  readonly #rules: readonly Rule[];
  readonly #globs: GlobSet;

  constructor(text: string) {
    this.#rules = text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, MAX_RULES)
      .flatMap(parseRule);
    this.#globs = new GlobSet(
      this.#rules.map(({ glob }) => glob),
      { syntax: 'gitignore' },
    );
  }

  /** Where paths in the directory of the file begin. */
  get start(): GlobState {
    return this.#globs.start;
  }

  /** The state after more of the path. */
  advance(state: GlobState, text: string): GlobState {
    return this.#globs.advance(state, text);
  }

  /** Whether the path so far is left out; undefined when the file does not say. The last line that matches decides. */
  isIgnored({ matching }: GlobState, isDirectory: boolean): boolean | undefined {
    for (let i = matching.length - 1; i >= 0; i--) {
      const rule = this.#rules[matching[i] ?? 0];
      if (rule !== undefined && (isDirectory || !rule.isDirectoryOnly)) return !rule.isNegated;
    }
    return undefined;
  }
}

const parseRule = (line: string): Rule[] => {
  if (line.startsWith('#')) return [];
  const trimmed = trimEnd(line);
  const isNegated = trimmed.startsWith('!');
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const isDirectoryOnly = pattern.endsWith('/');
  const path = isDirectoryOnly ? pattern.slice(0, -1) : pattern;
  if (path === '') return [];
  // A slash at the beginning or in the middle ties the pattern to the directory of the file.
  const glob = path.includes('/') ? path.replace(/^\//, '') : `**/${path}`;
  return [{ glob, isNegated, isDirectoryOnly }];
};

// Spaces at the end do not count, except one with a backslash before it.
const trimEnd = (line: string): string => {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
};

const isEscaped = (line: string, at: number): boolean => {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
};
