// alter_schema: one statement that changes the schema.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { confirm } from '../confirm.ts';
import type { Databases } from '../databases.ts';
import { schemaIcon } from '../icons.ts';
import { database, query, WRITES } from './shapes.ts';
import { DRY_RUN, schemaChanges, toLines } from './written.ts';

const input = {
  type: 'object',
  properties: { query, dryRun: { type: 'boolean', default: false }, database },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    object: { type: 'string' },
    schemaChanges,
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
  },
  required: ['schemaChanges', 'dryRun'],
} as const;

export const alterSchema = (databases: Databases) =>
  defineTool({
    name: 'alter_schema',
    title: 'Alter schema',
    toolset: 'ddl',
    description: 'Execute one CREATE, ALTER or DROP statement',
    icons: schemaIcon,
    annotations: WRITES,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ query: sql, dryRun, database: name }, ctx) {
      const statements = [{ query: sql }];
      const target = databases.find(name);
      await confirm(ctx, databases.confirm, { database: target.name, statements, isDryRun: dryRun });
      const answer = await target.write(
        { statements, isAtomic: true, isDryRun: dryRun, verbs: ['CREATE', 'ALTER', 'DROP'] },
        ctx,
      );
      const changes = toLines(answer);
      const object = answer.schemaChanges[0]?.name;
      const backup = answer.backup === undefined ? {} : { backup: answer.backup };
      return new ToolResult({
        content: [text(changes.join('\n') || 'No change'), ...(dryRun ? [text(DRY_RUN)] : [])],
        structuredContent: {
          ...(object === undefined ? {} : { object }),
          schemaChanges: changes,
          dryRun,
          ...backup,
        },
      });
    },
  });
