// Finds a text: as it is, without regard to the kind of line endings, or line by line without the white space around.
// A search may take seconds at worst, so it pauses on the way.

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Work that pauses at each `yield`, so that the caller can let others work. */
export type Steps<T> = Generator<undefined, T>;

/** How to look. */
export interface FindOptions {
  /** Whether matches may overlap. They may where a second one makes the first ambiguous. */
  readonly mayOverlap: boolean;
  readonly maxCount: number;
}

/** A longer text is looked for by its rarest part of this length. */
const PROBE_LENGTH = 32;

/** Lines, places or comparisons between two pauses, unless each of them takes long. */
export const MOST_IN_A_STEP = 10_000;
const CHARS_IN_A_STEP = 10_000_000;

/** Every place where the text is exactly this. */
export function* findExact(
  text: string,
  wanted: string,
  { mayOverlap, maxCount }: FindOptions,
): Steps<Span[]> {
  const spans: Span[] = [];
  const lead = rarestPart(wanted);
  const probe = wanted.slice(lead, lead + PROBE_LENGTH);
  const step = mayOverlap ? 1 : wanted.length;
  const most = Math.min(MOST_IN_A_STEP, Math.ceil(CHARS_IN_A_STEP / wanted.length));
  let hit = text.indexOf(probe, lead);
  for (let hits = 1; hit >= 0 && spans.length < maxCount; hits++) {
    if (hits % most === 0) yield;
    const start = hit - lead;
    const isFound = text.startsWith(wanted, start);
    if (isFound) spans.push({ start, end: start + wanted.length });
    hit = text.indexOf(probe, hit + (isFound ? step : 1));
  }
  return spans;
}

/** Where a long text has the character that is in it least often: lines and words that are alike differ there. */
const rarestPart = (wanted: string): number => {
  if (wanted.length <= PROBE_LENGTH) return 0;
  const counts = new Map<string, number>();
  // By UTF-16 units, as offsets are.
  for (let at = 0; at < wanted.length; at++) {
    const unit = wanted.charAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const [rarest] = [...counts].reduce((least, each) => (each[1] < least[1] ? each : least));
  return Math.min(wanted.indexOf(rarest), wanted.length - PROBE_LENGTH);
};

/** Every place where the text is this, when CRLF and LF count as the same. `wanted` has LF only. */
export function* findAnyLineEnding(text: string, wanted: string, options: FindOptions): Steps<Span[]> {
  if (!text.includes('\r\n')) return yield* findExact(text, wanted, options);
  const found = yield* findExact(text.replaceAll('\r\n', '\n'), wanted, options);
  // Starts and ends may overlap, so each kind has its own way through the text.
  const [toStart, toEnd] = [offsetsIn(text), offsetsIn(text)];
  return found.map(({ start, end }) => ({ start: toStart(start), end: toEnd(end) }));
}

/** Turns offsets in the text with LF only, in ascending order, into offsets in the text. */
const offsetsIn = (text: string): ((plainOffset: number) => number) => {
  let returns = 0;
  let next = text.indexOf('\r\n');
  return (plainOffset) => {
    while (next >= 0 && next - returns < plainOffset) {
      returns++;
      next = text.indexOf('\r\n', next + 2);
    }
    return plainOffset + returns;
  };
};

/**
 * Every place where the lines are those of `wanted`, apart from white space around each. A span goes from the start of
 * the first line to the end of the last, before its line break. White space alone is found nowhere.
 */
export function* findLines(text: string, wanted: string, options: FindOptions): Steps<Span[]> {
  if (wanted.trim() === '') return [];
  const lines = text.split('\n');
  const plain: string[] = [];
  for (const line of lines) if (plain.push(trimmed(line)) % MOST_IN_A_STEP === 0) yield;
  const found = yield* findExact(toWholeLines(plain), toWholeLines(wanted.split('\n').map(trimmed)), {
    ...options,
    // Each line ends with a line break that the next one begins with.
    mayOverlap: true,
  });
  const count = wanted.split('\n').length;
  const spans: Span[] = [];
  let [line, offset, plainOffset, free] = [0, 0, 0, 0];
  for (const { start } of found) {
    for (; plainOffset < start; line++) {
      plainOffset += (plain[line] ?? '').length + 1;
      offset += (lines[line] ?? '').length + 1;
    }
    if (!options.mayOverlap && line < free) continue;
    free = line + count;
    const end = endOfLines(lines, offset, { line, count });
    if (spans.push({ start: offset, end }) % MOST_IN_A_STEP === 0) yield;
  }
  return spans;
}

/**
 * A line without the spaces and tabs around it, and the carriage return. Other white space, like the ideographic space
 * with which paragraphs begin, is text: an edit must not lose it.
 */
const trimmed = (line: string): string => {
  let [start, end] = [0, line.length];
  while (start < end && BLANK.has(line.charAt(start))) start++;
  while (end > start && BLANK.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
};

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\r']);

/** The lines, each between line breaks. */
const toWholeLines = (lines: readonly string[]): string => `\n${lines.join('\n')}\n`;

const endOfLines = (
  lines: readonly string[],
  offset: number,
  { line, count }: { readonly line: number; readonly count: number },
): number => {
  const end = lines.slice(line, line + count).reduce((sum, { length }) => sum + length + 1, offset - 1);
  const hasReturn = lines[line + count - 1]?.endsWith('\r') === true && line + count < lines.length;
  return hasReturn ? end - 1 : end;
};

/** The line ending that is used at a place: in it, else after it, else before it. Undefined: there is only one line. */
export const lineEndingAt = (text: string, { start, end }: Span): '\n' | '\r\n' | undefined => {
  const after = text.indexOf('\n', start);
  const at = after < 0 ? text.lastIndexOf('\n', end) : after;
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
};
