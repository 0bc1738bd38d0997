// Names: quotes them for SQL, shows them in messages and finds similar ones.
import { showInvisible } from './value.ts';

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the name, with a number appended if it is taken. */
export const freeName = (name: string, taken: ReadonlySet<string>, mark: string): string => {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}${mark}${count}`;
  return free;
};

const MOST_CHARACTERS = 100;

/** Cuts a long text for a message. */
export const shorten = (text: string, most = MOST_CHARACTERS): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** Quotes a name for a message. */
export const showName = (name: string): string => showInvisible(JSON.stringify(shorten(name)));

/** Escapes a name for a message, without quotes. */
const plainName = (name: string): string => showName(name).slice(1, -1);

const MOST_NAMES = 10;

/**
 * SQL: whether a row of sqlite_schema is internal, as SQLite's own tables and shadow tables are.
 */
export const IS_INTERNAL =
  "(name LIKE 'sqlite\\_%' ESCAPE '\\' OR name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'))";

/** SQL: the names that `likelyTables` chooses from. */
export const TABLE_NAMES = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND NOT ${IS_INTERNAL}`;

/** Lists the tables most similar to a name that does not exist, best first, as a sentence. */
export const likelyTables = (name: string, names: readonly string[]): string => {
  if (names.length === 0) return 'The database has no tables.';
  const best = byLikeness(name, names, (other) => other).slice(0, MOST_NAMES);
  return `Tables: ${best.map(({ other }) => plainName(other)).join(', ')}.`;
};

const MOST_COLUMNS = 3;
/** Minimum share of letter pairs that two names have in common. */
const LEAST_IN_COMMON = 0.2;

/** Does the same for columns, given as `table.column`. */
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

/** Returns the pairs of neighbouring letters. */
const pairs = (name: string): Set<string> => {
  const text = ` ${name.slice(0, MOST_CHARACTERS).toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
};
