// The same tests with node:sqlite in the place of better-sqlite3.
import { useDriver } from './setup.ts';

useDriver('node');
await import('./attacks.test.ts');
await import('./files.test.ts');
await import('./resources.test.ts');
await import('./executor/executor.test.ts');
await import('./tools/read-query.test.ts');
await import('./tools/schema.test.ts');
await import('./tools/writing.test.ts');
