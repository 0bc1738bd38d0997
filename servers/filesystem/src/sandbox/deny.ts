// Deny rules: what is never read, listed, searched or written, wherever it lies in the allowed directories.
import { homedir } from 'node:os';
import { isAbsolute, sep } from 'node:path';
import { isInside } from '@mcp/directories';
import { Scope, type ScopeRules, foldName } from '@mcp/files';
import { GlobSet, type GlobState } from '../glob.ts';

/**
 * Compiled deny globs. One that begins with a slash or `~/` is compared with whole paths, others with what is below
 * each base, at any depth. What a glob matches is denied with everything below it. Upper and lower case, and different
 * Unicode spellings, are the same.
 */
export class DenyRules {
  readonly #rules: readonly Rule[];

  /**
   * `bases` are the directories below which relative globs look. @throws {FileError} `invalid_glob` for one that
   * cannot be used.
   */
  constructor(globs: readonly string[], bases: readonly string[]) {
    const absolute = compile(globs.filter(isAbsoluteGlob).map(fromTop));
    const relative = compile(globs.filter((glob) => !isAbsoluteGlob(glob)).map(anywhere));
    this.#rules = [
      ...absolute.map((set) => ({ base: '', globs: set, state: set.start })),
      ...bases.flatMap((base) => relative.map((set) => ({ base, globs: set, state: set.start }))),
    ];
  }

  /** Whether there are no rules at all. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether an absolute path, or a directory above it, is denied. */
  denies(path: string): boolean {
    return this.#statesAt(path) === undefined;
  }

  /** The entries of a directory: its path is matched only once, whatever the number of entries. */
  within(directory: string): (name: string) => boolean {
    const states = this.#statesAt(directory);
    return (name) => states?.some(({ globs, state }) => globs.matches(state, name)) ?? true;
  }

  /** The rules at a path, as far as they have come; undefined when a glob matches on the way. */
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

/** Globs, the directory below which they look ('' for the whole file system), and how far they have come. */
interface Rule {
  readonly base: string;
  readonly globs: GlobSet;
  readonly state: GlobState;
}

/** The state at the end of a path; undefined when the path or the beginning of it matches. */
const followPath = (globs: GlobSet, path: string): GlobState | undefined => {
  let state = globs.start;
  for (const name of path.split(sep)) {
    if (name === '') continue;
    if (globs.matches(state, name)) return undefined;
    state = globs.enter(state, name);
  }
  return state;
};

/** Whether a glob is compared with whole paths. */
export const isAbsoluteGlob = (glob: string): boolean => isAbsolute(glob) || glob.startsWith('~/');

const fromTop = (glob: string): string => expandHomeGlob(glob).replace(/^\/+/, '');

/** A glob with the home directory for its `~/`. Between names it has slashes, on Windows too. */
export const expandHomeGlob = (glob: string): string =>
  glob.startsWith('~/') ? `${homedir().split(sep).join('/')}${glob.slice(1)}` : glob;

const anywhere = (glob: string): string => `**/${glob.replace(/^(?:\.?\/+)+/, '')}`;

// A range like [Z-a] loses its meaning when it is folded, so the glob as it was written counts too.
const compile = (globs: readonly string[]): GlobSet[] => {
  const written = globs.filter((glob) => foldName(glob) !== glob);
  return [
    ...(globs.length > 0 ? [new GlobSet(globs, foldName)] : []),
    ...(written.length > 0 ? [new GlobSet(written)] : []),
  ];
};

/** The scope for rules, of which the patterns are deny globs. @throws {FileError} as `DenyRules`. */
export const createScope = (rules: ScopeRules): Scope =>
  new Scope(rules, new DenyRules(rules.deny, rules.denyBases));
