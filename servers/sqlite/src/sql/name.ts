// Names in SQL and in messages.
import { showInvisible } from './value.ts';

/** A name as SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The name, or with a number behind it when that is taken. */
export const freeName = (name: string, taken: ReadonlySet<string>, mark: string): string => {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}${mark}${count}`;
  return free;
};

const MOST_CHARACTERS = 100;

/** A text for a message. A long one is cut. */
export const shorten = (text: string, most = MOST_CHARACTERS): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** A name in quotes, for a message. */
export const showName = (name: string): string => showInvisible(JSON.stringify(shorten(name)));

/** A name of the database without quotes, for a message: nothing in it breaks the line or hides. */
const plainName = (name: string): string => showName(name).slice(1, -1);

const MOST_NAMES = 10;

/**
 * Whether a row of sqlite_schema is what SQLite made for itself: its own tables, and those inside of a virtual table.
 */
export const IS_INTERNAL =
  "(name LIKE 'sqlite\\_%' ESCAPE '\\' OR name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'))";

/** The names that `likelyTables` chooses from. */
export const TABLE_NAMES = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND NOT ${IS_INTERNAL}`;

/** The names of tables that have most in common with one that does not exist, best first, as a sentence. */
export const likelyTables = (name: string, names: readonly string[]): string => {
  if (names.length === 0) return 'The database has no tables.';
  const best = byLikeness(name, names, (other) => other).slice(0, MOST_NAMES);
  return `Tables: ${best.map(({ other }) => plainName(other)).join(', ')}.`;
};

const MOST_COLUMNS = 3;
/** Of the pairs of letters of two names. */
const LEAST_IN_COMMON = 0.2;

/** The same for columns, given as `table.column`. */
export const likelyColumns = (name: string, names: readonly string[]): string => {
  const scored = byLikeness(name, names, (other) => other.slice(other.lastIndexOf('.') + 1));
  const best = scored.filter(({ score }) => score >= LEAST_IN_COMMON).slice(0, MOST_COLUMNS);
  if (best.length === 0) return 'list_tables with detail full shows the columns.';
  return `Did you mean ${best.map(({ other }) => plainName(other)).join(', ')}?`;
};

const byLikeness = (
  name: string,
  names: readonly string[],
  compared: (other: string) => string,
): { readonly other: string; readonly score: number }[] => {
  const wanted = pairs(name);
  const score = (other: string): number => {
    const had = pairs(compared(other));
    const common = [...had].filter((pair) => wanted.has(pair)).length;
    return common / (had.size + wanted.size - common);
  };
  return names.map((other) => ({ other, score: score(other) })).toSorted((a, b) => b.score - a.score);
};

/** The pairs of neighbouring letters. */
const pairs = (name: string): Set<string> => {
  const text = ` ${name.slice(0, MOST_CHARACTERS).toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
};
