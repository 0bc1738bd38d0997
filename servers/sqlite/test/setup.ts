// Real databases in temporary directories, and a server for them.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer, type McpServer, type Revision } from '@mcp/runtime';
import type { TaskOptions } from '@mcp/runtime/tasks';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import Database from 'better-sqlite3';
import { afterAll, expect } from 'vitest';
import { Databases } from '../src/databases.ts';
import { readOptions, type Input, type Options } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import type { ProcessOptions } from '../src/tasks.ts';

/** Opens a database in this process, like another program would. */
export const open = (path: string): Database.Database => new Database(path);

/** A temporary directory, removed after the test. */
export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  at(...names: string[]): string;
  /** Runs SQL on a database in it, creating it if needed. Returns the path. */
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
      // Each statement is a transaction: hundreds of them need not wait for the disk.
      native.pragma('synchronous = OFF');
      native.exec(sql);
      native.close();
      return at(name);
    },
    remove: (name) => rmSync(at(name)),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** Two tables and a view for most tests. */
export const SHOP = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, credit REAL DEFAULT 0.5);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id) ON DELETE CASCADE, item TEXT);
  CREATE INDEX orders_by_customer ON orders (customer);
  CREATE VIEW names AS SELECT name FROM customers;
  CREATE TRIGGER gone AFTER DELETE ON orders BEGIN UPDATE customers SET credit = credit + 1; END;
  INSERT INTO customers (name) VALUES ('Ada'), ('Grace');
  INSERT INTO orders (customer, item) VALUES (1, 'tea'), (1, 'milk'), (2, 'rum');
`;

/** The start options of a database process that only reads. */
export const readingOptions = (path: string): ProcessOptions => ({
  path,
  readonly: true,
  ...{ allowAttach: false, busyMs: 0, maxMemory: 2 ** 30, maxUndo: 0 },
  limits: { maxRows: 9, maxBytes: 1000 },
});

/** The parsed flags of an empty command line. */
export const DEFAULT_FLAGS = {
  'db-path': [],
  write: false,
  'allow-attach': false,
  'max-rows': 1000,
  'max-output-bytes': 40_000,
  timeout: 10,
  'max-undo': 32,
  'import-dir': undefined,
  'export-dir': undefined,
  queries: undefined,
  confirm: 'never',
  'read-only': false,
} as const satisfies Input['flags'];

/** Returns the options as the command line parses them. */
export const optionsFor = (
  positionals: readonly string[],
  flags: Partial<Input['flags']> = {},
  note: (message: string) => void = () => {},
): Options => readOptions({ positionals, flags: { ...DEFAULT_FLAGS, ...flags } }, note);

export interface Answer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly [member: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [member: string]: unknown };
}

/** Connects a client to a server for some databases. Its processes end with it. */
export interface Session extends AsyncDisposable {
  readonly client: TestClient;
  call(name: string, args?: object): Promise<Answer>;
  /** Returns the data of a call's answer. */
  data(name: string, args?: object): Promise<Answer['structuredContent']>;
  /** Returns the only text of a call that must fail. */
  failure(name: string, args?: object): Promise<string | undefined>;
  /** Returns the rows of a query. */
  rows(query: string, params?: unknown): Promise<unknown>;
}

/** A session with one new database, in a directory that is removed after it. */
export interface NewSession extends Session {
  readonly dir: Temporary;
  readonly path: string;
}

/** A server for a new database that accepts any number of clients. All end with it. */
export interface Host extends AsyncDisposable {
  readonly dir: Temporary;
  readonly path: string;
  connect(options?: ConnectOptions): Promise<TestClient>;
}

const toHost = (databases: Databases, taskOptions?: TaskOptions): McpServer =>
  defineServer({ ...toServer(databases, taskOptions), report: () => {} });

/** Writable and with all tools, unless flags say otherwise. */
export const host = (
  sql: string = SHOP,
  flags: Partial<Input['flags']> = {},
  taskOptions?: TaskOptions,
): Host => {
  const dir = temporary();
  const path = dir.database('shop.db', sql);
  const databases = new Databases(optionsFor([], { 'db-path': [path], ...flags }));
  const server = toHost(databases, taskOptions);
  const clients: TestClient[] = [];
  return {
    dir,
    path,
    connect: async (options) => {
      const client = await connect(server, options);
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      // Endless calls are answered when their process ends.
      databases.close();
      await Promise.all(clients.map((client) => client.close()));
      dir[Symbol.dispose]();
    },
  };
};

/** Writable and with all tools, unless flags say otherwise. */
export const serve = async (
  paths: readonly string[],
  flags: Partial<Input['flags']> = {},
  revision: Revision = '2025-11-25',
): Promise<Session> => {
  const databases = new Databases(optionsFor([], { 'db-path': paths, ...flags }));
  const client = await connect(toHost(databases), { revision });
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const answer = (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;
    const [first] = answer.content;
    // Whichever form a host shows, the data is the same.
    if (answer.structuredContent !== undefined && first?.text.startsWith('{') === true)
      expect(JSON.parse(first.text)).toEqual(answer.structuredContent);
    return answer;
  };
  const data: Session['data'] = async (name, args) => (await call(name, args)).structuredContent;
  return {
    client,
    call,
    data,
    failure: async (name, args) => {
      const { content, isError } = await call(name, args);
      expect([name, args, isError, content.length]).toEqual([name, args, true, 1]);
      return content[0]?.text;
    },
    rows: async (query, params) => (await data('read_query', { query, params }))?.['rows'],
    async [Symbol.asyncDispose]() {
      await client.close();
      databases.close();
    },
  };
};

/** Serves a new database, `shop`. */
export const serveNew = async (
  sql: string = SHOP,
  flags: Partial<Input['flags']> = {},
): Promise<NewSession> => {
  const dir = temporary();
  const path = dir.database('shop.db', sql);
  const session = await serve([path], flags);
  return {
    ...session,
    dir,
    path,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

/** Connects a client whose user gives these answers. Also returns the questions so far. */
export const connectUser = async (
  hosted: Pick<Host, 'connect'>,
  answer: (message: string) => { readonly action: string; readonly content?: object },
  revision: Revision,
): Promise<{ readonly client: TestClient; readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const client = await hosted.connect({
    revision,
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': ({ message }: { readonly message?: unknown }) => {
        asked.push(String(message));
        return { ...answer(String(message)) };
      },
    },
  });
  return { client, asked };
};

/** The same, for the tests of a file that only read. */
export const serveFile = async (...args: Parameters<typeof serveNew>): Promise<NewSession> => {
  const session = await serveNew(...args);
  afterAll(() => session[Symbol.asyncDispose]());
  return session;
};

/** Returns what another program reads in a database. */
export const rowsIn = (path: string, query: string): unknown[][] => {
  const native = open(path);
  const rows = native.prepare<[], unknown[]>(query).raw().all();
  native.close();
  return rows;
};

/** Returns the texts of an answer. */
export const textsOf = ({ content }: Answer): string[] => content.map(({ text }) => text);

/** Counts from 1 to a number, as the column `i` of `c`. */
export const countTo = (most: number): string =>
  `WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${most})`;

/** A deleted table, and the view of it. */
export const BROKEN_VIEW =
  'CREATE TABLE gone (x); CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone;';
