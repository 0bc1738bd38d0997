// write_query: one statement that changes data, or would.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { confirm } from '../confirm.ts';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { database, params, query, WRITES } from './shapes.ts';
import {
  DRY_RUN,
  only,
  schemaChanges,
  toLines,
  toStructured,
  toTexts,
  writtenProperties,
} from './written.ts';

const input = {
  type: 'object',
  properties: {
    query,
    params,
    dryRun: { type: 'boolean', default: false, description: 'Undo it, only tell' },
    database,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    ...writtenProperties,
    dryRun: { type: 'boolean' },
    schemaChanges,
    backup: { type: 'string' },
  },
  required: ['affectedRows', 'dryRun'],
} as const;

export const writeQuery = (databases: Databases) =>
  defineTool({
    name: 'write_query',
    title: 'Write query',
    description: 'Execute an INSERT, UPDATE, or DELETE query on the SQLite database',
    icons: writeIcon,
    annotations: WRITES,
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ query: sql, params: values, dryRun, database: name }, ctx) {
      const target = databases.find(name);
      const statements = [{ query: sql, params: values }];
      await confirm(ctx, databases.confirm, { database: target.name, statements, isDryRun: dryRun });
      const answer = await target.write({ statements, isAtomic: true, isDryRun: dryRun }, ctx);
      const written = only(answer);
      const changes = toLines(answer);
      return new ToolResult({
        content: [
          ...toTexts(written).map((part) => text(part)),
          ...[...changes, ...(dryRun ? [DRY_RUN] : [])].map((line) => text(line)),
        ],
        structuredContent: {
          ...toStructured(written),
          dryRun,
          ...(changes.length === 0 ? {} : { schemaChanges: changes }),
          ...(answer.backup === undefined ? {} : { backup: answer.backup }),
        },
      });
    },
  });
