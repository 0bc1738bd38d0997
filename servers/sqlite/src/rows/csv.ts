// CSV: the records of a text one after the other, so that those of a long text are never all in memory.
import { SqlFailure } from '../sql/failure.ts';

/** Rows that cannot be read. */
export const notRows = (problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_rows',
    problem,
    'CSV begins with a line of names, unless columns has them; jsonl has one object a line.',
  );

/** Yields the values of each record. An empty line is a record without values. @throws {SqlFailure} for an open quote. */
export function* readRecords(text: string, separator: string): Generator<string[], void> {
  const lineEnd = lineEnds(text);
  let at = 0;
  for (let count = 1; at < text.length; count++) {
    const end = lineEnd(at);
    const line = text.slice(at, end);
    if (!line.includes('"')) {
      yield line === '' ? [] : line.split(separator);
      at = afterLine(text, end);
      continue;
    }
    const record: string[] = [];
    let isLast = false;
    while (!isLast) {
      const quoted = text[at] === '"' ? readQuoted(text, at + 1) : { value: '', at };
      if (quoted === undefined)
        throw notRows(
          `It is not CSV: Quote Not Closed: record ${count} has a quote that is open at the end.`,
        );
      const rest = text.slice(quoted.at, lineEnd(quoted.at));
      const length = rest.indexOf(separator);
      isLast = length === -1;
      // What stands between a closing quote and the separator belongs to the value.
      record.push(quoted.value + (isLast ? rest : rest.slice(0, length)));
      at = quoted.at + (isLast ? rest.length : length + separator.length);
    }
    yield record;
    at = afterLine(text, at);
  }
}

/** The value after an opening quote, and where its closing quote ends. Undefined when there is none. */
const readQuoted = (text: string, start: number): { value: string; at: number } | undefined => {
  let value = '';
  for (let at = start; ;) {
    const close = text.indexOf('"', at);
    if (close === -1) return undefined;
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { value, at: close + 1 };
    value += '"';
    at = close + 2;
  }
};

/** Finds the end of the line that has a position. Each kind of end is looked for once, however few there are. */
export const lineEnds = (text: string): ((at: number) => number) => {
  const next = { '\n': -2, '\r': -2 };
  const find = (end: '\n' | '\r', at: number): number => {
    if (next[end] !== -1 && next[end] < at) next[end] = text.indexOf(end, at);
    return next[end] === -1 ? text.length : next[end];
  };
  return (at) => Math.min(find('\n', at), find('\r', at));
};

/** Where the next line begins. */
export const afterLine = (text: string, end: number): number => end + (text.startsWith('\r\n', end) ? 2 : 1);

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
