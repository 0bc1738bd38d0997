// The same tests with node:sqlite in the place of better-sqlite3: all that is about what a process does with SQLite.
// Those of the executor and resources are about the server around it.
import { useDriver } from './setup.ts';

useDriver('node');
await import('./attacks.test.ts');
await import('./files.test.ts');
await import('./tools/export-query.test.ts');
await import('./tools/read-query.test.ts');
await import('./tools/schema.test.ts');
await import('./tools/writing.test.ts');
