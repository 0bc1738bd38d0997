// The minimal SQLite server: better-sqlite3 in its own process, with a cache that holds the database. No checks, no
// limits, no way to kill a query.
import Database from 'better-sqlite3';
import { serveMinimal } from '../comparison/minimal-loop.ts';

interface Arguments {
  readonly query: string;
  readonly statements: readonly { readonly query: string }[];
}

const database = new Database(process.argv[2] ?? '');
database.pragma('cache_size = -400000');

/** Returns the rows as structured content and as text, as required of a tool that declares its output. */
function read(query: string): object {
  const statement = database.prepare(query);
  const columns = statement.columns().map(({ name }) => name);
  return toResult({ columns, rows: statement.raw(true).all() });
}

function toResult(structuredContent: object): object {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function executeBatch({ statements }: Arguments): object {
  database.exec('BEGIN');
  const results = statements.map(({ query }) => ({ affected_rows: database.prepare(query).run().changes }));
  database.exec('COMMIT');
  return toResult({ results });
}

serveMinimal<Arguments>({
  read_query: ({ query }) => read(query),
  execute_batch: executeBatch,
});
