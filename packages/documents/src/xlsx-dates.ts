// Dates and times of Excel: days since the end of 1899, including 29 February 1900, which never existed.
import type { DateKind } from './xlsx-styles.ts';

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** From here on the count is correct. */
const FIRST_OF_MARCH_1900 = 61;

/** Returns a date, a time or both in ISO 8601, or the number itself if it is not a date. */
export const toDateText = (days: number, kind: DateKind, is1904: boolean): string => {
  if (kind === 'time' || (kind === 'both' && days < 1)) return toTime(days);
  const shift = !is1904 && days < FIRST_OF_MARCH_1900 ? 1 : 0;
  const date = new Date((is1904 ? EPOCH_1904 : EPOCH) + Math.round(((days + shift) * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || days < 0) return String(days);
  const [day = '', time = ''] = date.toISOString().split('T');
  return kind === 'date' && time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 8)}`;
};

const toTime = (days: number): string => {
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
};

/** Returns the number for a date, a time or both in ISO 8601; undefined for other text. */
export const fromDateText = (text: string, is1904: boolean): number | undefined => {
  const [, date, hours = 0, minutes = 0, seconds = 0] =
    /^(\d{4}-\d\d-\d\d)?(?:(?:^|T| )(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  if (date === undefined) return /^\d/.test(text) && text.includes(':') && time < 1 ? time : undefined;
  const ms = Date.parse(`${date}T00:00:00Z`);
  // Rejects 31 February and the like.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date)) return undefined;
  const days = (ms - (is1904 ? EPOCH_1904 : EPOCH)) / DAY_MS;
  if (days < 0 || time >= 1) return undefined;
  return days - (!is1904 && days < FIRST_OF_MARCH_1900 ? 1 : 0) + time;
};
