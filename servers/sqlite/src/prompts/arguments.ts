// Arguments of prompts that name a database, table or column, with completion.
import type { Context } from '@mcp/runtime';
import { columnNames, tableNames } from '../catalog.ts';
import type { Database, Databases } from '../databases.ts';

type Known = { readonly arguments: { readonly [name: string]: string | undefined } };

const MOST_SUGGESTIONS = 100;

const target = (databases: Databases, { arguments: { database } }: Known): Database | undefined =>
  databases.all.find(({ name }) => name === database) ?? databases.all[0];

export const databaseArgument = (databases: Databases) => ({
  description: 'Needed when there are several',
  complete: (typed: string) => databases.all.map(({ name }) => name).filter((name) => name.startsWith(typed)),
});

export const tableArgument = (databases: Databases) => ({
  description: 'The table',
  complete: (typed: string, known: Known, ctx: Context) => {
    const database = target(databases, known);
    return database === undefined ? [] : tableNames(database, typed, MOST_SUGGESTIONS, ctx);
  },
});

/** Completes when the table is known. */
export const columnArgument = (databases: Databases) => ({
  description: 'The column',
  complete: (typed: string, known: Known, ctx: Context) => {
    const database = target(databases, known);
    const { table } = known.arguments;
    return database === undefined || table === undefined ? [] : columnNames(database, table, typed, ctx);
  },
});
