// Tables: reads the tables of a database from list_tables.

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

/** A column that refers to another. */
export interface Reference {
  readonly from: string;
  readonly table: string;
  /** Undefined for the primary key of that table. */
  readonly to: string | undefined;
}

/** A table or view. */
export interface Table {
  readonly name: string;
  readonly type: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
  /** Reason why its columns are unknown. */
  readonly problem: string | undefined;
}

/** The tables to draw. */
export interface Schema {
  readonly tables: readonly Table[];
  /** Number of all tables, including those not drawn. */
  readonly total: number;
}

type Given = { readonly [member: string]: unknown };

/** The part of the host that is used here. */
interface Caller {
  callTool(
    name: string,
    args: Given,
  ): Promise<{ readonly structuredContent?: Given; readonly _meta?: Given }>;
}

/** Larger diagrams are not readable. */
const MOST_TABLES = 500;

/** Fetches the tables of the database, page by page. */
export const fetchSchema = async (host: Caller, { database }: Given): Promise<Schema> => {
  const tables: Table[] = [];
  let total: unknown;
  let cursor: unknown;
  do {
    const args = { type: 'all', detail: 'full', ...(database === undefined ? {} : { database }) };
    const answer = await host.callTool('list_tables', cursor === undefined ? args : { ...args, cursor });
    const { structuredContent = {}, _meta = {} } = answer;
    const facts = listOf(_meta['facts']);
    tables.push(...listOf(structuredContent['tables']).map((table, at) => toTable(table, facts[at])));
    total ??= structuredContent['total'];
    cursor = structuredContent['next_cursor'];
  } while (cursor !== undefined && tables.length < MOST_TABLES);
  return { tables: tables.toSorted(byName), total: Number(total ?? tables.length) };
};

/** Sorts views after tables. */
const byName = (one: Table, other: Table): number =>
  one.type === other.type ? compare(one.name, other.name) : compare(one.type, other.type);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const listOf = (value: unknown): Given[] => (Array.isArray(value) ? (value as Given[]) : []);

const toTable = (given: Given, facts: Given | null = {}): Table => {
  // Tables of different databases may share a name.
  const { database } = given;
  const prefix = typeof database === 'string' ? `${database}.` : '';
  return {
    name: prefix + String(given['name']),
    type: String(given['type']),
    columns: listOf(facts?.['columns']).map(({ name, type, pk }) => ({
      name: String(name),
      type: String(type),
      isKey: Number(pk) > 0,
    })),
    references: listOf(facts?.['foreign_keys']).map(({ from, table, to }) => ({
      from: String(from),
      table: prefix + String(table),
      to: typeof to === 'string' ? to : undefined,
    })),
    problem: typeof given['problem'] === 'string' ? given['problem'] : undefined,
  };
};

/** Returns a name for comparison. SQLite ignores the case of ASCII letters. */
export const toKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
