// query: one statement that reads or, where a database may be changed, writes. For `--toolsets minimal`.
import { defineTool, destroys, readsOnly, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { codeOf } from '../errors.ts';
import { readIcon } from '../icons.ts';
import { readPage } from './read-query.ts';
import { databaseName, pageCursor, sqlAlias, sqlParams } from './shared.ts';
import { runWrite } from './write-query.ts';

export const query = (databases: Databases): Tool => {
  const { areWritable, limits } = databases;
  return defineTool({
    name: 'query',
    title: 'Query',
    toolset: 'minimal',
    // Beside the other tools it would only be another name.
    listed: databases.options.toolsets.includes('minimal'),
    description: `Run one SQL statement that reads${areWritable ? ' or changes data' : ''}. Bind values with params.`,
    icons: readIcon,
    annotations: areWritable ? destroys : readsOnly,
    task: 'optional',
    atMostOnce: areWritable,
    aliases: sqlAlias,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'One SQL statement.' },
        params: sqlParams,
        cursor: pageCursor,
        database: databaseName,
      },
      required: ['query'],
      additionalProperties: false,
    },
    async run({ query: sql, params, cursor, database: name }, ctx) {
      const database = databases.find(name, sql);
      const page = { query: sql, params, cursor, maxRows: limits.maxRows, format: 'json' } as const;
      try {
        return await readPage(database, page, ctx);
      } catch (error) {
        if (!areWritable || codeOf(error) !== 'not_read_only') throw error;
      }
      return runWrite(database, { query: sql, params }, false, ctx);
    },
  });
};
