// Names in SQL and in messages.

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

/** A name from a client in quotes, for a message. */
export const showName = (name: string): string => JSON.stringify(shorten(name));

const MOST_NAMES = 10;

/** The names that `likelyTables` chooses from. */
export const TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')";

/** The names of tables that have most in common with one that does not exist, best first, as a sentence. */
export const likelyTables = (name: string, names: readonly string[]): string => {
  if (names.length === 0) return 'The database has no tables.';
  const wanted = pairs(name);
  const score = (other: string): number => {
    const had = pairs(other);
    const common = [...had].filter((pair) => wanted.has(pair)).length;
    return common / (had.size + wanted.size - common);
  };
  const scored = names.map((other) => ({ other, score: score(other) }));
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, MOST_NAMES);
  return `Tables: ${best.map(({ other }) => shorten(other)).join(', ')}.`;
};

/** The pairs of neighbouring letters. */
const pairs = (name: string): Set<string> => {
  const text = ` ${name.slice(0, MOST_CHARACTERS).toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
};
