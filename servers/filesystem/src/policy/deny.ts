// Deny rules: what is never read, listed, searched or written, wherever it lies in the allowed directories.
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';
import { Glob } from '../glob.ts';
import { isInside } from './allowed-directory.ts';
import { foldName } from './fold-name.ts';

type State = Glob['start'];

/** One glob, in the spelling of names that it is compared with. */
interface Rule {
  readonly glob: Glob;
  readonly isFolded: boolean;
}

/** Says of an entry of one directory whether it is denied. */
export type IsDenied = (name: string) => boolean;

const NOTHING_DENIED: IsDenied = () => false;

/**
 * Compiled deny globs. One that begins with a slash or `~/` is compared with whole paths, others with what is below
 * each base, at any depth. What a glob matches is denied with everything below it. Upper and lower case, and different
 * Unicode spellings, are the same.
 */
export class DenyRules {
  readonly #bases: readonly string[];
  readonly #absolute: readonly Rule[];
  readonly #relative: readonly Rule[];

  /** `bases` are the directories below which relative globs look. */
  constructor(globs: readonly string[], bases: readonly string[]) {
    this.#bases = bases;
    this.#absolute = globs.filter(isAbsoluteGlob).flatMap((glob) => toRules(fromTop(glob)));
    this.#relative = globs.filter((glob) => !isAbsoluteGlob(glob)).flatMap((glob) => toRules(anywhere(glob)));
  }

  /** Whether there are no rules at all. */
  get isEmpty(): boolean {
    return this.#absolute.length === 0 && this.#relative.length === 0;
  }

  /** Whether an absolute path, or a directory above it, is denied. */
  denies(path: string): boolean {
    return this.#cursorsAt(path) === undefined;
  }

  /** The entries of a directory: its path is matched only once, whatever the number of entries. */
  within(directory: string): IsDenied {
    if (this.isEmpty) return NOTHING_DENIED;
    const cursors = this.#cursorsAt(directory);
    if (cursors === undefined) return () => true;
    return (name) => cursors.some((cursor) => advance(cursor, name).isMatch);
  }

  /** Where each rule has come to before the entries of a path; undefined when one of them matches on the way. */
  #cursorsAt(path: string): Cursor[] | undefined {
    const found: Cursor[] = [];
    const follow = (rules: readonly Rule[], segments: readonly string[]): boolean =>
      rules.every((rule) => {
        const cursor = followPath(rule, segments);
        if (cursor !== undefined) found.push(cursor);
        return cursor !== undefined;
      });
    if (this.#absolute.length > 0 && !follow(this.#absolute, split(path))) return undefined;
    if (this.#relative.length === 0) return found;
    for (const base of this.#bases) {
      if (!isInside(base, path)) continue;
      if (!follow(this.#relative, split(relative(base, path)))) return undefined;
    }
    return found;
  }
}

/** A rule, and how far it has come: the next name is compared from there on. */
interface Cursor {
  readonly rule: Rule;
  readonly state: State;
}

const split = (path: string): string[] => path.split(sep).filter((segment) => segment !== '');

const advance = ({ rule, state }: Cursor, name: string): State =>
  rule.glob.advance(state, rule.isFolded ? foldName(name) : name);

/** Undefined when the rule matches the path or the beginning of it. */
const followPath = (rule: Rule, segments: readonly string[]): Cursor | undefined => {
  let state: State = rule.glob.start;
  for (const segment of segments) {
    const next = advance({ rule, state }, segment);
    if (next.isMatch) return undefined;
    state = rule.glob.advance(next, '/');
  }
  return { rule, state };
};

/** Whether a glob is compared with whole paths. */
export const isAbsoluteGlob = (glob: string): boolean => isAbsolute(glob) || glob.startsWith('~/');

const fromTop = (glob: string): string =>
  (glob.startsWith('~/') ? `${homedir()}${glob.slice(1)}` : glob).replace(/^\/+/, '');

const anywhere = (glob: string): string => `**/${glob.replace(/^(?:\.?\/+)+/, '')}`;

// A range like [Z-a] loses its meaning when it is folded, so the glob as it was written counts too.
const toRules = (glob: string): Rule[] => {
  const folded = foldName(glob);
  const rules = [{ glob: new Glob(folded), isFolded: true }];
  return folded === glob ? rules : [...rules, { glob: new Glob(glob), isFolded: false }];
};
