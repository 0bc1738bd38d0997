// write-query: a prompt for a query that reaches a goal.
import { definePrompt, text, type Prompt } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { databaseArgument, schemaMessage } from './arguments.ts';

export const writeQueryPrompt = (databases: Databases): Prompt =>
  definePrompt({
    name: 'write-query',
    title: 'Write a query',
    description: 'Asks for a query that answers a question',
    icons: writeIcon,
    arguments: {
      goal: { description: 'What to find out', required: true },
      database: databaseArgument(databases),
    },
    async get({ goal, database: name }, ctx) {
      const ask =
        `Write one SQLite query for this goal: ${goal}\n\nThe schema is below. Bind values as parameters. ` +
        'Check the plan with explain_query, run it, and say what the result means.';
      return {
        description: 'A query for a goal',
        messages: [{ role: 'user', content: text(ask) }, await schemaMessage(databases.find(name), ctx)],
      };
    },
  });
