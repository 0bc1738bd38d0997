// Globs without backtracking: a path goes through once, in time bounded by its own length and that of the glob.
//
// `*` and `?` do not match a slash, `**` as a whole segment matches any number of segments, `[a-z]` and `[!a-z]` one
// character, `{a,b}` either. A backslash takes the next character as it is. Names with a leading dot are not special.
import { compilePattern, type Instruction } from './glob-pattern.ts';

/** Where in a glob a path has come to: a set of places in its program at once. */
class GlobState {
  /** Whether the path so far matches. */
  readonly isMatch: boolean;
  /** Whether everything that begins like this matches. */
  readonly isCertain: boolean;
  readonly places: readonly number[];
  /** Where characters lead from here, as far as that is known. */
  readonly next = new Map<string, GlobState>();

  constructor(places: readonly number[], program: readonly Instruction[]) {
    this.places = places;
    this.isCertain = places.some((place) => program[place]?.kind === 'rest');
    this.isMatch = this.isCertain || places.some((place) => program[place]?.kind === 'end');
  }

  /** Whether nothing that begins like this can match. */
  get isDead(): boolean {
    return this.places.length === 0;
  }
}

/** As many transitions are remembered; file names come from outside and may hold any characters. */
const MAX_KNOWN = 4096;

/** A compiled glob. */
export class Glob {
  readonly start: GlobState;
  readonly #program: readonly Instruction[];
  #states = new Map<string, GlobState>();
  #known = 0;

  constructor(pattern: string) {
    this.#program = compilePattern(pattern);
    this.start = this.#state([0]);
  }

  /** The state after more text: the segments of a path one by one, and each slash. */
  advance(state: GlobState, text: string): GlobState {
    let current = state;
    for (const character of text) {
      if (current.isDead) return current;
      current = current.next.get(character) ?? this.#step(current, character);
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
    state.next.set(character, next);
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
    for (const state of this.#states.values()) state.next.clear();
    this.#states = new Map();
    this.#known = 0;
  }
}
