// Prompts that bring the schema of a database along.
import {
  completeFrom,
  definePrompt,
  embeddedResource,
  text,
  type Context,
  type Prompt,
  type PromptArgument,
} from '@mcp/runtime';
import { schemaSql } from '../catalog.ts';
import { completeColumn, completeTable } from '../completion.ts';
import type { Database, Databases } from '../databases.ts';
import { readingParams } from '../errors.ts';
import { databaseIcon, planIcon, writeIcon } from '../icons.ts';
import { explain } from '../tools/explain-query.ts';

const databaseArgument = (databases: Databases): PromptArgument => ({
  description: 'The name of the database. Needed when there are several',
  complete: completeFrom(databases.names),
});

interface Asking {
  readonly description: string;
  /** What to do. */
  readonly ask: string;
}

interface DatabaseRequest {
  readonly databases: Databases;
  readonly name: string | undefined;
  readonly ctx: Context;
}

/** What to do, and the schema. @throws {RpcError} −32602 for what a client asks in a wrong way. */
const withSchema = (
  { databases, name, ctx }: DatabaseRequest,
  toAsking: (database: Database) => Asking | Promise<Asking>,
) => {
  const read = async () => {
    const database = databases.find(name);
    const { description, ask } = await toAsking(database);
    const uri = `sqlite://${database.name}/schema`;
    const schema = { uri, mimeType: 'application/sql', text: await schemaSql(database, ctx) };
    const messages = [
      { role: 'user', content: text(ask) },
      { role: 'user', content: embeddedResource(schema) },
    ] as const;
    return { description, messages };
  };
  return readingParams(undefined, read());
};

export const exploreDatabase = (databases: Databases): Prompt =>
  definePrompt({
    name: 'explore-database',
    title: 'Explore a database',
    description: 'Ask what a database, a table or a column holds.',
    icons: databaseIcon,
    arguments: {
      database: databaseArgument(databases),
      table: { description: 'A table to look at', complete: completeTable(databases) },
      column: { description: 'A column of the table', complete: completeColumn(databases) },
    },
    get: ({ database: name, table, column }, ctx) =>
      withSchema({ databases, name, ctx }, (database) => {
        const what = [
          ...(column === undefined ? [] : [`the column ${column}`]),
          ...(table === undefined ? [] : [`the table ${table}`]),
          `the database ${database.name}`,
        ].join(' of ');
        const ask =
          `Find out what ${what} holds. The schema is below. Look at a few rows with read_query, count them, and ` +
          'look for missing and unusual values. Then say what it is about, how the tables belong together, and ' +
          'which questions it can answer.';
        return { description: `Explore ${what}`, ask };
      }),
  });

export const writeQueryPrompt = (databases: Databases): Prompt =>
  definePrompt({
    name: 'write-query',
    title: 'Write a query',
    description: 'Ask for a query that answers a question.',
    icons: writeIcon,
    arguments: {
      goal: { description: 'What to find out', required: true },
      database: databaseArgument(databases),
    },
    get: ({ goal, database: name }, ctx) =>
      withSchema({ databases, name, ctx }, () => ({
        description: 'A query for a goal',
        ask:
          `Write one SQLite query for this goal: ${goal}\n\nThe schema is below. Bind values as parameters. ` +
          'Check the plan with explain_query, run it, and say what the result means.',
      })),
  });

export const optimizeQuery = (databases: Databases): Prompt =>
  definePrompt({
    name: 'optimize-query',
    title: 'Optimize a query',
    description: 'Ask how a query can become faster.',
    icons: planIcon,
    arguments: {
      sql: { description: 'The query', required: true },
      database: databaseArgument(databases),
    },
    get: ({ sql, database: name }, ctx) =>
      withSchema({ databases, name, ctx }, async (database) => {
        const { plan, fullScans } = await explain(database, { query: sql }, ctx);
        const ask =
          `Make this SQLite query faster:\n\n${sql}\n\nIts plan:\n\n${plan.join('\n')}\n\n` +
          `It reads all rows of: ${fullScans.join(', ') || 'no table'}. ` +
          'The schema is below. Suggest another query or indexes, and show with explain_query that they help.';
        return { description: 'A faster query', ask };
      }),
  });
