// Globs without backtracking: a path goes through once, in time bounded by its own length and that of the globs.
//
// `*` and `?` do not match a slash, `**` as a whole segment matches any number of segments, `[a-z]`, `[!a-z]` and
// `[[:alpha:]]` one character, `{a,b}` and `{1..9}` either, `?(a|b)` `*(a|b)` `+(a|b)` `@(a|b)` as many as they say. A
// backslash takes the next character as it is. Names with a leading dot are not special. A pattern that begins with `!`
// and the form `!(a)` are refused: what is to be left out has an argument of its own.
import { compilePattern, type GlobSyntax, type Instruction } from './glob-pattern.ts';

export { GlobError } from './glob-pattern.ts';

/** How patterns are read and compared. */
export interface GlobOptions {
  /** `gitignore` knows neither braces nor groups nor a leading `!`: those stand for themselves. Default `glob`. */
  readonly syntax?: GlobSyntax;
  /** For file systems that do not tell `A` from `a`. */
  readonly ignoreCase?: boolean;
}

/** Where in its globs a path has come to: a set of places in their program at once. */
class GlobState {
  /** Whether one of the globs matches the path so far. */
  readonly isMatch: boolean;
  /** Whether everything that begins like this matches. */
  readonly isCertain: boolean;
  /** The positions of the globs that match the path so far, ascending. */
  readonly matching: readonly number[];
  readonly places: readonly number[];
  /** Where ASCII characters lead from here, by code, as far as that is known. */
  readonly ascii: (GlobState | undefined)[] = [];
  /** The same for all other characters. */
  readonly others = new Map<string, GlobState>();

  constructor(places: readonly number[], program: readonly Instruction[]) {
    this.places = places;
    const accepting = places
      .map((place) => program[place])
      .filter((instruction) => instruction?.kind === 'rest' || instruction?.kind === 'end');
    this.isCertain = accepting.some(({ kind }) => kind === 'rest');
    this.isMatch = accepting.length > 0;
    this.matching = [...new Set(accepting.map(({ glob }) => glob))].toSorted((a, b) => a - b);
  }

  /** Whether nothing that begins like this can match. */
  get isDead(): boolean {
    return this.places.length === 0;
  }
}

export type { GlobState };

/** As many transitions are remembered; file names come from outside and may hold any characters. */
const MAX_KNOWN = 4096;
const ASCII = 128;

/** Several globs that are matched together, at the price of one. */
export class GlobSet {
  readonly start: GlobState;
  readonly #program: readonly Instruction[];
  readonly #ignoreCase: boolean;
  #states = new Map<string, GlobState>();
  #known = 0;

  /** @throws {GlobError} when a pattern uses a form that is not supported. */
  constructor(patterns: readonly string[], { syntax = 'glob', ignoreCase = false }: GlobOptions = {}) {
    const program: Instruction[] = [];
    const starts = patterns.map((pattern, glob) =>
      compilePattern(program, ignoreCase ? pattern.toLowerCase() : pattern, { glob, syntax }),
    );
    this.#program = program;
    this.#ignoreCase = ignoreCase;
    this.start = this.#state(starts);
  }

  /** Whether a whole path matches. */
  matches(path: string): boolean {
    return this.advance(this.start, path).isMatch;
  }

  /** The state after more text: the segments of a path one by one, and each slash. */
  advance(state: GlobState, given: string): GlobState {
    const text = this.#ignoreCase ? given.toLowerCase() : given;
    let current = state;
    for (let at = 0; at < text.length && current.places.length > 0; at++) {
      const code = text.charCodeAt(at);
      if (code < ASCII) {
        current = current.ascii[code] ?? this.#step(current, text.charAt(at));
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      at += character.length - 1;
      current = current.others.get(character) ?? this.#step(current, character);
    }
    return current;
  }

  #step(state: GlobState, character: string): GlobState {
    const places: number[] = [];
    for (const place of state.places) {
      const instruction = this.#program[place];
      if (instruction?.kind === 'rest') places.push(place);
      else if (instruction?.kind === 'character' && instruction.matches(character)) places.push(place + 1);
    }
    if (++this.#known > MAX_KNOWN) this.#forget();
    const next = this.#state(places);
    const code = character.charCodeAt(0);
    if (code < ASCII) state.ascii[code] = next;
    else state.others.set(character, next);
    return next;
  }

  /** The state of these places and all that jumps lead to. */
  #state(from: readonly number[]): GlobState {
    const places = new Set(from);
    // A set visits what is added while it is iterated.
    for (const place of places) {
      const instruction = this.#program[place];
      if (instruction?.kind === 'jump') for (const target of instruction.targets) places.add(target);
    }
    const sorted = [...places]
      .filter((place) => this.#program[place]?.kind !== 'jump')
      .toSorted((a, b) => a - b);
    const key = sorted.join();
    const state = this.#states.get(key) ?? new GlobState(sorted, this.#program);
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    for (const state of [this.start, ...this.#states.values()]) {
      state.ascii.length = 0;
      state.others.clear();
    }
    this.#states = new Map();
    this.#known = 0;
  }
}

/** A compiled glob. */
export class Glob extends GlobSet {
  /** @throws {GlobError} when the pattern uses a form that is not supported. */
  constructor(pattern: string, options?: GlobOptions) {
    super([pattern], options);
  }
}
