// Column formats: detects how a column of CSV writes numbers and dates, from all its values.
import type { RowSource } from '../tasks.ts';

/** Formats that the client states, for ambiguous values. */
type Formats = Pick<RowSource, 'decimal' | 'dates'>;

type Order = 'dmy' | 'mdy' | 'ymd';

/** How a column is read. */
export interface Reading {
  readonly kind: 'number' | 'date' | 'text';
  /** The type of a new column. */
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB';
  /** A note for the answer. Undefined if values are stored as they are. */
  readonly note?: string | undefined;
  /** Converts a value for SQLite. Undefined if values are stored as they are. */
  readonly convert?: ((value: string) => string) | undefined;
  /** A value that is not a number. */
  readonly example?: string | undefined;
}

// The first match counts. `comma` and `grouped` are unambiguous; `either` is 1,234.
const SHAPES = [
  ['integer', /^-?(?:0|[1-9]\d{0,17})$/],
  ['dotted', /^-?[1-9]\d{0,2}\.\d{3}$/],
  // At most as many digits as REAL stores.
  ['point', /^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/],
  ['either', /^-?[1-9]\d{0,2},\d{3}$/],
  ['comma', /^-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:[.\s'’]\d{3})+),\d{1,15}$|^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/],
  ['grouped', /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d{1,15}$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/],
] as const;

type Shape = (typeof SHAPES)[number][0] | 'date' | 'text';

const DATE =
  /^(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:\d{4}|\d{2}))(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}/;
const ORDERS: readonly Order[] = ['dmy', 'mdy', 'ymd'];
const IN_WORDS = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' } as const;
const TELLING: readonly Shape[] = ['comma', 'grouped', 'either', 'dotted', 'date'];
const GROUPING = /[.\s'’]/g;

const shapeOf = (value: string): Shape => {
  const number = SHAPES.find(([, pattern]) => pattern.test(value));
  if (number !== undefined) return number[0];
  return DATE.test(value) && !ISO.test(value) ? 'date' : 'text';
};

/** Returns an ISO date, or undefined if there is no such day or the year lacks four digits. */
const toIso = (value: string, order: Order): string | undefined => {
  const [date = '', time] = value.split(/[ T]/);
  const parts = date.split(/[./-]/);
  const [year = '', month = '', day = ''] = ['y', 'm', 'd'].map((part) => parts[order.indexOf(part)]);
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // Date turns a day that does not exist into another day, or into null.
  const isDay = ISO.test(iso) && JSON.stringify(new Date(`${iso}T00:00Z`)).startsWith(`"${iso}`);
  if (!isDay) return undefined;
  return time === undefined ? iso : `${iso} ${time.indexOf(':') === 1 ? '0' : ''}${time}`;
};

const asText = (note?: string, example?: string): Reading => ({ kind: 'text', type: 'TEXT', note, example });

const asNumber = (type: Reading['type'], note?: string, convert?: Reading['convert']): Reading => ({
  kind: 'number',
  type,
  note,
  convert,
});

/** Detects the format of one column. */
export class ColumnFormat {
  readonly #examples = new Map<Shape, string>();
  #orders = ORDERS;
  readonly #decimals = new Set<number>();
  readonly #wholes = new Set<string>();
  #endsInZero: string | undefined;

  /** Adds a value that is not empty. */
  see(value: string): void {
    const shape = shapeOf(value);
    if (!this.#examples.has(shape)) this.#examples.set(shape, value);
    if (shape === 'date') this.#orders = this.#orders.filter((order) => toIso(value, order) !== undefined);
    if (shape !== 'point' && shape !== 'dotted') return;
    const [whole = '', part = ''] = value.split('.');
    if (this.#wholes.size < 2) this.#wholes.add(whole);
    this.#decimals.add(part.length);
    if (part.endsWith('0')) this.#endsInZero ??= value;
  }

  /** The decimal sign, if a value of the column proves it. */
  get decimal(): ',' | '.' | undefined {
    if (!this.#isOnly('integer', 'dotted', 'point', 'either', 'comma', 'grouped')) return undefined;
    const isPoint = this.#examples.has('point') || this.#examples.has('grouped');
    const isComma = this.#examples.has('comma');
    if (isPoint === isComma) return undefined;
    return isPoint ? '.' : ',';
  }

  /** Returns how to read the column. `fileDecimal` is the sign that other columns prove. */
  reading({ decimal, dates }: Formats, fileDecimal: ',' | '.' | undefined): Reading {
    if (this.#examples.size === 0) return asText();
    if (this.#isOnly('integer')) return asNumber('INTEGER');
    if (this.#isOnly('date')) return this.#readDates(dates);
    const sign = decimal ?? this.decimal ?? fileDecimal;
    if (sign === ',' && this.#isOnly('integer', 'dotted', 'either', 'comma')) {
      const convert = (value: string): string => value.replaceAll(GROUPING, '').replace(',', '.');
      return asNumber('REAL', `numbers with a decimal comma (${this.#example()})`, convert);
    }
    if (this.#isOnly('integer', 'dotted', 'point')) return this.#readPoints();
    if (sign === '.' && this.#isOnly('integer', 'dotted', 'point', 'either', 'grouped')) {
      const convert = (value: string): string => value.replaceAll(',', '');
      return asNumber('REAL', `numbers with commas between thousands (${this.#example()})`, convert);
    }
    if (this.#isOnly('integer', 'either'))
      return asText(`text: ${this.#example()} has a decimal comma or is in thousands; set decimal`);
    return asText(undefined, this.#examples.get('text'));
  }

  /** Versions look like numbers, but 1.10 is not 1.1. Prices all have the same number of decimals. */
  #readPoints(): Reading {
    const arePrices = this.#decimals.size === 1 && (this.#wholes.size > 1 || this.#examples.has('integer'));
    if (this.#endsInZero === undefined || arePrices) return asNumber('REAL');
    const note = `text, because ${this.#endsInZero} would lose its zero; for numbers create the table with REAL first`;
    return asNumber('TEXT', note);
  }

  #readDates(given: Order | undefined): Reading {
    const example = this.#example();
    const orders = this.#orders.length > 1 ? this.#orders.filter((each) => each === given) : this.#orders;
    const [order] = orders;
    if (order !== undefined) {
      const note = `dates (${IN_WORDS[order]}): ${example} is ${toIso(example, order)}`;
      return { kind: 'date', type: 'TEXT', convert: (value) => toIso(value, order) ?? value, note };
    }
    return this.#orders.length > 1
      ? asText(`text: ${example} may begin with the day or the month; set dates to dmy or mdy`)
      : asText(`text: no order of day, month and a year of four digits fits all, like ${example}`);
  }

  /** Returns the value that shows the format best. */
  #example(): string {
    const shape = TELLING.find((each) => this.#examples.has(each)) ?? 'text';
    return this.#examples.get(shape) ?? '';
  }

  #isOnly(...shapes: readonly Shape[]): boolean {
    return [...this.#examples.keys()].every((shape) => shapes.includes(shape));
  }
}
