// Times as people write them. A day is the whole day, in the time zone of the text or else of the server.
import { ToolError } from '@mcp/runtime';
import { quoted } from '../repository/arguments.ts';

/** A span of time in seconds since 1970; the last second belongs to it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text that name a moment of a day. */
interface Clock {
  readonly seconds: number;
  readonly length: number;
}

/** A calendar: that of the server, or one with a fixed distance to UTC in minutes. */
type Zone = number | undefined;
/** Year, month from 0, and day; days beyond the end of a month are those of the next one. */
type Day = readonly [year: number, month: number, day: number];

const DAY = 86_400;
const UNITS: { readonly [unit: string]: Day } = {
  day: [0, 0, 1],
  week: [0, 0, 7],
  month: [0, 1, 0],
  year: [1, 0, 0],
};
const SECONDS: { readonly [unit: string]: number } = { second: 1, minute: 60, hour: 3600 };
const NUMBERS = ['a', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = '(?<weekday>sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?';
const MONTH = `(?<month>${MONTHS.join('|')})[a-z]*`;
const COUNT = `(?<count>\\d{1,5}|an?|${NUMBERS.slice(1).join('|')})`;

/**
 * Reads a time, or words for it: `2026-01-31`, `2026-01-31T12:00+02:00`, `31 Jan 2026`, `yesterday`, `last week`.
 *
 * @throws {ToolError} when it is none, or is not between 1970 and 2099, the years that git knows.
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

/** A time as answers show it, in the time zone of the server: `2026-01-31 12:00:00 +0200`. */
export const showTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  const ahead = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + ahead * 60_000).toISOString();
  const zone = [Math.trunc(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) =>
    `${part}`.padStart(2, '0'),
  );
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${ahead < 0 ? '-' : '+'}${zone.join('')}`;
};

const readSpan = (text: string, now: Date): Span | undefined => {
  const words = text
    .toLowerCase()
    .replaceAll(/,|(?<=[a-z])\.|\.(?=[a-z])/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [, stamp] = /^@?(\d{9,10})$/.exec(words) ?? [];
  if (stamp !== undefined) return { start: Number(stamp), end: Number(stamp) };
  const [zoned, zone] = takeZone(words);
  const [rest, clock] = takeClock(zoned);
  const at = Math.floor(now.getTime() / 1000);
  if (rest === 'now' && clock === undefined) return { start: at, end: at };
  const ago = readAgo(rest, at);
  if (ago !== undefined) return clock === undefined ? ago : undefined;
  const span = readDays(rest, zone, now);
  if (span === undefined || clock === undefined) return span;
  if (clock.seconds >= DAY || span.end - span.start > DAY * 2) return undefined;
  // At the same time of day, also where the clocks change on that day.
  const day = fieldsOf(new Date(span.start * 1000), zone);
  const start = startOf(day, zone, clock.seconds);
  return { start, end: start + clock.length - 1 };
};

const takeZone = (words: string): readonly [rest: string, zone: Zone] => {
  const [found, sign, hours, minutes] = /(?<=[\d:] ?)(?:z|utc|gmt|([+-])(\d{2}):?(\d{2}))$/.exec(words) ?? [];
  if (found === undefined) return [words, undefined];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return [words.slice(0, -found.length).trim(), ahead];
};

const takeClock = (words: string): readonly [rest: string, clock: Clock | undefined] => {
  const [found, hour, minute, second] =
    /(?:^|[t ])(?:at )?(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?|noon|midnight)(?= |$)/.exec(words) ?? [];
  if (found === undefined) return [words, undefined];
  const rest = words.replace(found, '').trim() || 'today';
  if (hour === undefined) return [rest, { seconds: found.endsWith('noon') ? DAY / 2 : 0, length: 1 }];
  const isLegal = Number(minute) < 60 && Number(second ?? 0) < 60;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  return [rest, { seconds: isLegal ? seconds : DAY, length: second === undefined ? 60 : 1 }];
};

// Hours and less are moments; a day that is some days ago is a whole one.
const readAgo = (words: string, now: number): Span | undefined => {
  const { count, unit } = match(`^${COUNT} (?<unit>second|minute|hour)s?(?: ago)?$`, words);
  if (unit === undefined) return undefined;
  const at = now - toCount(count) * (SECONDS[unit] ?? 0);
  return { start: at, end: at };
};

const readDays = (words: string, zone: Zone, now: Date): Span | undefined => {
  const today = fieldsOf(now, zone);
  const days = (first: Day, length: Day = [0, 0, 1]): Span => ({
    start: startOf(first, zone),
    end: startOf(plus(first, length), zone) - 1,
  });
  if (words === 'today') return days(today);
  if (words === 'yesterday') return days(plus(today, [0, 0, -1]));
  const date = readDate(words, today, zone);
  if (date !== undefined) return date.isLegal ? days(date.first, date.length) : undefined;
  const since = match(
    `^(?:(?<which>last|past|previous) )?${COUNT} (?<unit>day|week|month|year)s?(?: ago)?$`,
    words,
  );
  if (since['unit'] !== undefined) {
    const back = UNITS[since['unit']] ?? today;
    const count = toCount(since['count']);
    const first = plus(today, [-back[0] * count, -back[1] * count, -back[2] * count]);
    return since['which'] === undefined ? days(first) : { start: days(first).start, end: days(today).end };
  }
  const { which, unit } = match('^(?<which>last|past|previous|this) (?<unit>week|month|year)$', words);
  if (unit === undefined) return undefined;
  const first = unit === 'week' ? plus(today, [0, 0, -((weekdayOf(today) + 6) % 7)]) : firstOf(unit, today);
  const [years, months, count] = UNITS[unit] ?? today;
  const begin = which === 'this' ? first : plus(first, [-years, -months, -count]);
  return days(begin, [years, months, count]);
};

interface DateRead {
  readonly first: Day;
  readonly length?: Day;
  readonly isLegal: boolean;
}

// Weekdays are the last such day, today included; `last monday` is before today. A date without a year is the last one.
const readDate = (words: string, today: Day, zone: Zone): DateRead | undefined => {
  const iso = match('^(?<y>\\d{4})(?:[-/.](?<m>\\d{1,2})(?:[-/.](?<d>\\d{1,2}))?)?$', words);
  if (iso['y'] !== undefined)
    return toDate(iso['y'], iso['m'] === undefined ? undefined : Number(iso['m']) - 1, iso['d']);
  const named =
    [
      `(?<d>\\d{1,2})(?:st|nd|rd|th)? ${MONTH}(?: (?<y>\\d{4}))?`,
      `${MONTH} (?<d>\\d{1,2})(?:st|nd|rd|th)?(?: (?<y>\\d{4}))?`,
    ]
      .map((form) => match(`^(?:${WEEKDAY} )?${form}$`, words))
      .find(({ month }) => month !== undefined) ?? match(`^${MONTH}(?: (?<y>\\d{4}))?$`, words);
  if (named['month'] !== undefined) {
    const month = MONTHS.indexOf(named['month']);
    if (named['y'] !== undefined) return toDate(named['y'], month, named['d']);
    const here = toDate(String(today[0]), month, named['d']);
    const isPast = startOf(here.first, zone) <= startOf(today, zone);
    return isPast ? here : toDate(String(today[0] - 1), month, named['d']);
  }
  const { weekday, which } = match(`^(?:(?<which>last|this) )?${WEEKDAY}$`, words);
  if (weekday === undefined) return undefined;
  const back = (weekdayOf(today) - WEEKDAYS.indexOf(weekday) + 7) % 7;
  return { first: plus(today, [0, 0, -(back === 0 && which === 'last' ? 7 : back)]), isLegal: true };
};

const toDate = (year: string, month: number | undefined, day: string | undefined): DateRead => {
  const first: Day = [Number(year), month ?? 0, Number(day ?? 1)];
  const [, realMonth, realDay] = plus(first, [0, 0, 0]);
  const length = month === undefined ? UNITS['year'] : day === undefined ? UNITS['month'] : UNITS['day'];
  return {
    first,
    ...(length === undefined ? {} : { length }),
    isLegal: realMonth === first[1] && realDay === first[2],
  };
};

const firstOf = (unit: string, [year, month]: Day): Day =>
  unit === 'month' ? [year, month, 1] : [year, 0, 1];

const toCount = (count = ''): number =>
  /^\d/.test(count) ? Number(count) : Math.max(1, NUMBERS.indexOf(count));

const match = (form: string, words: string): { readonly [group: string]: string | undefined } =>
  new RegExp(form).exec(words)?.groups ?? {};

const fieldsOf = (date: Date, zone: Zone): Day => {
  if (zone === undefined) return [date.getFullYear(), date.getMonth(), date.getDate()];
  const there = new Date(date.getTime() + zone * 60_000);
  return [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()];
};

const plus = ([year, month, day]: Day, [years, months, days]: Day): Day => {
  const date = new Date(Date.UTC(year + years, month + months, day + days));
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
};

const weekdayOf = ([year, month, day]: Day): number => new Date(Date.UTC(year, month, day)).getUTCDay();

const startOf = ([year, month, day]: Day, zone: Zone, seconds = 0): number =>
  zone === undefined
    ? new Date(year, month, day, 0, 0, seconds).getTime() / 1000
    : Date.UTC(year, month, day, 0, 0, seconds) / 1000 - zone * 60;
