// better-sqlite3, as far as this benchmark needs it: it brings no types.
import { createRequire } from 'node:module';

export interface Statement {
  raw(on: boolean): this;
  columns(): readonly { readonly name: string }[];
  all(...parameters: readonly unknown[]): readonly unknown[];
  run(...parameters: readonly unknown[]): { readonly changes: number };
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

const Native = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => Database;

export function openDatabase(path: string): Database {
  return new Native(path);
}
