// Which package gives SQLite: the one that the operator wants, or the first that works.
import { SqlFailure } from '../sql/failure.ts';
import { loadBetterSqlite3 } from './better-sqlite3.ts';
import type { Driver } from './driver.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import type { ProcessOptions } from '../tasks.ts';

const LOADERS = { 'better-sqlite3': loadBetterSqlite3, node: loadNodeSqlite };

/** @throws {SqlFailure} when none of them works. */
export const loadDriver = (wanted: ProcessOptions['driver']): Driver => {
  const problems: string[] = [];
  for (const name of wanted === 'auto' ? (['better-sqlite3', 'node'] as const) : [wanted]) {
    try {
      return LOADERS[name]();
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  throw new SqlFailure('driver', `SQLite cannot be loaded. Tell the operator: ${problems.join('; ')}`);
};
