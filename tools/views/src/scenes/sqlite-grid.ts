// Rows of a query in the grid of the SQLite server: as a table and as a chart.
import { join } from 'node:path';
import { makeDatabase, type Scene } from '../scene.ts';

const prepare: Scene['prepare'] = (folder) => {
  const sql = `
    CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, price REAL, sold_on TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO sales
    SELECT i, CASE i % 3 WHEN 0 THEN 'tea' WHEN 1 THEN 'milk' ELSE 'rum' END, (i * i % 41) / 4.0,
      date('2026-01-01', (i / 20) || ' days')
    FROM n;
  `;
  return { args: [makeDatabase(join(folder, 'shop.db'), sql)] };
};

export const sqliteGrid: Scene = {
  server: 'sqlite',
  view: 'grid',
  title: 'Rows of a query',
  tool: 'read_query',
  args: { query: 'SELECT id, item, price, sold_on FROM sales ORDER BY id' },
  prepare,
  act: async (view) => {
    await view.getByText('Rows 1–100 of 5,000').waitFor();
    const price = view.getByRole('columnheader', { name: 'price' });
    await price.getByRole('button').click();
    await price.getByText('↑').waitFor();
    await price.getByRole('button').click();
    await price.getByText('↓').waitFor();
    await view.getByRole('cell', { name: '10' }).first().waitFor();
  },
};

export const sqliteChart: Scene = {
  server: 'sqlite',
  view: 'grid',
  name: 'chart',
  title: 'Rows of a query as a chart',
  tool: 'read_query',
  args: {
    query:
      "SELECT date(sold_on, 'weekday 0') AS week, sum(price) AS total FROM sales GROUP BY week HAVING count(*) = 140 ORDER BY week",
  },
  prepare,
  act: async (view) => {
    await view.getByRole('img', { name: /^total by week/ }).waitFor();
  },
};
