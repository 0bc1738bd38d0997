// How what was written is told.
import { ToolError } from '@mcp/runtime';
import type { WriteAnswer, Written } from '../tasks.ts';

/** The schema of what one statement did. */
export const writtenProperties = {
  affectedRows: { type: 'integer' },
  /** With triggers and foreign keys, when that is another number. */
  allAffectedRows: { type: 'integer' },
  lastInsertRowid: {},
  /** Columns and rows, as `read_query` gives them. */
  returning: { type: 'object' },
} as const;

/** The schema of what a change of the schema did. */
export const schemaChanges = { type: 'array', items: { type: 'string' } } as const;

/** What one statement did, as structured content. */
export const toStructured = ({ affectedRows, allAffectedRows, lastInsertRowid, returning }: Written) => ({
  affectedRows,
  ...(allAffectedRows === undefined ? {} : { allAffectedRows }),
  ...(lastInsertRowid === undefined ? {} : { lastInsertRowid }),
  ...(returning === undefined ? {} : { returning: { columns: returning.columns, rows: returning.values } }),
});

/** `create table users`, one line for each change of the schema. */
export const toLines = ({ schemaChanges: changes }: WriteAnswer): string[] =>
  changes.map(({ change, type, name }) => `${change} ${type} ${name}`);

/** Equal lines that follow each other are told once: a batch may have thousands. */
export const collapse = (lines: readonly string[]): string[] => {
  const told: { readonly line: string; count: number }[] = [];
  for (const line of lines) {
    const last = told.at(-1);
    if (last?.line === line) last.count++;
    else told.push({ line, count: 1 });
  }
  return told.map(({ line, count }) => (count === 1 ? line : `${line} × ${count}`));
};

/** What one statement did, in the words of the official server, then the rows that came back. */
export const toTexts = ({ affectedRows, isRead, returning }: Written): string[] => [
  ...(isRead === true ? [] : [`[{'affected_rows': ${affectedRows}}]`]),
  ...(returning === undefined ? [] : [returning.text]),
];

export const DRY_RUN = '[Dry run: nothing was changed.]';

/** The only result. @throws {ToolError} never in practice. */
export const only = ({ results: [result] }: WriteAnswer): Written => {
  if (result === undefined) throw new ToolError('Nothing was done.');
  return result;
};
