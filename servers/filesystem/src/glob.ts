// Globs, matched name by name: a path is never gone through twice, whatever the pattern is.
//
// `*` and `?` match within a name, `**` any number of directories, `[a-z]` one character, `{a,b}` and `{1..9}` either.
// Names with a leading dot are not special. picomatch translates what stands in one name.
import picomatch from 'picomatch';
import { FileError } from './failure.ts';

/** How the names of a pattern are compared: as they are, or after a function has taken away what does not count. */
export type Fold = (name: string) => string;

/** Where a path has come to in its globs: positions in their steps. Empty when nothing below can match. */
export type GlobState = readonly number[];

/** One name of a pattern, any number of directories, or the end of a pattern. */
type Step = RegExp | '**' | 'end';

/** Longer patterns of a client are refused: their only use is to be slow. */
export const MAX_GLOB_LENGTH = 200;
/** Braces that contain a slash are written out as so many patterns at most. */
const MAX_PATTERNS = 100;
const MAX_RANGE_VALUES = 1000;

/** Several globs that are matched together. */
export class GlobSet {
  /** The state of the directory that paths are relative to. */
  readonly start: GlobState;
  readonly #steps: readonly Step[];
  readonly #fold: Fold | undefined;

  /** With `isSmart`, an all-lower-case pattern ignores case. @throws {FileError} `invalid_glob` for an unusable pattern. */
  constructor(patterns: readonly string[], fold?: Fold, isSmart = false) {
    const steps: Step[] = [];
    const starts: number[] = [];
    for (const pattern of patterns) {
      checkPattern(pattern);
      const flags = isSmart && pattern === pattern.toLowerCase() ? 'i' : '';
      for (const expanded of expandSlashes(fold?.(pattern) ?? pattern, pattern)) {
        starts.push(steps.length);
        steps.push(...toSteps(expanded, pattern, flags), 'end');
      }
    }
    this.#steps = steps;
    this.#fold = fold;
    this.start = this.#closure(starts);
  }

  /** The state of the directory with this name. */
  enter(state: GlobState, name: string): GlobState {
    return this.#closure(this.#next(state, this.#fold?.(name) ?? name));
  }

  /** Whether an entry with this name matches. */
  matches(state: GlobState, name: string): boolean {
    if (state.length === 0) return false;
    const folded = this.#fold?.(name) ?? name;
    return state.some((at) => this.#steps[at + 1] === 'end' && isMatch(this.#steps[at], folded));
  }

  /** Whether everything below matches. */
  isEverything(state: GlobState): boolean {
    return state.some((at) => this.#steps[at] === '**' && this.#steps[at + 1] === 'end');
  }

  #next(state: GlobState, name: string): number[] {
    const next: number[] = [];
    for (const at of state) {
      if (this.#steps[at] === '**') next.push(at);
      else if (isMatch(this.#steps[at], name)) next.push(at + 1);
    }
    return next;
  }

  /** `**` may also stand for no directory, but not at the end. */
  #closure(positions: readonly number[]): GlobState {
    const all = new Set(positions);
    // A set visits what is added while it is iterated.
    for (const at of all) if (this.#steps[at] === '**' && this.#steps[at + 1] !== 'end') all.add(at + 1);
    return [...all].filter((at) => this.#steps[at] !== 'end');
  }
}

const isMatch = (step: Step | undefined, name: string): boolean =>
  step === '**' || (step instanceof RegExp && step.test(name));

/**
 * Checks globs of a client: an empty one would match nothing, or everything.
 *
 * @throws {FileError} `invalid_glob`.
 */
const checkGlobs = (patterns: readonly string[]): void => {
  for (const { length } of patterns) {
    if (length === 0) throw invalid('A glob is empty. Leave it out, or give one like **/*.md.');
    if (length > MAX_GLOB_LENGTH)
      throw invalid(`A glob of ${length} characters is too long. The limit is ${MAX_GLOB_LENGTH}.`);
  }
};

/**
 * Compiles globs of a client by the one rule for all tools: without a slash a glob matches at any depth (`/*.md` only
 * directly in the start), and one in lower case ignores case.
 *
 * @throws {FileError} `invalid_glob`.
 */
export const toGlobSet = (patterns: readonly string[]): GlobSet => {
  checkGlobs(patterns);
  // A glob that begins with "!" is refused, and the error shows it as it was given.
  const anywhere = patterns.map((glob) => (/^!|\/./.test(glob) ? glob : `**/${glob}`));
  return new GlobSet(anywhere, undefined, true);
};

const invalid = (message: string): FileError => new FileError('invalid_glob', message);

const checkPattern = (pattern: string): void => {
  if (pattern.startsWith('!'))
    throw invalid(
      `The glob ${pattern} begins with "!". Give it in excludePatterns without "!"; for a name that begins with ` +
        '"!", write "\\!".',
    );
  if (/(?<!\\)!\(/.test(pattern))
    throw invalid(
      `The glob ${pattern} contains "!(…)". Use excludePatterns instead; for the characters, write "\\!(".`,
    );
};

/** Characters, escapes and classes. */
const TOKENS = /\\.|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[^]/gu;

/** The parts of a pattern between separators that are not in braces or classes. */
const split = (pattern: string, separator: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const [token] of pattern.matchAll(TOKENS)) {
    if (token === '{') depth++;
    if (token === '}' && depth > 0) depth--;
    if (token === separator && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts;
};

/** `{a,b/c}` as `a` and `b/c`: a brace that goes over several names cannot be matched name by name. */
const expandSlashes = (pattern: string, given: string): string[] => {
  const open = [pattern];
  const done: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = findGroupWithSlash(next);
    if (group === undefined) done.push(next);
    else open.push(...split(group.inner, ',').map((inner) => `${group.before}${inner}${group.after}`));
    if (open.length + done.length > MAX_PATTERNS)
      throw invalid(
        `The glob ${given} has too many alternatives with a slash. Search several times instead.`,
      );
  }
  return done;
};

const findGroupWithSlash = (
  pattern: string,
): { readonly before: string; readonly inner: string; readonly after: string } | undefined => {
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKENS)) {
    if (token === '{' && depth++ === 0) start = index;
    if (token !== '}' || depth === 0 || --depth > 0) continue;
    const inner = pattern.slice(start + 1, index);
    if (inner.includes('/'))
      return { before: pattern.slice(0, start), inner, after: pattern.slice(index + 1) };
  }
  return undefined;
};

/** A leading `./`, empty names and a trailing slash say nothing about a path. */
const toSteps = (pattern: string, given: string, flags: string): Step[] => {
  const steps: Step[] = [];
  for (const name of split(pattern, '/')) {
    if (name === '' || (name === '.' && steps.length === 0)) continue;
    if (name !== '**') steps.push(toRegex(name, given, flags));
    else if (steps.at(-1) !== '**') steps.push('**');
  }
  // Nothing has an empty path.
  return steps.length > 0 ? steps : [/^\b\B/];
};

const OPTIONS: picomatch.PicomatchOptions = {
  dot: true,
  posix: true,
  noextglob: true,
  nonegate: true,
  contains: true,
  debug: true,
  expandRange: (from, to) => toAlternatives(from, to),
};

const toRegex = (name: string, given: string, flags: string): RegExp => {
  const parts = split(name.replaceAll(/(?<!\\)\*+/g, '*'), '*');
  const middle = parts.slice(1, -1);
  try {
    // What comes after a star is searched for once, and never looked for further on: with ten stars a long name would
    // take minutes. Alternatives may need that second look.
    const source = middle.some((part) => part.includes('{'))
      ? toSource(name)
      : [
          toSource(parts[0] ?? ''),
          ...middle.map((part, i) => `(?=([^]*?${toSource(part)}))\\${i + 1}`),
          ...(parts.length > 1 ? [`[^]*${toSource(parts.at(-1) ?? '')}`] : []),
        ].join('');
    return new RegExp(`^(?:${source})$`, flags);
  } catch (error) {
    throw new FileError('invalid_glob', `The glob ${given} has a brace that is not closed.`, {
      hint: 'Write a backslash before a brace that stands for itself.',
      cause: error,
    });
  }
};

/** The part of a regular expression for a part of a name. Its groups capture nothing. */
const toSource = (part: string): string => {
  if (part === '') return '';
  const plain = part.replaceAll(TOKENS, (token) => {
    // Groups and repetitions are none in names, nor is a backslash at the end an escape.
    if (/^[()|+"@\\]$/.test(token)) return `\\${token}`;
    // A range in the wrong order holds nothing but its beginning.
    return token.startsWith('[')
      ? token.replaceAll(/([^])-([^\]])/gu, (range, from: string, to: string) => (from <= to ? range : from))
      : token;
  });
  return picomatch.makeRe(plain, OPTIONS).source.replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
};

/** `1..9` as alternatives. A range that is too long, or none, stands for itself. */
const toAlternatives = (from: string, to: string): string => {
  const isNumbers = /^\d{1,9}$/.test(from) && /^\d{1,9}$/.test(to);
  const [first, last] = [from, to].map((bound) => (isNumbers ? Number(bound) : bound.charCodeAt(0)));
  const count = Math.abs((last ?? 0) - (first ?? 0)) + 1;
  if ((!isNumbers && from.length + to.length !== 2) || count > MAX_RANGE_VALUES)
    return `\\{${from}\\.\\.${to}\\}`;
  const lowest = Math.min(first ?? 0, last ?? 0);
  const width = isNumbers && /^0\d/.test(from) ? from.length : 0;
  const values = Array.from({ length: count }, (_, i) => lowest + i);
  return `(${values.map((value) => (isNumbers ? String(value).padStart(width, '0') : `\\x${value.toString(16)}`)).join('|')})`;
};
