// The built SQLite server under every official client.
import { DatabaseSandbox } from '../src/database-sandbox.ts';
import { sqlite } from './sqlite-suite.ts';
import { underEveryClient } from './under-every-client.ts';

underEveryClient({
  name: 'sqlite',
  sandbox: () => new DatabaseSandbox(),
  args: ({ file }) => ['--db-path', file, '--toolsets', 'demo'],
  suite: sqlite,
});
