// Makes edits in a text, one after the other, all or none. What is not edited keeps its very bytes.
import { EncodingError, type Encoding, type TextEncoding } from '../text/encoding.ts';
import { countNewlines } from '../text/line-ending.ts';
import { EditError } from './edit-error.ts';
import { EditableText } from './editable-text.ts';
import { findLines } from './find-lines.ts';
import { findAnyLineEnding, findExact, lineEndingAt, type FindOptions, type Span } from './find-text.ts';
import { reindent } from './indentation.ts';
import { explainMiss } from './near-miss.ts';
import { addSplices, type Region } from './regions.ts';

/** One edit. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  /** Otherwise `oldText` must be found exactly once. */
  readonly replaceAll?: boolean | undefined;
}

/** How `oldText` was found: as it is, with other line endings, or with other white space around its lines. */
export type MatchKind = 'exact' | 'eol' | 'whitespace';

/** One edit that was made. Lines are those of the text before it, and after the edits before it. */
export interface AppliedEdit {
  readonly index: number;
  readonly match: MatchKind;
  /** Of the first match, counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many matches were replaced. */
  readonly count: number;
}

/** A text with its edits. */
export interface EditedText {
  /** The whole file, as it is to be written. */
  readonly bytes: Buffer;
  readonly encoding: TextEncoding;
  readonly applied: readonly AppliedEdit[];
  /** For the diff: the text before and after, in the same encoding, and where they differ. */
  readonly before: Buffer;
  readonly after: Buffer;
  readonly regions: readonly Region[];
  decode(bytes: Buffer): string;
}

const MAX_EDITS = 1000;

/**
 * Makes the edits in the bytes of a file. New lines get the line ending that is used at their place.
 *
 * @throws {EditError} when one of them cannot be made: its text is empty, not found or ambiguous, or has characters that
 *   the encoding of the file does not have; when they are too many; or when the file is not text.
 */
export const applyEdits = (file: Buffer, edits: readonly Edit[], encoding?: Encoding): EditedText => {
  if (edits.length > MAX_EDITS)
    throw new EditError(
      'too_many',
      `${edits.length} edits are too many for one call; ${MAX_EDITS} are allowed.`,
    );
  const text = new EditableText(file, encoding);
  const applied: AppliedEdit[] = [];
  let regions: readonly Region[] = [];
  let bytes = text.bytes;
  for (const [index, edit] of edits.entries()) {
    const change = new EditStep(text, bytes, { edit, index });
    const found = change.find();
    applied.push(found.applied);
    ({ bytes, regions } = change.replace(found, regions));
  }
  return {
    bytes: text.toFile(bytes, regions),
    encoding: text.encoding,
    applied,
    before: text.bytes,
    after: bytes,
    regions,
    decode: (part) => text.decode(part),
  };
};

interface Found {
  readonly applied: AppliedEdit;
  readonly spans: readonly Span[];
}

/** As many matches are counted for the message that there are too many. */
const MAX_COUNTED = 1000;
const MAX_SHOWN_LINES = 10;
/** With more replacements the parts of the text that change are seen as one. */
const MAX_REGIONS = 10_000;
/** More replacements would keep the server busy for seconds. */
const MAX_REPLACEMENTS = 500_000;

class EditStep {
  readonly #text: EditableText;
  readonly #bytes: Buffer;
  readonly #edit: Edit;
  readonly #index: number;

  constructor(text: EditableText, bytes: Buffer, { edit, index }: { edit: Edit; index: number }) {
    this.#text = text;
    this.#bytes = bytes;
    this.#edit = edit;
    this.#index = index;
  }

  find(): Found {
    const { oldText, replaceAll = false } = this.#edit;
    if (oldText === '') {
      const message = `edits[${this.#index}]: oldText is empty. Give the text that is to be replaced.`;
      throw new EditError('empty', message, { index: this.#index });
    }
    // The second match decides already; more are counted for the message.
    const options = { mayOverlap: !replaceAll, maxCount: replaceAll ? MAX_REPLACEMENTS + 1 : MAX_COUNTED };
    const { spans, match } = this.#findSpans(options);
    const [first] = spans;
    if (first === undefined) throw explainMiss(this.#text, this.#bytes, { oldText, index: this.#index });
    if (spans.length > MAX_REPLACEMENTS) throw this.#tooMany();
    if (!replaceAll && spans.length > 1) throw this.#ambiguous(spans);
    const startLine = this.#lineOf(first.start);
    // A line break at the end belongs to the last line.
    const breaks = countNewlines(this.#bytes, first.start, Math.max(first.start, first.end - 1));
    return {
      spans,
      applied: { index: this.#index, match, startLine, endLine: startLine + breaks, count: spans.length },
    };
  }

  #findSpans(options: FindOptions): { spans: readonly Span[]; match: MatchKind } {
    const { oldText } = this.#edit;
    const plain = normalise(oldText);
    const needle = this.#encodeOld(oldText);
    if (needle === undefined) return { spans: [], match: 'exact' };
    const exact = findExact(this.#bytes, needle, options);
    if (exact.length > 0) return { spans: exact, match: 'exact' };
    const plainNeedle = oldText === plain ? needle : this.#text.encode(plain);
    if (plain.includes('\n')) {
      const spans = findAnyLineEnding(this.#bytes, plainNeedle, options);
      if (spans.length > 0) return { spans, match: 'eol' };
    }
    const spans = findLines(this.#bytes, this.#text.encode(withoutLastBreak(plain)), options);
    if (!plain.endsWith('\n')) return { spans, match: 'whitespace' };
    return { spans: spans.map((span) => this.#withLineBreak(span)), match: 'whitespace' };
  }

  // What the encoding does not have is not in the file.
  #encodeOld(oldText: string): Buffer | undefined {
    try {
      return this.#text.encode(oldText);
    } catch (error) {
      if (error instanceof EncodingError) return undefined;
      throw error;
    }
  }

  #withLineBreak({ start, end }: Span): Span {
    const at = this.#bytes.indexOf(0x0a, end);
    return { start, end: at < 0 ? end : at + 1 };
  }

  #lineOf(offset: number): number {
    return countNewlines(this.#bytes, 0, offset) + 1;
  }

  #ambiguous(spans: readonly Span[]): EditError {
    const lines: number[] = [];
    let line = 1;
    let from = 0;
    for (const { start } of spans.slice(0, MAX_SHOWN_LINES)) {
      line += countNewlines(this.#bytes, from, start);
      from = start;
      lines.push(line);
    }
    const count = spans.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : spans.length;
    const more = spans.length > lines.length ? ' and more' : '';
    return new EditError(
      'ambiguous',
      `edits[${this.#index}]: oldText is found ${count} times, at lines ${lines.join(', ')}${more}. Add lines around it ` +
        'so that it is found once, or set replaceAll. Nothing was changed.',
      { index: this.#index, lines },
    );
  }

  #tooMany(): EditError {
    const message = `edits[${this.#index}]: oldText is found more than ${MAX_REPLACEMENTS} times, too often to be replaced.`;
    return new EditError('too_many', message, { index: this.#index });
  }

  replace({ spans, applied }: Found, regions: readonly Region[]): { bytes: Buffer; regions: Region[] } {
    const replacements = spans.map((span) => this.#replacement(span, applied.match));
    const length = replacements.reduce((sum, { length: own }) => sum + own, 0);
    const removed = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    const bytes = Buffer.allocUnsafe(this.#bytes.length - removed + length);
    let from = 0;
    let to = 0;
    for (const [i, { start, end }] of spans.entries()) {
      to += this.#bytes.copy(bytes, to, from, start);
      to += replacements[i]?.copy(bytes, to) ?? 0;
      from = end;
    }
    this.#bytes.copy(bytes, to, from);
    const splices = spans.map(({ start, end }, i) => ({ start, end, length: replacements[i]?.length ?? 0 }));
    const start = spans[0]?.start ?? 0;
    const end = spans.at(-1)?.end ?? 0;
    const one = { start, end, length: end - start + bytes.length - this.#bytes.length };
    return { bytes, regions: addSplices(regions, splices.length > MAX_REGIONS ? [one] : splices) };
  }

  readonly #encoded = new Map<string, Buffer>();

  #replacement(span: Span, match: MatchKind): Buffer {
    const { oldText, newText } = this.#edit;
    const plain = normalise(newText);
    // Whoever changes nothing but line endings means it.
    if (plain === normalise(oldText) && match === 'exact') return this.#encode(newText);
    const ending = newText.includes('\n') ? lineEndingAt(this.#bytes, span) : undefined;
    const text = match === 'whitespace' ? this.#reindented(span, plain) : plain;
    if (ending === undefined) return this.#encode(match === 'whitespace' ? text : newText);
    return this.#encode(ending === '\n' ? text : text.replaceAll('\n', ending));
  }

  #reindented({ start, end }: Span, newText: string): string {
    const found = normalise(this.#text.decode(this.#bytes.subarray(start, end)));
    const lines = reindent({
      oldLines: withoutLastBreak(normalise(this.#edit.oldText)).split('\n'),
      fileLines: withoutLastBreak(found).split('\n'),
      newLines: newText.split('\n'),
    });
    return lines.join('\n');
  }

  #encode(text: string): Buffer {
    const known = this.#encoded.get(text);
    if (known !== undefined) return known;
    try {
      const bytes = this.#text.encode(text);
      this.#encoded.set(text, bytes);
      return bytes;
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      throw new EditError('encoding', `edits[${this.#index}]: ${error.message}`, { index: this.#index });
    }
  }
}

const normalise = (text: string): string => text.replaceAll('\r\n', '\n');

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);
