// Deny rules: paths that are never read, listed, searched or written.
import { homedir } from 'node:os';
import { isAbsolute, sep } from 'node:path';
import { isInside } from '@mcp/directories';
import { Scope, type ScopeRules, foldName } from '@mcp/files';
import { GlobSet, type GlobState } from '../glob.ts';

/**
 * Compiled deny globs. A glob that starts with a slash or `~/` is matched against absolute paths, others at any depth
 * below each base. A match denies everything below it. Case and different Unicode spellings are ignored.
 */
export class DenyRules {
  readonly #rules: readonly Rule[];

  /**
   * `bases` are the directories that relative globs apply to. @throws {FileError} `invalid_glob` for an invalid glob.
   */
  constructor(globs: readonly string[], bases: readonly string[]) {
    const absolute = compile(globs.filter(isAbsoluteGlob).map(fromTop));
    const relative = compile(globs.filter((glob) => !isAbsoluteGlob(glob)).map(anywhere));
    this.#rules = [
      ...absolute.map((set) => ({ base: '', globs: set, state: set.start })),
      ...bases.flatMap((base) => relative.map((set) => ({ base, globs: set, state: set.start }))),
    ];
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether an absolute path or one of its parents is denied. */
  denies(path: string): boolean {
    return this.#statesAt(path) === undefined;
  }

  /** Returns a check for the entries of a directory, whose path is matched only once. */
  within(directory: string): (name: string) => boolean {
    const states = this.#statesAt(directory);
    return (name) => states?.some(({ globs, state }) => globs.matches(state, name)) ?? true;
  }

  /** Returns the states of the rules at a path; undefined if a glob matches on the way. */
  #statesAt(path: string): Rule[] | undefined {
    const states: Rule[] = [];
    for (const rule of this.#rules) {
      if (rule.base !== '' && !isInside(rule.base, path)) continue;
      const state = followPath(rule.globs, path.slice(rule.base.length));
      if (state === undefined) return undefined;
      states.push({ ...rule, state });
    }
    return states;
  }
}

/** Globs, the directory that they apply to ('' for the whole file system), and their state there. */
interface Rule {
  readonly base: string;
  readonly globs: GlobSet;
  readonly state: GlobState;
}

/** Returns the state at the end of a path; undefined if the path or a parent matches. */
const followPath = (globs: GlobSet, path: string): GlobState | undefined => {
  let state = globs.start;
  for (const name of path.split(sep)) {
    if (name === '') continue;
    if (globs.matches(state, name)) return undefined;
    state = globs.enter(state, name);
  }
  return state;
};

/** Whether a glob is matched against absolute paths. */
export const isAbsoluteGlob = (glob: string): boolean => isAbsolute(glob) || glob.startsWith('~/');

const fromTop = (glob: string): string => expandHomeGlob(glob).replace(/^\/+/, '');

/** Expands `~/` to the home directory. Separates names by slashes, also on Windows. */
export const expandHomeGlob = (glob: string): string =>
  glob.startsWith('~/') ? `${homedir().split(sep).join('/')}${glob.slice(1)}` : glob;

const anywhere = (glob: string): string => `**/${glob.replace(/^(?:\.?\/+)+/, '')}`;

// Folding breaks ranges like [Z-a], so the glob as written applies too.
const compile = (globs: readonly string[]): GlobSet[] => {
  const written = globs.filter((glob) => foldName(glob) !== glob);
  return [
    ...(globs.length > 0 ? [new GlobSet(globs, foldName)] : []),
    ...(written.length > 0 ? [new GlobSet(written)] : []),
  ];
};

/** Creates the scope for rules with deny globs. @throws {FileError} as `DenyRules`. */
export const createScope = (rules: ScopeRules): Scope =>
  new Scope(rules, new DenyRules(rules.deny, rules.denyBases));
