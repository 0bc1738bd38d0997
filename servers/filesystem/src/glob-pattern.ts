// Translates a glob to instructions for the machine in glob.ts, in one pass.
import { ToolError } from '@mcp/runtime';
import { errorMeta } from './failure.ts';
import { readClass } from './glob-class.ts';
import { expandRanges, findStructure, type Structure } from './glob-structure.ts';

/** A glob that uses a form that is not supported. The message says what to write instead. */
export class GlobError extends ToolError {
  constructor(message: string) {
    super(message, { _meta: errorMeta('invalid_glob') });
  }
}

/** How a pattern is read: as people write globs, or as a line of a `.gitignore`. */
export type GlobSyntax = 'glob' | 'gitignore';

/** One instruction. A character goes on with the next instruction, a jump with all its targets. */
export type Instruction =
  | {
      readonly kind: 'character';
      readonly matches: (character: string) => boolean;
      readonly isSlash: boolean;
    }
  | { readonly kind: 'jump'; readonly targets: number[] }
  /** The `**` at the end of a glob: matches whatever follows. */
  | { readonly kind: 'rest'; readonly glob: number }
  | { readonly kind: 'end'; readonly glob: number };

/** Which glob of a set is compiled. */
export interface GlobSource {
  /** Its position in the set. */
  readonly glob: number;
  readonly syntax: GlobSyntax;
}

/** Longer ones would need much memory. */
const MAX_LENGTH = 2000;

const NO_SLASH = (character: string): boolean => character !== '/';

/**
 * Adds the instructions of a glob to a program; returns where they begin. Whatever is not closed, like a bracket, stands
 * for itself.
 *
 * @throws {GlobError} when the pattern uses a form that is not supported.
 */
export const compilePattern = (program: Instruction[], pattern: string, source: GlobSource): number => {
  if (source.syntax === 'glob' && pattern.length > MAX_LENGTH)
    throw new GlobError(`A glob of ${pattern.length} characters is too long. The limit is ${MAX_LENGTH}.`);
  if (source.syntax === 'glob' && pattern.startsWith('!'))
    throw new GlobError(
      `The glob ${pattern} begins with "!". Give what is to be left out as an exclude pattern; for a name that ` +
        'begins with "!", write "\\!".',
    );
  return new Compiler(program, pattern, source).compile();
};

/** An open brace or group: the jump to its alternatives, and the jumps from their ends. */
interface Group {
  readonly kind: string;
  readonly start: number;
  readonly choice: number[];
  readonly exits: number[][];
}

class Compiler {
  readonly #pattern: readonly string[];
  readonly #program: Instruction[];
  readonly #glob: number;
  readonly #groups: Group[] = [];
  readonly #structure: Structure;

  constructor(program: Instruction[], pattern: string, { glob, syntax }: GlobSource) {
    this.#program = program;
    this.#glob = glob;
    const isGlob = syntax === 'glob';
    // A leading `./` and a trailing slash say nothing about a path; a .gitignore has them taken off already.
    const plain = isGlob
      ? expandRanges(pattern.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, ''))
      : pattern;
    this.#pattern = Array.from(plain);
    this.#structure = isGlob ? findStructure(this.#pattern) : new Map();
    if ([...this.#structure.values()].includes('!('))
      throw new GlobError(
        `The glob ${pattern} contains "!(…)". Give what is to be left out as an exclude pattern.`,
      );
  }

  compile(): number {
    const start = this.#program.length;
    let at = 0;
    while (at < this.#pattern.length) at = this.#compileAt(at);
    this.#program.push({ kind: 'end', glob: this.#glob });
    return start;
  }

  /** Translates what begins at a position; returns where it ends. */
  #compileAt(at: number): number {
    const character = this.#pattern[at] ?? '';
    const structure = this.#structure.get(at);
    if (structure !== undefined) return this.#compileGroup(at, structure);
    if (character === '*') return this.#compileStar(at);
    if (character === '?') return this.#push(NO_SLASH, at + 1);
    const charClass = character === '[' ? readClass(this.#pattern, at) : undefined;
    if (charClass !== undefined) return this.#push(charClass.matches, charClass.end);
    const isEscape = character === '\\' && at + 1 < this.#pattern.length;
    const literal = isEscape ? this.#pattern[at + 1] : character;
    return this.#push((given) => given === literal, isEscape ? at + 2 : at + 1, literal === '/');
  }

  #push(matches: (character: string) => boolean, end: number, isSlash = false): number {
    this.#program.push({ kind: 'character', matches, isSlash });
    return end;
  }

  #jump(...targets: number[]): number[] {
    this.#program.push({ kind: 'jump', targets });
    return targets;
  }

  #compileStar(at: number): number {
    let end = at;
    while (this.#pattern[end] === '*' && !this.#structure.has(end)) end++;
    const startsSegment = at === 0 || this.#isBoundary(at - 1, '{,');
    const endsSegment = end === this.#pattern.length || this.#isBoundary(end, ',}');
    if (end - at !== 2 || !startsSegment || !endsSegment) {
      this.#loop(() => this.#push(NO_SLASH, end));
      return end;
    }
    if (end === this.#pattern.length) {
      this.#program.push({ kind: 'rest', glob: this.#glob });
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
      this.#push((character) => character === '/', end, true);
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

  #compileGroup(at: number, structure: string): number {
    const start = this.#program.length;
    // `{`, or a group like `+(`, which is two characters long.
    if (structure !== 'or' && structure !== 'close') {
      this.#groups.push({ kind: structure, start, choice: this.#jump(start + 1), exits: [] });
      return at + structure.length;
    }
    const group = this.#groups.at(-1);
    if (group === undefined) return at + 1;
    group.exits.push(this.#jump());
    if (structure === 'or') group.choice.push(this.#program.length);
    else this.#close(group);
    return at + 1;
  }

  #close({ kind, start, choice, exits }: Group): void {
    this.#groups.pop();
    for (const exit of exits) exit.push(this.#program.length);
    if (kind === '*(' || kind === '+(') this.#jump(start, this.#program.length + 1);
    if (kind === '*(' || kind === '?(') choice.push(this.#program.length);
  }
}
