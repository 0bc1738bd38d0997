// The tables of a database, as browse_schema gives them.
import type { Host } from '@mcp/view';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

/** One column that refers to another. */
export interface Reference {
  readonly from: string;
  readonly table: string;
  /** Undefined for the key of that table. */
  readonly to: string | undefined;
}

/** A table or view. */
export interface Table {
  readonly name: string;
  readonly type: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
  /** Why nothing is known of its columns. */
  readonly problem: string | undefined;
}

/** What there is to draw. */
export interface Schema {
  readonly tables: readonly Table[];
  /** Of the database, with those that are too many to be drawn. */
  readonly total: number;
}

/** Asks the server for all tables of the database that the page is shown for. */
export const fetchSchema = async (
  host: Host,
  { database }: { readonly [name: string]: unknown },
): Promise<Schema> => {
  const { structuredContent = {} } = await host.callTool(
    'browse_schema',
    database === undefined ? {} : { database },
  );
  const { tables, total } = structuredContent;
  return { tables: listOf(tables).map(toTable), total: Number(total) };
};

type Given = { readonly [member: string]: unknown };

const listOf = (value: unknown): Given[] => (Array.isArray(value) ? (value as Given[]) : []);

const toTable = (given: Given): Table => ({
  name: String(given['name']),
  type: String(given['type']),
  columns: listOf(given['columns']).map(({ name, type, pk }) => ({
    name: String(name),
    type: String(type),
    isKey: Number(pk) > 0,
  })),
  references: listOf(given['foreign_keys']).map(({ from, table, to }) => ({
    from: String(from),
    table: String(table),
    to: typeof to === 'string' ? to : undefined,
  })),
  problem: typeof given['problem'] === 'string' ? given['problem'] : undefined,
});

/** SQLite compares names without regard to the case of ASCII letters. */
export const toKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
