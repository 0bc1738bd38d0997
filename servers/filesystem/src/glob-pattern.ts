// Translates a glob to instructions for the machine in glob.ts, in one pass.

/** One instruction. A character goes on with the next instruction, a jump with all its targets. */
export type Instruction =
  | { readonly kind: 'character'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'jump'; readonly targets: number[] }
  /** The `**` at the end: matches whatever follows. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'end' };

const NO_SLASH = (character: string): boolean => character !== '/';

/** The instructions of a glob. Whatever is not closed, like a bracket, stands for itself. */
export const compilePattern = (pattern: string): readonly Instruction[] => new Compiler(pattern).compile();

class Compiler {
  readonly #pattern: readonly string[];
  readonly #program: Instruction[] = [];
  /** For each open brace: the jump to its alternatives, and the jumps from their ends. */
  readonly #braces: { readonly choice: number[]; readonly exits: number[][] }[] = [];
  /** Positions of the braces and commas that have a partner; others stand for themselves. */
  readonly #structure: ReadonlySet<number>;

  constructor(pattern: string) {
    this.#pattern = Array.from(pattern.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, ''));
    this.#structure = findBraces(this.#pattern);
  }

  compile(): readonly Instruction[] {
    let at = 0;
    while (at < this.#pattern.length) at = this.#compileAt(at);
    this.#program.push({ kind: 'end' });
    return this.#program;
  }

  /** Translates what begins at a position; returns where it ends. */
  #compileAt(at: number): number {
    const character = this.#pattern[at] ?? '';
    if (this.#structure.has(at)) return this.#compileBrace(at, character);
    if (character === '*') return this.#compileStar(at);
    if (character === '?') return this.#push(NO_SLASH, at + 1);
    const charClass = character === '[' ? readClass(this.#pattern, at) : undefined;
    if (charClass !== undefined) return this.#push(charClass.matches, charClass.end);
    const isEscape = character === '\\' && at + 1 < this.#pattern.length;
    const literal = isEscape ? this.#pattern[at + 1] : character;
    return this.#push((given) => given === literal, isEscape ? at + 2 : at + 1);
  }

  #push(matches: (character: string) => boolean, end: number): number {
    this.#program.push({ kind: 'character', matches });
    return end;
  }

  #jump(...targets: number[]): number[] {
    this.#program.push({ kind: 'jump', targets });
    return targets;
  }

  #compileStar(at: number): number {
    let end = at;
    while (this.#pattern[end] === '*') end++;
    const startsSegment = at === 0 || this.#isBoundary(at - 1, '{,');
    const endsSegment = end === this.#pattern.length || this.#isBoundary(end, ',}');
    if (end - at !== 2 || !startsSegment || !endsSegment) {
      this.#loop(() => this.#push(NO_SLASH, end));
      return end;
    }
    if (end === this.#pattern.length) {
      this.#program.push({ kind: 'rest' });
      return end;
    }
    if (this.#pattern[end] !== '/') {
      this.#loop(() => this.#push(() => true, end));
      return end;
    }
    // Any number of whole segments, each with its slash.
    this.#loop(() => {
      this.#push(NO_SLASH, end);
      this.#loop(() => this.#push(NO_SLASH, end));
      this.#push((character) => character === '/', end);
    });
    return end + 1;
  }

  #isBoundary(at: number, braces: string): boolean {
    const character = this.#pattern[at] ?? '';
    return character === '/' || (this.#structure.has(at) && braces.includes(character));
  }

  /** The body any number of times, also none. */
  #loop(body: () => void): void {
    const start = this.#program.length;
    const targets = this.#jump(start + 1);
    body();
    this.#jump(start);
    targets.push(this.#program.length);
  }

  #compileBrace(at: number, character: string): number {
    if (character === '{') {
      this.#braces.push({ choice: this.#jump(this.#program.length + 1), exits: [] });
      return at + 1;
    }
    const brace = this.#braces.at(-1);
    if (brace === undefined) return at + 1;
    brace.exits.push(this.#jump());
    if (character === ',') {
      brace.choice.push(this.#program.length);
      return at + 1;
    }
    this.#braces.pop();
    for (const exit of brace.exits) exit.push(this.#program.length);
    return at + 1;
  }
}

/** Braces count only in pairs with a comma between them, as in shells. */
const findBraces = (pattern: readonly string[]): Set<number> => {
  const structure = new Set<number>();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '[') at = (readClass(pattern, at)?.end ?? at + 1) - 1;
    else if (character === '{') open.push({ at, commas: [] });
    else if (character === ',') open.at(-1)?.commas.push(at);
    else if (character === '}') {
      const brace = open.pop();
      if (brace === undefined || brace.commas.length === 0) continue;
      for (const position of [brace.at, ...brace.commas, at]) structure.add(position);
    }
  }
  return structure;
};

interface CharacterClass {
  readonly matches: (character: string) => boolean;
  readonly end: number;
}

/** `[…]` at a position; undefined when it is not closed. */
const readClass = (pattern: readonly string[], start: number): CharacterClass | undefined => {
  let at = start + 1;
  const isNegated = pattern[at] === '!' || pattern[at] === '^';
  if (isNegated) at++;
  const ranges: (readonly [from: string, to: string])[] = [];
  // A bracket right at the beginning is a member.
  for (const first = at; at < pattern.length; at++) {
    if (pattern[at] === ']' && at > first) {
      return {
        end: at + 1,
        matches: (character) => character !== '/' && inRanges(ranges, character) !== isNegated,
      };
    }
    if (pattern[at] === '\\') at++;
    const from = pattern[at] ?? '';
    const to = pattern[at + 1] === '-' && pattern[at + 2] !== ']' ? pattern[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return undefined;
};

const inRanges = (ranges: readonly (readonly [string, string])[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= (from.codePointAt(0) ?? 0) && code <= (to.codePointAt(0) ?? 0));
};
