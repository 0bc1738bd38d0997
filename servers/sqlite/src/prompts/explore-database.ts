// explore-database: a prompt that brings the schema along.
import { definePrompt, text, type Prompt } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { databaseIcon } from '../icons.ts';
import { columnArgument, databaseArgument, schemaMessage, tableArgument } from './arguments.ts';

export const exploreDatabase = (databases: Databases): Prompt =>
  definePrompt({
    name: 'explore-database',
    title: 'Explore a database',
    description: 'Asks what a database, a table or a column holds',
    icons: databaseIcon,
    arguments: {
      database: databaseArgument(databases),
      table: tableArgument(databases),
      column: columnArgument(databases),
    },
    async get({ database: name, table, column }, ctx) {
      const database = databases.find(name);
      const what = [
        ...(column === undefined ? [] : [`the column ${column}`]),
        ...(table === undefined ? [] : [`the table ${table}`]),
        `the database ${database.name}`,
      ].join(' of ');
      const ask =
        `Find out what ${what} holds. The schema is below. Look at a few rows with read_query, count them, and ` +
        'look for missing and unusual values. Then say what it is about, how the tables belong together, and ' +
        'which questions it can answer.';
      return {
        description: `Explore ${what}`,
        messages: [{ role: 'user', content: text(ask) }, await schemaMessage(database, ctx)],
      };
    },
  });
