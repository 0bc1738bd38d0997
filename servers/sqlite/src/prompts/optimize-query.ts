// optimize-query: a prompt that brings the plan of a query along.
import { definePrompt, text, type Prompt } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { planIcon } from '../icons.ts';
import { explain } from '../query-plan.ts';
import { databaseArgument, schemaMessage } from './arguments.ts';

export const optimizeQuery = (databases: Databases): Prompt =>
  definePrompt({
    name: 'optimize-query',
    title: 'Optimize a query',
    description: 'Asks how a query can become faster',
    icons: planIcon,
    arguments: {
      sql: { description: 'The query', required: true },
      database: databaseArgument(databases),
    },
    async get({ sql, database: name }, ctx) {
      const database = databases.find(name);
      const { plan, fullScans } = await explain(database, { query: sql }, ctx);
      const scans = fullScans.length === 0 ? 'no table' : fullScans.join(', ');
      const ask =
        `Make this SQLite query faster:\n\n${sql}\n\nIts plan:\n\n${plan.join('\n')}\n\nIt reads all rows of: ${scans}. ` +
        'The schema is below. Suggest another query or indexes, and show with explain_query that they help.';
      return {
        description: 'A faster query',
        messages: [{ role: 'user', content: text(ask) }, await schemaMessage(database, ctx)],
      };
    },
  });
