// alter_schema: one statement that changes the schema.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { confirm } from '../confirm.ts';
import type { Databases } from '../databases.ts';
import { schemaIcon } from '../icons.ts';
import { jsonResult, toLines } from '../result.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One statement that begins with CREATE, ALTER or DROP.' },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Run the statement, report what it changes, then roll it back.',
    },
    database: {
      type: 'string',
      description: 'The name of the database. May be omitted if there is only one.',
    },
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    object: { type: 'string' },
    schemaChanges: { type: 'array', items: { type: 'string' } },
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
  },
  required: ['schemaChanges', 'dryRun'],
} as const;

const verbs = ['CREATE', 'ALTER', 'DROP'];

export const alterSchema = (databases: Databases): Tool =>
  defineTool({
    name: 'alter_schema',
    title: 'Alter schema',
    toolset: 'ddl',
    description:
      'Run one statement that changes the schema: CREATE, ALTER or DROP of tables, indexes, views and triggers.',
    icons: schemaIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema,
    outputSchema,
    async run({ query, dryRun: isDryRun, database: name }, ctx) {
      const statements = [{ query }];
      const database = databases.find(name);
      await confirm(ctx, databases, { database, intent: { statements, isDryRun, verbs } });
      const answer = await database.write({ statements, isAtomic: true, isDryRun, verbs }, ctx);
      const { schemaChanges, backup } = answer;
      const [first] = schemaChanges;
      return jsonResult({
        ...(first === undefined ? {} : { object: first.name }),
        schemaChanges: toLines(schemaChanges),
        dryRun: isDryRun,
        ...(backup === undefined ? {} : { backup }),
      });
    },
  });
