// explore-database: asks what a database, a table or a column contains, and attaches the schema.
import { completeFrom, definePrompt, embeddedResource, text, type Prompt } from '@mcp/runtime';
import { schemaSql } from '../catalog.ts';
import { completeColumn, completeTable } from '../completion.ts';
import type { Databases } from '../databases.ts';
import { readingParams } from '../errors.ts';
import { databaseIcon } from '../icons.ts';

export const exploreDatabase = (databases: Databases): Prompt =>
  definePrompt({
    name: 'explore-database',
    title: 'Explore a database',
    description: 'Ask what a database, a table or a column contains.',
    icons: databaseIcon,
    arguments: {
      database: {
        description: 'Name of the database, required if there are several',
        complete: completeFrom(databases.names),
      },
      table: { description: 'A table to look at', complete: completeTable(databases) },
      column: { description: 'A column of the table', complete: completeColumn(databases) },
    },
    get: ({ database: name, table, column }, ctx) =>
      readingParams(undefined, async () => {
        const database = databases.find(name);
        const part = [column && `the column ${column} of `, table && `the table ${table} of `].join('');
        const what = `${part}the database ${database.name}`;
        const ask =
          `Find out what ${what} contains. The schema is below. Read a few rows with read_query, count them, and ` +
          'look for missing and unusual values. Then say what it is about, how the tables are related, and ' +
          'which questions it can answer.';
        const uri = `sqlite://${database.name}/schema`;
        const schema = { uri, mimeType: 'application/sql', text: await schemaSql(database, ctx) };
        const messages = [
          { role: 'user', content: text(ask) },
          { role: 'user', content: embeddedResource(schema) },
        ] as const;
        return { description: `Explore ${what}`, messages };
      }),
  });
