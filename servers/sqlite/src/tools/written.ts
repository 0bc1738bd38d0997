// How what was written is told.
import { ToolError } from '@mcp/runtime';
import type { WriteAnswer, Written } from '../executor/task.ts';

/** The schema of what one statement did. */
export const writtenProperties = {
  affectedRows: { type: 'integer' },
  allAffectedRows: { type: 'integer', description: 'With triggers' },
  lastInsertRowid: {},
  /** Columns and rows, as `read_query` gives them. */
  returned: { type: 'object' },
} as const;

/** The schema of what a change of the schema did. */
export const schemaChanges = { type: 'array', items: { type: 'string' } } as const;

/** What one statement did, as structured content. */
export const toStructured = ({ affectedRows, allAffectedRows, lastInsertRowid, returned }: Written) => ({
  affectedRows,
  allAffectedRows,
  ...(lastInsertRowid === undefined ? {} : { lastInsertRowid }),
  ...(returned === undefined ? {} : { returned: { columns: returned.columns, rows: returned.values } }),
});

/** `create table users`, one line for each change of the schema. */
export const toLines = ({ schemaChanges: changes }: WriteAnswer): string[] =>
  changes.map(({ change, type, name }) => `${change} ${type} ${name}`);

/** What one statement did, in the words of the official server, then what it returned. */
export const toTexts = ({ affectedRows, isRead, returned }: Written): string[] => [
  ...(isRead === true ? [] : [`[{'affected_rows': ${affectedRows}}]`]),
  ...(returned === undefined ? [] : [returned.text]),
];

export const DRY_RUN = '[Dry run: nothing was changed.]';

/** The only result. @throws {ToolError} never in practice. */
export const only = ({ results: [result] }: WriteAnswer): Written => {
  if (result === undefined) throw new ToolError('Nothing was done.');
  return result;
};
