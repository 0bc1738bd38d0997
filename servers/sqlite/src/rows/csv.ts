// CSV: the records of a text one after the other, so that those of a long text are never all in memory.
import { SqlFailure } from '../sql/failure.ts';

/** Rows that cannot be read. */
export const notRows = (problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_rows',
    problem,
    'CSV begins with a line of names, unless columns has them; jsonl has one object a line.',
  );

/**
 * Yields the values of each record. An empty line is a record without values. @throws {SqlFailure} for an open quote.
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
      if (close === -1)
        throw notRows(
          `It is not CSV: Quote Not Closed: record ${count} has a quote that is open at the end.`,
        );
      quoted = text.slice(plain.lastIndex + 1, close).replaceAll('""', '"');
      plain.lastIndex = close + 1;
    }
    const [, rest = '', found] = plain.exec(text) ?? [];
    end = found;
    // What stands between a closing quote and the separator belongs to the value.
    record.push((quoted ?? '') + rest);
    if (end === separator) continue;
    yield quoted === undefined && record.length === 1 && rest === '' ? [] : record;
    record = [];
    count++;
  }
}

/** Where the quote ends that begins before `start`; -1 when it does not. */
const closingQuote = (text: string, start: number): number => {
  let close = text.indexOf('"', start);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
};

const SEPARATORS = [',', ';', '\t', '|'];
const PROBED_LINES = 20;
const PROBED_CHARACTERS = 20_000;

/** The separator with which the first lines have most values, all equally many; else that of the first line. */
export const findSeparator = (text: string, width: number | undefined): string => {
  const head = text.slice(0, PROBED_CHARACTERS).replaceAll(/"(?:[^"]|"")*"/g, 'q');
  const lines = head.split(/\r\n?|\n/).filter((line) => line !== '');
  // The last one may be cut.
  if (text.length > PROBED_CHARACTERS && lines.length > 1) lines.pop();
  const scored = SEPARATORS.map((separator) => {
    const [first = 0, ...others] = lines.slice(0, PROBED_LINES).map((line) => line.split(separator).length);
    const isEven = first > 1 && others.every((each) => each === first) && (width ?? first) === first;
    return { separator, isEven, first };
  });
  const [best] = scored.toSorted((a, b) => Number(b.isEven) - Number(a.isEven) || b.first - a.first);
  return best?.separator ?? ',';
};
