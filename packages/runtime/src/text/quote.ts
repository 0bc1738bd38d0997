// Quoting what the other side sent, in error messages: never more than a glance of it.
const MAX_LENGTH = 100;

/** A text of at most 100 characters. */
export function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** A string in quotes, cut after 100 characters; a number or boolean as it is; of everything else only what it is. */
export function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `an ${typeof value}`;
}
