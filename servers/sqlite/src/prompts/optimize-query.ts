// optimize-query: a prompt that brings the plan of a query along.
import { definePrompt, embeddedResource, text } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { planIcon } from '../icons.ts';
import { explain } from '../query-plan.ts';
import { databaseArgument } from './arguments.ts';
import { schemaOf } from './explore-database.ts';

export const optimizeQuery = (databases: Databases) =>
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
      const { plan, fullScans } = await explain(databases.find(name), { query: sql }, ctx);
      const scans = fullScans.length === 0 ? 'nothing' : fullScans.join(', ');
      const ask =
        `Make this SQLite query faster:\n\n${sql}\n\nIts plan:\n\n${plan.join('\n')}\n\nIt reads all rows of: ${scans}. ` +
        'The schema is below. Suggest another query or indexes, and show with explain_query that they help.';
      return {
        description: 'A faster query',
        messages: [
          { role: 'user', content: text(ask) },
          { role: 'user', content: embeddedResource(await schemaOf(databases, name, ctx)) },
        ],
      };
    },
  });
