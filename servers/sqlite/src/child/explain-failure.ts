// Why a task failed, with what helps the model.
import { toFailure, type Failure } from '../sql/failure.ts';
import { likelyTables, TABLE_NAMES } from '../sql/name.ts';
import type { Connection } from './connection.ts';

/** A failure as plain data. Where a table does not exist, the hint has the names of similar ones. */
export const explainFailure = (connection: Connection, error: unknown): Failure => {
  const failure = toFailure(error);
  const table = /^no such table: (?:main\.)?(.*)$/s.exec(failure.message)?.[1];
  if (table === undefined) return failure;
  const names = connection.prepare<[], string>(TABLE_NAMES).pluck().all();
  return { ...failure, hint: likelyTables(table, names) };
};
