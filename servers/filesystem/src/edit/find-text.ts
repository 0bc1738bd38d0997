// Finds a text exactly, with any line endings, or line by line without surrounding white space. Pauses on the way,
// because a search can take seconds.

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Work that pauses at each `yield`, so that other calls can run. */
export type Steps<T> = Generator<undefined, T>;

export interface FindOptions {
  /** Whether matches may overlap, as they do when a second one makes the first ambiguous. */
  readonly mayOverlap: boolean;
  readonly maxCount: number;
}

/** Longer texts are searched by their rarest part of this length. */
const PROBE_LENGTH = 32;

/** Maximum number of lines, matches or comparisons between two pauses. */
export const MOST_IN_A_STEP = 10_000;
const CHARS_IN_A_STEP = 10_000_000;

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

/** Returns the position of the rarest character in a long text, because similar lines and words differ there. */
const rarestPart = (wanted: string): number => {
  if (wanted.length <= PROBE_LENGTH) return 0;
  const counts = new Map<string, number>();
  // Counts UTF-16 units, because offsets do.
  for (let at = 0; at < wanted.length; at++) {
    const unit = wanted.charAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const [rarest] = [...counts].reduce((least, each) => (each[1] < least[1] ? each : least));
  return Math.min(wanted.indexOf(rarest), wanted.length - PROBE_LENGTH);
};

/** Finds every occurrence with CRLF and LF taken as equal. `wanted` has LF only. */
export function* findAnyLineEnding(text: string, wanted: string, options: FindOptions): Steps<Span[]> {
  if (!text.includes('\r\n')) return yield* findExact(text, wanted, options);
  const found = yield* findExact(text.replaceAll('\r\n', '\n'), wanted, options);
  // Starts and ends may interleave, so each has its own converter.
  const [toStart, toEnd] = [offsetsIn(text), offsetsIn(text)];
  return found.map(({ start, end }) => ({ start: toStart(start), end: toEnd(end) }));
}

/** Converts ascending offsets in the text with LF only to offsets in the original text. */
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
 * Finds every place where the lines equal those of `wanted`, apart from white space around each. A span ends before the
 * line break of its last line. White space alone matches nothing.
 */
export function* findLines(text: string, wanted: string, options: FindOptions): Steps<Span[]> {
  if (wanted.trim() === '') return [];
  const lines = text.split('\n');
  const plain: string[] = [];
  for (const line of lines) if (plain.push(trimmed(line)) % MOST_IN_A_STEP === 0) yield;
  const found = yield* findExact(toWholeLines(plain), toWholeLines(wanted.split('\n').map(trimmed)), {
    ...options,
    // Adjacent matches share a line break.
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
 * Removes the spaces and tabs around a line, and its carriage return. Other white space, like the ideographic space at
 * the start of paragraphs, is text that an edit must not lose.
 */
const trimmed = (line: string): string => {
  let [start, end] = [0, line.length];
  while (start < end && BLANK.has(line.charAt(start))) start++;
  while (end > start && BLANK.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
};

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\r']);

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

/**
 * Returns the line ending inside a span, else the next one, else the previous one; undefined for a text of one line.
 */
export const lineEndingAt = (text: string, { start, end }: Span): '\n' | '\r\n' | undefined => {
  const after = text.indexOf('\n', start);
  const at = after < 0 ? text.lastIndexOf('\n', end) : after;
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
};
