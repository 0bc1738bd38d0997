// Things to ask about a database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedServers } from '../started-servers.ts';
import type { Things } from './thing.ts';

const SHOP = [
  ['create_table', 'CREATE TABLE customers (name TEXT NOT NULL, email TEXT UNIQUE)'],
  ['create_table', 'CREATE TABLE orders (customer TEXT NOT NULL, total REAL, placed TEXT)'],
  ['write_query', "INSERT INTO customers VALUES ('Ada', 'ada@example.org'), ('Grace', 'grace@example.org')"],
  [
    'write_query',
    "INSERT INTO orders VALUES ('Ada', 10.5, '2026-01-03'), ('Ada', 4, '2026-02-11'), ('Grace', 7, '2026-02-20')",
  ],
] as const;

/** Lets the server create its database. */
const makeShop = async (servers: StartedServers): Promise<void> => {
  const client = await servers.client('sqlite', ['--db-path', 'data.db']);
  for (const [name, query] of SHOP) {
    const { isError, content } = await client.request('tools/call', { name, arguments: { query } });
    if (isError === true) throw new Error(JSON.stringify(content));
  }
};

export const sqlite: Things = {
  title: 'Your database',
  server: 'sqlite',
  args: ['data.db'],
  prepare: async (folder, servers) => {
    await makeShop(servers);
    writeFileSync(join(folder, 'new.csv'), 'name,email\nKatherine,k@example.org\nMary,m@example.org\n');
  },
  things: [
    {
      say: 'Which customers bought at least twice?',
      habit: [
        ['list_tables', {}, /orders/],
        ['describe_table', { table: 'orders' }, /customer/],
        [
          'read_query',
          { sql: 'SELECT customer FROM orders GROUP BY customer HAVING count(*) >= 2' },
          /"rows":\[\["Ada"\]\]/,
        ],
      ],
      calls: [
        ['list_tables', { detail: 'full' }, /"columns":"[^"]*"/g],
        [
          'read_query',
          { query: 'SELECT customer, count(*) AS orders FROM orders GROUP BY 1 HAVING count(*) >= 2' },
          /"rows":\[\["Ada",2\]\]/,
        ],
      ],
    },
    {
      say: 'Save the revenue per month as a CSV file.',
      turnOn: ['--export-dir', '.'],
      calls: [
        [
          'export_query',
          {
            query: 'SELECT substr(placed, 1, 7) AS month, sum(total) AS revenue FROM orders GROUP BY 1',
            save_to: 'revenue.csv',
          },
          /2 rows, 41 bytes/,
        ],
      ],
    },
    {
      say: 'Add Mary to the customers.',
      turnOn: ['--write'],
      habit: [
        [
          'write_query',
          { sql: "INSERT INTO customers VALUES ('Mary', 'mary@example.org')" },
          /"affected_rows":1/,
        ],
      ],
      calls: [
        [
          'write_query',
          { query: 'INSERT INTO customers VALUES (?, ?)', params: ['Mary', 'mary@example.org'] },
          /"affected_rows":1/,
        ],
      ],
    },
    {
      say: 'Import this CSV file into the customers.',
      turnOn: ['--write', '--import-dir', '.'],
      habit: [['import_rows', { table: 'customers', path: 'new.csv' }, /"rows":2/]],
      calls: [['import_rows', { table_name: 'customers', file: 'new.csv' }, /"rows":2/]],
    },
  ],
};
