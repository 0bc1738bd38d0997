// Globs, matched name by name, so that each path is read once whatever the pattern is.
//
// `*` and `?` match within a name, `**` matches any number of directories, `[a-z]` one character, `{a,b}` either text.
// A leading dot is not special. Braces are expanded here; picomatch translates the parts of a name between stars. On a
// whole name with ten stars picomatch takes minutes, and the package `braces` has no limit on its output.
import picomatch from 'picomatch';
import { FileError } from '@mcp/files';

/** Maps equivalent names to one spelling. */
type Fold = (name: string) => string;

/** The positions in the steps of the globs that a path has reached. Empty if nothing below can match. */
export type GlobState = readonly number[];

/** Matches one name or any number of directories, or ends a pattern. */
type Step = RegExp | '**' | 'end';

/** Longer patterns from a client are refused, because their only use is to be slow. */
const MAX_GLOB_LENGTH = 200;
/** Maximum number of patterns that the braces of one pattern may expand to. */
const MAX_PATTERNS = 1000;

/** Globs that are matched together. */
export class GlobSet {
  /** The state of the directory that paths are relative to. */
  readonly start: GlobState;
  readonly #steps: readonly Step[];
  readonly #fold: Fold | undefined;

  /**
   * With `isSmart`, an all-lower-case pattern ignores case. @throws {FileError} `invalid_glob` for an invalid pattern.
   */
  constructor(patterns: readonly string[], fold?: Fold, isSmart = false) {
    const steps: Step[] = [];
    const starts: number[] = [];
    for (const pattern of patterns) {
      checkPattern(pattern);
      const flags = isSmart && pattern === pattern.toLowerCase() ? 'i' : '';
      for (const path of toPaths(fold?.(pattern) ?? pattern, pattern, flags)) {
        starts.push(steps.length);
        steps.push(...path, 'end');
      }
    }
    this.#steps = steps;
    this.#fold = fold;
    this.start = this.#closure(starts);
  }

  enter(state: GlobState, name: string): GlobState {
    return this.#closure(this.#next(state, this.#fold?.(name) ?? name));
  }

  matches(state: GlobState, name: string): boolean {
    if (state.length === 0) return false;
    const folded = this.#fold?.(name) ?? name;
    return state.some((at) => this.#steps[at + 1] === 'end' && isMatch(this.#steps[at], folded));
  }

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

  /** `**` also matches no directory at all, except at the end. */
  #closure(positions: readonly number[]): GlobState {
    const all = new Set(positions);
    // A set also visits elements that are added during the iteration.
    for (const at of all) if (this.#steps[at] === '**' && this.#steps[at + 1] !== 'end') all.add(at + 1);
    return [...all].filter((at) => this.#steps[at] !== 'end');
  }
}

const isMatch = (step: Step | undefined, name: string): boolean =>
  step === '**' || (step instanceof RegExp && step.test(name));

/**
 * Compiles globs from a client, by one rule for all tools: a glob without a slash matches at any depth (`/*.md` only
 * directly in the start), and one in lower case ignores case.
 *
 * @throws {FileError} `invalid_glob`.
 */
export const toGlobSet = (patterns: readonly string[]): GlobSet => {
  for (const { length } of patterns) {
    if (length === 0) throw invalid('A glob is empty. Leave it out, or give one like **/*.md.');
    if (length > MAX_GLOB_LENGTH)
      throw invalid(`A glob of ${length} characters is too long. The limit is ${MAX_GLOB_LENGTH}.`);
  }
  // Keeps a glob that starts with "!" as it is, for the error.
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

/**
 * Escapes and classes. Private-use characters stand for them while the pattern is split at braces, slashes and stars.
 */
const TOKENS = /\\[^]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[\uE000-\uF8FF]/gu;

/** Returns the steps of each path that a pattern expands to. Empty names and a leading `.` are dropped. */
const toPaths = (pattern: string, given: string, flags: string): Step[][] => {
  const tokens: string[] = [];
  const masked = pattern.replaceAll(TOKENS, (token) => String.fromCharCode(0xdfff + tokens.push(token)));
  const unmask = (character: string): string => tokens[character.charCodeAt(0) - 0xe000] ?? character;
  return expandBraces(masked, given).map((path) =>
    path
      .split('/')
      .filter((name, at) => name !== '' && (name !== '.' || at > 0))
      .map((name) => (name === '**' ? name : toRegex(name, unmask, flags))),
  );
};

const expandBraces = (pattern: string, given: string): string[] => {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [group, inner = ''] = /\{([^{}]*)\}/.exec(next) ?? [];
    if (group === undefined) done.push(next);
    else for (const one of inner.split(',')) waiting.push(next.replace(group, () => one));
    if (/^\w+\.\.\w+$/.test(inner))
      throw invalid(`The glob ${given} has a range in braces. Write [1-9], or the values like {8,9,10}.`);
    if (done.length + waiting.length > MAX_PATTERNS)
      throw invalid(`The glob ${given} stands for more than ${MAX_PATTERNS} patterns. Search several times.`);
  }
  if (done.some((path) => path.includes('{')))
    throw invalid(`The glob ${given} has a brace that is not closed. For a brace itself, write "\\{".`);
  return done;
};

/** Finds each part after a star once, at its first match, so that the time stays linear. */
const toRegex = (name: string, unmask: (character: string) => string, flags: string): RegExp => {
  const [first = '', ...middle] = name.split(/\*+/).map((part) => toSource(part, unmask));
  const last = middle.pop();
  const found = middle.map((source, i) => `(?=([^]*?${source}))\\${i + 1}`).join('');
  return new RegExp(`^(?:${first}${found}${last === undefined ? '' : `[^]*${last}`})$`, flags);
};

const OPTIONS: picomatch.PicomatchOptions = {
  dot: true,
  posix: true,
  noextglob: true,
  nonegate: true,
  contains: true,
  debug: true,
};

const toSource = (part: string, unmask: (character: string) => string): string => {
  if (part === '') return '';
  // Only `?` is special here.
  const plain = part
    .replaceAll(/[()|+"@\\[\]{}]/g, String.raw`\$&`)
    .replaceAll(/[\uE000-\uF8FF]/g, (character) =>
      // A reversed range matches only its first character.
      unmask(character).replaceAll(/([^])-([^\]])/gu, (range, from: string, to: string) =>
        from <= to ? range : from,
      ),
    );
  return picomatch.makeRe(plain, OPTIONS).source;
};
