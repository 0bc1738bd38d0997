// Retry-After: when a server wants to be asked again (RFC 9110, section 10.2.3).

/** Milliseconds to wait, or undefined when the header does not say. A date in the past is 0. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
