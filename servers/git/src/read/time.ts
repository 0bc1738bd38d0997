// Times as people write them. A day is a whole day, in the time zone of the text or of the server.
import { ToolError } from '@mcp/runtime';
import { quoted } from '@mcp/git';

/** A span of time in seconds since 1970, including the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SECONDS: { readonly [unit: string]: number } = { second: 1, minute: 60, hour: 3600 };
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const NUMBERS = ['a', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = `(\\d{1,5}|an?|${NUMBERS.slice(1).join('|')})`;
const AGO = new RegExp(`^(?:(last|past) )?${COUNT} (second|minute|hour|day|week|month|year)s?(?: ago)?$`);
const PERIOD = /^(last|past|previous|this) (week|month|year)$/;
const WEEKDAY = /^(?:(last|this) )?(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?$/;
const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[t ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?)?)? ?(z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a time, or words for it: `2026-01-31`, `2026-01-31T12:00+02:00`, `31 Jan 2026`, `yesterday`, `last week`.
 *
 * @throws {ToolError} if it is not a time, or not between 1970 and 2099, the years that git knows.
 */
export const toSpan = (text: string, argument: string, now: Date = new Date()): Span => {
  const span = text.length > 100 ? undefined : readSpan(text, now);
  if (span === undefined)
    throw new ToolError(
      `${argument} is ${quoted(text)}, which is not a date that this server understands. Use ISO 8601, or words like ` +
        '"yesterday", "last week" or "2 weeks ago".',
    );
  if (span.start >= 0 && span.end < Date.UTC(2100, 0) / 1000) return span;
  throw new ToolError(
    `${argument} is ${quoted(text)}, which is not between 1970 and 2099. Leave it out for all commits.`,
  );
};

/** Formats a time in the time zone of the server: `2026-01-31 12:00:00 +0200`. */
export const showTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  const [zone = ''] = /[+-]\d{4}/.exec(date.toTimeString()) ?? [];
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zone}`;
};

const readSpan = (text: string, now: Date): Span | undefined => {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const words = text
    .toLowerCase()
    .replaceAll(/,|(?<=[a-z\d])\.(?=[a-z])/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(today|yesterday)/, (day) =>
      showTime(plus(today, 'day', day === 'today' ? 0 : -1).getTime() / 1000).slice(0, 10),
    );
  const seconds = Math.floor(now.getTime() / 1000);
  const [, stamp = words === 'now' ? seconds : undefined] = /^@?(\d{9,10})$/.exec(words) ?? [];
  if (stamp !== undefined) return { start: Number(stamp), end: Number(stamp) };
  return readIso(words) ?? readAgo(words, today, seconds) ?? readPeriod(words, today) ?? readNamed(words);
};

const readIso = (words: string): Span | undefined => {
  const [found, ...parts] = ISO.exec(words) ?? [];
  if (found === undefined) return undefined;
  const zone = parts[6]?.toUpperCase() ?? '';
  const given = parts.slice(0, 6).filter((part) => part !== undefined);
  const [year = '', month = '1', day = '1', hour = '0', minute = '00', second = '00'] = given;
  const later = (years: number, months: number, days: number): string =>
    new Date(Date.UTC(Number(year) + years, Number(month) - 1 + months, Number(day) + days)).toISOString();
  const at = (date: string): number =>
    Date.parse(`${date.slice(0, 10)}T${hour.padStart(2, '0')}:${minute}:${second}${zone}`) / 1000;
  // JavaScript reads a day that the month does not have as one of the next month.
  const first = later(0, 0, 0);
  const isReal = first.slice(5, 10) === `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const start = at(first);
  if (!isReal || Number.isNaN(start) || hour === '24') return undefined;
  if (given.length > 3) return { start, end: start + (given.length === 6 ? 0 : 59) };
  const [years = 0, months = 0, days = 0] = [0, 0, 0].with(given.length - 1, 1);
  return { start, end: at(later(years, months, days)) - 1 };
};

// "Hours ago" is a moment, "days ago" a whole day.
const readAgo = (words: string, today: Date, now: number): Span | undefined => {
  const [, last, given = '', unit = ''] = AGO.exec(words) ?? [];
  if (unit === '') return undefined;
  const count = /^\d/.test(given) ? Number(given) : Math.max(1, NUMBERS.indexOf(given));
  const { [unit]: length } = SECONDS;
  if (length !== undefined)
    return { start: now - count * length, end: last === undefined ? now - count * length : now };
  const first = plus(today, unit, -count);
  return toDays(first, plus(last === undefined ? first : today, 'day', 1));
};

// Weekdays are the last such day, today included; `last monday` is before today.
const readPeriod = (words: string, today: Date): Span | undefined => {
  const [, which, unit = ''] = PERIOD.exec(words) ?? [];
  if (which !== undefined) {
    const [year, month] = [today.getFullYear(), today.getMonth()];
    const current =
      unit === 'week'
        ? plus(today, 'day', -((today.getDay() + 6) % 7))
        : new Date(year, unit === 'month' ? month : 0, 1);
    const first = which === 'this' ? current : plus(current, unit, -1);
    return toDays(first, plus(first, unit, 1));
  }
  const [, before, weekday = ''] = WEEKDAY.exec(words) ?? [];
  if (weekday === '') return undefined;
  const back = (today.getDay() - WEEKDAYS.indexOf(weekday) + 7) % 7;
  const first = plus(today, 'day', -(back === 0 && before === 'last' ? 7 : back));
  return toDays(first, plus(first, 'day', 1));
};

// With a month name: as JavaScript reads it, if year and day are valid.
const readNamed = (words: string): Span | undefined => {
  const text = words.replace(/(?<=\d)(?:st|nd|rd|th)\b/, '');
  const [day, year] = [/(?<![:\d])\d{1,2}(?![:\d])/, /\b\d{4}\b/].map((part) => part.exec(text)?.[0]);
  const time = new Date(text);
  if (!/[a-z]{3}/.test(text) || day === undefined || year === undefined || Number.isNaN(time.getTime()))
    return undefined;
  const start = time.getTime() / 1000;
  if (text.includes(':')) return { start, end: start + (/:\d\d:/.test(text) ? 0 : 59) };
  return time.getDate() === Number(day) ? toDays(time, plus(time, 'day', 1)) : undefined;
};

const toDays = (first: Date, next: Date): Span => ({
  start: first.getTime() / 1000,
  end: next.getTime() / 1000 - 1,
});

/** Returns the day that many days, weeks, months or years later, in the time zone of the server. */
const plus = (day: Date, unit: string, count: number): Date => {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  if (unit === 'year') return new Date(year + count, month, date);
  if (unit === 'month') return new Date(year, month + count, date);
  return new Date(year, month, date + count * (unit === 'week' ? 7 : 1));
};
