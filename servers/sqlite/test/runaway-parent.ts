// A program that starts a database process, prints its pid, and waits for an endless query.
import { SqliteProcess } from '../src/process.ts';
import { FOREVER } from './queries.ts';

const [path = ''] = process.argv.slice(2);
const child = new SqliteProcess({
  path,
  readonly: true,
  allowAttach: false,
  busyMs: 0,
  maxUndo: 0,
  maxMemory: 2 ** 30,
  limits: { maxRows: 1, maxBytes: 1000 },
});
const ending = { deadlineMs: 600_000, signal: new AbortController().signal };
// Once this is answered, the process has the database open. It ends with the pid.
const { data } = await child.run({ kind: 'versions' }, ending);
void child.run({ kind: 'query', query: FOREVER }, ending);
process.stdout.write(`${data.split(' ').at(-1)}\n`);
