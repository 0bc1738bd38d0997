// Real databases in temporary directories, and a server for them.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer, type Revision } from '@mcp/runtime';
import { connect, type TestClient } from '@mcp/runtime/testing';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { Databases } from '../src/databases.ts';
import { readOptions, type Input, type Options } from '../src/options.ts';
import { toServer } from '../src/server.ts';

/** Opens a database in this process, like another program would. */
export const open = (path: string): Database.Database => new Database(path);

/** A temporary directory, gone after the test. */
export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  at(...names: string[]): string;
  /** Runs SQL on a database in it, which is made if need be. Returns its path. */
  database(name: string, sql: string): string;
  remove(name: string): void;
}

export const temporary = (): Temporary => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-sqlite-')));
  const at = (...names: string[]): string => join(path, ...names);
  return {
    path,
    at,
    database: (name, sql) => {
      const native = open(at(name));
      native.exec(sql);
      native.close();
      return at(name);
    },
    remove: (name) => rmSync(at(name)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** Two tables and a view that most tests use. */
export const SHOP = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, credit REAL DEFAULT 0.5);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id) ON DELETE CASCADE, item TEXT);
  CREATE INDEX orders_by_customer ON orders (customer);
  CREATE VIEW names AS SELECT name FROM customers;
  CREATE TRIGGER gone AFTER DELETE ON orders BEGIN UPDATE customers SET credit = credit + 1; END;
  INSERT INTO customers (name) VALUES ('Ada'), ('Grace');
  INSERT INTO orders (customer, item) VALUES (1, 'tea'), (1, 'milk'), (2, 'rum');
`;

/** The flags as the command line gives them when none is set. */
export const DEFAULT_FLAGS = {
  'db-path': [],
  write: false,
  'allow-create': false,
  'allow-attach': false,
  'max-rows': 1000,
  'max-output-chars': 40_000,
  timeout: 10,
  'max-memory': 768,
  'max-undo': 32,
  'backup-dir': undefined,
  'import-dir': undefined,
  'export-dir': undefined,
  queries: undefined,
  confirm: 'never',
  'read-only': false,
  toolsets: [],
} as const satisfies Input['flags'];

/** The options as the command line would read them. */
export const optionsFor = (
  positionals: readonly string[],
  flags: Partial<Input['flags']> = {},
  note: (message: string) => void = () => {},
): Options => readOptions({ positionals, flags: { ...DEFAULT_FLAGS, ...flags } }, note);

export interface Answer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly [member: string]: unknown };
  readonly isError?: boolean;
}

/** A client of a server for some databases. Its processes end with it. */
export interface Session extends AsyncDisposable {
  readonly client: TestClient;
  call(name: string, args?: object): Promise<Answer>;
}

/** All of these may be written, and all tools are there, unless flags say otherwise. */
export const serve = async (
  paths: readonly string[],
  flags: Partial<Input['flags']> = {},
  revision: Revision = '2025-11-25',
): Promise<Session> => {
  const options = optionsFor([], { 'db-path': paths, ...flags });
  const databases = new Databases(options);
  const client = await connect(defineServer({ ...toServer(databases), report: () => {} }), {
    revision,
  });
  return {
    client,
    call: async (name, args = {}) => {
      const answer = (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;
      const [first] = answer.content;
      // Whatever a host shows of a result: data is the same in both forms.
      if (answer.structuredContent !== undefined && first?.text.startsWith('{') === true)
        expect(JSON.parse(first.text)).toEqual(answer.structuredContent);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      databases.close();
    },
  };
};

/** The texts of an answer. */
export const textsOf = ({ content }: Answer): string[] => content.map(({ text }) => text);

/** The rows of an answer as objects. */
export const objectsOf = ({ content, structuredContent }: Answer): unknown[] => {
  const { columns, rows } = structuredContent as {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
  };
  expect(content).toHaveLength(1);
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
};

/** The data of an answer. */
export const dataOf = ({ structuredContent, isError }: Answer): unknown =>
  isError ? undefined : structuredContent;
