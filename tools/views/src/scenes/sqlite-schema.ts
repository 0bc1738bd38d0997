// The tables of a shop in the diagram of the SQLite server.
import { join } from 'node:path';
import { makeDatabase, type Scene } from '../scene.ts';

export const sqliteSchema: Scene = {
  server: 'sqlite',
  view: 'schema',
  title: 'The schema of a database as a diagram',
  tool: 'list_tables',
  args: {},
  prepare: (folder) => {
    const sql = `
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
      CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL,
        maker INTEGER REFERENCES makers(id));
      CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), ordered_on TEXT);
      CREATE TABLE order_lines (
        "order" INTEGER REFERENCES orders(id), product INTEGER REFERENCES products(id), amount INTEGER,
        PRIMARY KEY ("order", product)
      );
      CREATE TABLE ratings (product INTEGER REFERENCES products(id),
        customer INTEGER REFERENCES customers(id), stars INTEGER);
      CREATE VIEW sales AS SELECT product, sum(amount) AS sold FROM order_lines GROUP BY product;
    `;
    return { args: [makeDatabase(join(folder, 'shop.db'), sql)] };
  },
  act: async (view) => {
    await view.getByRole('button', { name: 'orders', exact: true }).click();
    await view.getByText('order_lines.order refers to it').waitFor();
  },
};
