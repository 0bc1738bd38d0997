// write-query: a prompt for a query that reaches a goal.
import { definePrompt, embeddedResource, text } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { databaseArgument } from './arguments.ts';
import { schemaOf } from './explore-database.ts';

export const writeQueryPrompt = (databases: Databases) =>
  definePrompt({
    name: 'write-query',
    title: 'Write a query',
    description: 'Asks for a query that answers a question',
    icons: writeIcon,
    arguments: {
      goal: { description: 'What to find out', required: true },
      database: databaseArgument(databases),
    },
    get: async ({ goal, database: name }, ctx) => ({
      description: 'A query for a goal',
      messages: [
        {
          role: 'user',
          content: text(
            `Write one SQLite query for this goal: ${goal}\n\nThe schema is below. Bind values as parameters. ` +
              'Check the plan with explain_query, run it, and say what the result means.',
          ),
        },
        { role: 'user', content: embeddedResource(await schemaOf(databases, name, ctx)) },
      ],
    }),
  });
