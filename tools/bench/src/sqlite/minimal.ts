// The least a SQLite server can do: better-sqlite3 in its own process. No checks, no bounds, nothing that can be killed.
import { serveMinimal } from '../comparison/minimal-loop.ts';
import { openDatabase } from './driver.ts';

interface Arguments {
  readonly query: string;
  readonly table_name: string;
  readonly statements: readonly { readonly query: string }[];
}

const database = openDatabase(process.argv[2] ?? '');

/** The rows as text and as structure, as a tool that declares its output has to. */
function read(query: string): object {
  const statement = database.prepare(query);
  const columns = statement.columns().map(({ name }) => name);
  const rows = statement.raw(true).all() as readonly (readonly unknown[])[];
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  return {
    content: [{ type: 'text', text: JSON.stringify(objects) }],
    structuredContent: { columns, rows },
  };
}

function executeBatch({ statements }: Arguments): object {
  database.exec('BEGIN');
  const results = statements.map(({ query }) => ({ affectedRows: database.prepare(query).run().changes }));
  database.exec('COMMIT');
  return { content: [{ type: 'text', text: JSON.stringify(results) }], structuredContent: { results } };
}

serveMinimal<Arguments>({
  read_query: ({ query }) => read(query),
  describe_table: ({ table_name: table }) => read(`PRAGMA table_info(${table})`),
  execute_batch: executeBatch,
});
