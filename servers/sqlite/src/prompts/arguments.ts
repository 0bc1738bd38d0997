// Arguments of prompts that name a database, table or column, with completion, and the schema that prompts bring along.
import { completeFrom, embeddedResource, type Context, type PromptArgument } from '@mcp/runtime';
import { columnNames, schemaSql, tableNames } from '../catalog.ts';
import type { Database, Databases } from '../databases.ts';

type KnownArguments = { readonly arguments: { readonly [name: string]: string | undefined } };

const target = (databases: Databases, { arguments: { database } }: KnownArguments): Database | undefined =>
  databases.all.find(({ name }) => name === database) ?? databases.all[0];

export const databaseArgument = (databases: Databases): PromptArgument => ({
  description: 'The name of the database. Needed when there are several',
  complete: completeFrom(databases.names),
});

export const tableArgument = (databases: Databases): PromptArgument => ({
  description: 'A table to look at',
  complete: (typed, known, ctx) => {
    const database = target(databases, known);
    return database === undefined ? [] : tableNames(database, typed, ctx);
  },
});

/** Completes when the table is known. */
export const columnArgument = (databases: Databases): PromptArgument => ({
  description: 'A column of the table',
  complete: (start, known, ctx) => {
    const database = target(databases, known);
    const { table } = known.arguments;
    return database === undefined || table === undefined ? [] : columnNames(database, { table, start }, ctx);
  },
});

/** A message with the schema of a database. */
export const schemaMessage = async (database: Database, ctx: Context) => {
  const uri = `sqlite://${database.name}/schema`;
  const schema = { uri, mimeType: 'application/sql', text: await schemaSql(database, ctx) };
  return { role: 'user', content: embeddedResource(schema) } as const;
};
