// Parses times as people write them: an ISO 8601 date, or an age.
import { FileError } from '@mcp/files';

/**
 * Returns the time of a date like `2026-11-01` or `2026-11-01T10:00Z` (UTC unless it names a zone), or of an age like
 * `36h`, `7d` or `2w` before `now`, in milliseconds since 1970. `argument` is the name in errors.
 *
 * @throws {FileError} `invalid_query` if it is neither.
 */
export const parseTime = (given: string, argument: string, now = Date.now()): number => {
  const [, count, unit = ''] = /^(\d{1,5}) ?([hdw])$/i.exec(given) ?? [];
  if (count !== undefined) return now - Number(count) * (HOURS[unit.toLowerCase()] ?? 1) * 3_600_000;
  const [, day = '', time = '', zone = 'Z'] = DATE.exec(given) ?? [];
  const midnight = Date.parse(`${day}T00:00Z`);
  const moment = Date.parse(`${day}T${time || '00:00'}${zone}`);
  // Date.parse accepts February 30 as March 2.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (isDay && !Number.isNaN(moment)) return moment;
  throw new FileError(
    'invalid_query',
    `${argument} is ${JSON.stringify(given)}, which is neither a date nor an age.`,
    { hint: 'Give a date like 2026-11-01 or 2026-11-01T10:00Z, or an age like 36h, 7d or 2w.' },
  );
};

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

const HOURS: { readonly [unit: string]: number } = { h: 1, d: 24, w: 168 };
