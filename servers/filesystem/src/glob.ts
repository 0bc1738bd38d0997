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
  /** Takes away differences of spelling that do not count. Of ASCII only letters may change, to lower case. */
  readonly fold?: (text: string) => string;
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
  /** By ASCII code, whether a name that ends with it may match from here; the last is for all other characters. */
  endings: Uint8Array | undefined;

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
  readonly #fold: ((text: string) => string) | undefined;
  #states = new Map<string, GlobState>();
  #known = 0;

  /** @throws {GlobError} when a pattern uses a form that is not supported. */
  constructor(patterns: readonly string[], { syntax = 'glob', fold }: GlobOptions = {}) {
    const program: Instruction[] = [];
    const starts = patterns.map((pattern, glob) =>
      compilePattern(program, fold?.(pattern) ?? pattern, { glob, syntax }),
    );
    this.#program = program;
    this.#fold = fold;
    this.start = this.#state(starts);
  }

  /** Whether a whole path matches. */
  matches(path: string): boolean {
    return this.advance(this.start, path).isMatch;
  }

  /** The state after more text: the segments of a path one by one, and each slash. */
  advance(state: GlobState, given: string): GlobState {
    const text = this.#fold === undefined ? given : this.#fold(given);
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

  /**
   * Whether the path so far matches with this name after it. The same as `advance(state, name).isMatch`, but most names
   * that do not match are told by their first and last characters.
   */
  matchesName(state: GlobState, name: string): boolean {
    const last = this.#lower(name.charCodeAt(name.length - 1));
    if (!this.#mayEnd(state, last)) return false;
    const next = this.#afterFirst(state, name);
    if (next !== undefined && !this.#mayEnd(next, last)) return false;
    return this.advance(state, name).isMatch;
  }

  /** The state after the first character, where it is known. One that others may join with may become another. */
  #afterFirst(state: GlobState, name: string): GlobState | undefined {
    const first = this.#lower(name.charCodeAt(0));
    const isAlone = this.#fold === undefined || name.charCodeAt(1) < ASCII;
    return first < ASCII && isAlone ? state.ascii[first] : undefined;
  }

  #lower(code: number): number {
    return this.#fold !== undefined && code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  }

  #mayEnd(state: GlobState, code: number): boolean {
    state.endings ??= this.#endingsOf(state);
    return state.endings[code < ASCII ? code : ASCII] === 1;
  }

  #endingsOf({ places }: GlobState): Uint8Array {
    const endings = new Uint8Array(ASCII + 1);
    const reached = new Set(places);
    for (const place of reached) {
      const instruction = this.#program[place];
      if (instruction?.kind === 'rest') return endings.fill(1);
      if (instruction?.kind !== 'character' || instruction.isSlash) continue;
      const next = this.#closure([place + 1]);
      for (const further of next) reached.add(further);
      if (!next.some((further) => this.#isEnd(further))) continue;
      endings[ASCII] = 1;
      for (let code = 0; code < ASCII; code++)
        if (instruction.matches(String.fromCharCode(code))) endings[code] = 1;
    }
    return endings;
  }

  #isEnd(place: number): boolean {
    const kind = this.#program[place]?.kind;
    return kind === 'end' || kind === 'rest';
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
    const sorted = this.#closure(from).toSorted((a, b) => a - b);
    const key = sorted.join();
    const state = this.#states.get(key) ?? new GlobState(sorted, this.#program);
    this.#states.set(key, state);
    return state;
  }

  #closure(from: readonly number[]): number[] {
    const places = new Set(from);
    // A set visits what is added while it is iterated.
    for (const place of places) {
      const instruction = this.#program[place];
      if (instruction?.kind === 'jump') for (const target of instruction.targets) places.add(target);
    }
    return [...places].filter((place) => this.#program[place]?.kind !== 'jump');
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
