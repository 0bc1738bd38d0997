// undo_last_write: undoes the last write of this server.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { undoIcon } from '../icons.ts';
import { databaseName, jsonResult } from './shared.ts';

export const undoLastWrite = (databases: Databases): Tool =>
  defineTool({
    name: 'undo_last_write',
    title: 'Undo last write',
    description:
      'Undo the last write of write_query, execute_batch, create_table or import_rows: restore the database to its state before. Works once, if the answer of the write has undo: undo_last_write and no other program has written since.',
    icons: undoIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema: { type: 'object', properties: { database: databaseName }, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { undone: { type: 'string', description: 'SQL of the write.' } },
      required: ['undone'],
    },
    run: async ({ database }, ctx) => jsonResult({ undone: await databases.find(database).writes.undo(ctx) }),
  });
