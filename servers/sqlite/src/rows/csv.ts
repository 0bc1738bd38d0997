// CSV: yields records one by one, so that a long text is never in memory as records.
import { SqlFailure } from '../sql/failure.ts';

/** Returns the failure for rows that cannot be read. */
export const notRows = (problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_rows',
    problem,
    'CSV begins with a line of names unless columns is set; jsonl has one object per line.',
  );

/**
 * Yields the values of each record, none for an empty line. @throws {SqlFailure} for an unclosed quote.
 */
export function* readRecords(text: string, separator: string): Generator<string[], void> {
  const mark = separator.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  const plain = new RegExp(`([^${mark}\\r\\n]*)(${mark}|\\r\\n?|\\n|$)`, 'y');
  let record: string[] = [];
  let count = 1;
  for (let end: string | undefined; plain.lastIndex < text.length || end === separator;) {
    let quoted: string | undefined;
    if (text[plain.lastIndex] === '"') {
      const close = closingQuote(text, plain.lastIndex + 1);
      if (close === -1) throw notRows(`This is not CSV: record ${count} has a quote that is never closed.`);
      quoted = text.slice(plain.lastIndex + 1, close).replaceAll('""', '"');
      plain.lastIndex = close + 1;
    }
    const [, rest = '', found] = plain.exec(text) ?? [];
    end = found;
    // Text between a closing quote and the separator belongs to the value.
    record.push((quoted ?? '') + rest);
    if (end === separator) continue;
    yield quoted === undefined && record.length === 1 && rest === '' ? [] : record;
    record = [];
    count++;
  }
}

/** Returns the index of the closing quote, or -1. */
const closingQuote = (text: string, start: number): number => {
  let close = text.indexOf('"', start);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
};

const SEPARATORS = [',', ';', '\t', '|'];
const PROBED_LINES = 20;
const PROBED_CHARACTERS = 20_000;

/** Returns the separator that splits the first lines into the most values, preferably equally many per line. */
export const findSeparator = (text: string, width: number | undefined): string => {
  const head = text.slice(0, PROBED_CHARACTERS).replaceAll(/"(?:[^"]|"")*"/g, 'q');
  const lines = head.split(/\r\n?|\n/).filter((line) => line !== '');
  // The last line may be cut.
  if (text.length > PROBED_CHARACTERS && lines.length > 1) lines.pop();
  const scored = SEPARATORS.map((separator) => {
    const [first = 0, ...others] = lines.slice(0, PROBED_LINES).map((line) => line.split(separator).length);
    const isEven = first > 1 && others.every((each) => each === first) && (width ?? first) === first;
    return { separator, isEven, first };
  });
  const [best] = scored.toSorted((a, b) => Number(b.isEven) - Number(a.isEven) || b.first - a.first);
  return best?.separator ?? ',';
};
