// CSV of many countries and programs: the table holds what Python reads, or the answer states the difference.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsIn, serve, temporary } from '../setup.ts';

const FILES = Number(process.env['PROOF_RUNS'] ?? 200);
const SEED = Number(process.env['PROOF_SEED'] ?? Date.now() % 2 ** 31);

/** Python's reading of each value: the text, and the number or date that it represents in a country's format. */
const PYTHON = `
import csv, datetime, json, sys
def number(text):
    try: return float(text)
    except ValueError: return None
def date(text, form):
    for end in ('', ' %H:%M'):
        try:
            found = datetime.datetime.strptime(text, form + end)
            return found.strftime('%Y-%m-%d' + end)
        except ValueError: pass
def cell(text):
    return {'text': text, 'point': number(text), 'comma': number(text.replace('.', '').replace(',', '.')),
        'grouped': number(text.replace(',', '')), 'dates': [d for s in './-' for d in [
        date(text, s.join(['%d', '%m', '%Y'])), date(text, s.join(['%m', '%d', '%Y'])), date(text, s.join(['%Y', '%m', '%d']))]]}
print(json.dumps([[[cell(v) for v in row] for row in csv.reader(open(f['path'], newline='', encoding=f['encoding']),
    delimiter=f['separator'])] for f in json.load(sys.stdin)]))
`;

interface Cell {
  readonly text: string;
  readonly point: number | null;
  readonly comma: number | null;
  readonly grouped: number | null;
  /** Day first, month first, year first, for each of three separators. */
  readonly dates: readonly (string | null)[];
}

/** The reason why it cannot be compared. */
const missing = ((): string | undefined => {
  try {
    execFileSync('python3', ['-c', 'import csv']);
    return undefined;
  } catch {
    return 'there is no python3';
  }
})();

/** Returns a generator of numbers below a bound. */
const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type Random = ReturnType<typeof random>;

const two = (value: number): string => String(value).padStart(2, '0');
const pick = <T>(below: Random, items: readonly [T, ...T[]]): T => items[below(items.length)] ?? items[0];

/** Ways to write the values of a column. */
const KINDS: readonly [Kind, ...Kind[]] = [
  (below) => String(below(2000) - 1000),
  (below) => `${below(100)}.${two(below(100))}`,
  (below) => `${below(1000)},${two(below(100))}`,
  (below) => `${1 + below(9)}.${100 + below(900)},${below(10)}`,
  (below) => `${1 + below(9)},${100 + below(900)}.${two(below(100))}`,
  (below) => `${1 + below(9)},${100 + below(900)}`,
  (below) => `${1 + below(3)}.${below(12)}`,
  (below) => `${two(1 + below(28))}.${two(1 + below(12))}.${1990 + below(40)}`,
  (below) => `${1 + below(28)}/${1 + below(12)}/${1990 + below(40)}`,
  (below) =>
    `${two(1 + below(12))}/${two(1 + below(28))}/${1990 + below(40)} ${two(below(24))}:${two(below(60))}`,
  (below) => `${1990 + below(40)}/${1 + below(12)}/${1 + below(28)}`,
  (below) => `${1990 + below(40)}-${two(1 + below(12))}-${two(1 + below(28))}`,
  (below) => `00${below(100)}`,
  (below) =>
    pick(below, [
      'tea, green',
      'say "no"',
      '"quoted"',
      'a;b|c\td',
      'two\nlines',
      'Zoë',
      'größer',
      '5 €',
      ' x ',
      "it's",
      '-',
      '1e5',
    ]),
];
type Kind = (below: Random) => string;

const ENCODINGS = ['utf-8', 'utf-8-sig', 'utf-16-le', 'utf-16-be', 'cp1252'] as const;
type Encoding = (typeof ENCODINGS)[number];

const encode = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'cp1252') return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  const marked = `\uFEFF${text}`;
  if (encoding === 'utf-8-sig') return Buffer.from(marked);
  const units = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16-be' ? units.swap16() : units;
};

interface Made {
  readonly path: string;
  readonly name: string;
  readonly encoding: string;
  readonly separator: string;
  /** Whether the server must find it. */
  readonly isFound: boolean;
}

const make = (below: Random, name: string, path: string): Made => {
  const isFound = below(5) > 0;
  const separator = isFound ? pick(below, [',', ';', '\t', '|']) : pick(below, ['^', '~', ':']);
  const kinds = Array.from({ length: 2 + below(5) }, () => pick(below, KINDS));
  const isAlwaysQuoted = below(3) === 0;
  const quote = (value: string): string => {
    // Values that begin with a quote, or contain other possible separators.
    const isNeeded = isAlwaysQuoted || /["\n\r,;|\t:^~]/.test(value);
    return isNeeded ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const hasGaps = below(3) === 0;
  const rows = Array.from({ length: 1 + below(30) }, () =>
    kinds.map((kind) => (hasGaps && below(6) === 0 ? '' : kind(below))),
  );
  const header = kinds.map((_, at) => (below(9) === 0 ? `name, of ${at}` : `c${at}`));
  const end = pick(below, ['\n', '\r\n', '\r']);
  const lines = [header, ...rows].map((row) => row.map(quote).join(separator));
  const encoding = pick(below, ENCODINGS);
  writeFileSync(path, encode(lines.join(end) + (below(2) === 0 ? end : ''), encoding));
  // Python removes the byte order mark by itself.
  const asked = encoding.startsWith('utf-16') ? 'utf-16' : encoding;
  return { path, name, encoding: asked, separator, isFound };
};

/** Returns the value expected in the table, given what the answer says about its column. */
const expected = ({ text, point, comma, grouped, dates }: Cell, type: string, note: string): unknown => {
  if (text === '') return null;
  if (note.startsWith('numbers with a decimal comma')) return comma;
  if (note.startsWith('numbers with commas between')) return grouped;
  const order = ['dates (day', 'dates (month', 'dates (year'].findIndex((start) => note.startsWith(start));
  if (order !== -1) return dates.find((date, at) => at % 3 === order && date !== null);
  return type === 'TEXT' ? text : point;
};

test.skipIf(missing !== undefined)(
  `${FILES} files are read as Python reads them, or the answer states the difference${missing === undefined ? '' : `: skipped, ${missing}`}`,
  { timeout: 120_000 },
  async () => {
    using dir = temporary();
    const below = random(SEED);
    const made = Array.from({ length: FILES }, (_, at) => make(below, `f${at}`, dir.at(`f${at}.csv`)));
    const input = JSON.stringify(made);
    const read = JSON.parse(
      String(execFileSync('python3', ['-c', PYTHON], { input, maxBuffer: 2 ** 28 })),
    ) as readonly Cell[][][];
    await using server = await serve([dir.at('all.db')], { 'import-dir': dir.path });
    for (const [at, { name, separator, isFound }] of made.entries()) {
      const args = { table_name: name, file: `${name}.csv`, ...(isFound ? {} : { separator }) };
      const answer = await server.call('import_rows', args);
      expect([SEED, name, answer.isError, answer.content]).toEqual([
        SEED,
        name,
        undefined,
        expect.anything(),
      ]);
      const notes = (answer.structuredContent?.['read_as'] ?? []) as readonly string[];
      const [header = [], ...rows] = (read[at] ?? []).filter((row) => row.length > 0);
      const columns = rowsIn(dir.at('all.db'), `SELECT name, type FROM pragma_table_info('${name}')`);
      expect([SEED, name, columns.map(([column]) => column)]).toEqual([
        SEED,
        name,
        header.map(({ text }) => text),
      ]);
      const wanted = rows.map((row) =>
        row.map((cell, place) => {
          const start = `${header[place]?.text}: `;
          const note = notes.find((each) => each.startsWith(start))?.slice(start.length) ?? '';
          return expected(cell, String(columns[place]?.[1]), note);
        }),
      );
      expect([SEED, name, notes, rowsIn(dir.at('all.db'), `SELECT * FROM ${name}`)]).toEqual([
        SEED,
        name,
        notes,
        wanted,
      ]);
    }
  },
);
