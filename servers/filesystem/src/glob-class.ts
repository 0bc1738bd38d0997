// `[a-z]` in globs: one character of a class.

/** A class and where it ends in its pattern. */
export interface CharacterClass {
  readonly matches: (character: string) => boolean;
  readonly end: number;
}

const NAMED: { readonly [name: string]: RegExp } = {
  alnum: /[\p{L}\p{Nl}\p{Nd}]/u,
  alpha: /[\p{L}\p{Nl}]/u,
  blank: /[\p{Zs}\t]/u,
  cntrl: /\p{Cc}/u,
  digit: /\p{Nd}/u,
  graph: /[^\p{Z}\p{C}]/u,
  lower: /\p{Ll}/u,
  print: /\P{C}/u,
  punct: /\p{P}/u,
  space: /[\p{Z}\t\r\n\v\f]/u,
  upper: /\p{Lu}/u,
  word: /[\p{L}\p{Nl}\p{Nd}\p{Pc}]/u,
  xdigit: /[A-Fa-f0-9]/,
};

/** `[…]` at a position; undefined when it is not closed. */
export const readClass = (pattern: readonly string[], start: number): CharacterClass | undefined => {
  let at = start + 1;
  const isNegated = pattern[at] === '!' || pattern[at] === '^';
  if (isNegated) at++;
  const ranges: (readonly [from: string, to: string])[] = [];
  const named: RegExp[] = [];
  // A bracket right at the beginning is a member.
  for (const first = at; at < pattern.length; at++) {
    if (pattern[at] === ']' && at > first) {
      const matches = (character: string): boolean =>
        character !== '/' &&
        (inRanges(ranges, character) || named.some((kind) => kind.test(character))) !== isNegated;
      return { end: at + 1, matches };
    }
    const name = readName(pattern, at);
    if (name !== undefined) {
      named.push(name.kind);
      at = name.end - 1;
      continue;
    }
    if (pattern[at] === '\\') at++;
    const from = pattern[at] ?? '';
    const to = pattern[at + 1] === '-' && pattern[at + 2] !== ']' ? pattern[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return undefined;
};

const LONGEST_NAME = '[:xdigit:]'.length;

/** `[:alpha:]` at a position. */
const readName = (pattern: readonly string[], at: number): { kind: RegExp; end: number } | undefined => {
  if (pattern[at] !== '[' || pattern[at + 1] !== ':') return undefined;
  const name = /^\[:([a-z]+):\]/.exec(pattern.slice(at, at + LONGEST_NAME).join(''))?.[1] ?? '';
  const kind = NAMED[name];
  return kind === undefined ? undefined : { kind, end: at + name.length + 4 };
};

const inRanges = (ranges: readonly (readonly [string, string])[], character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= (from.codePointAt(0) ?? 0) && code <= (to.codePointAt(0) ?? 0));
};
