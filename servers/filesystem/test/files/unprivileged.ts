// A process without rights on some files. Prints how its attempts to use them end.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../setup.ts';

const root = process.argv[2] ?? '';
mkdirSync(join(root, 'closed'));
for (const name of ['closed/a.txt', 'unreadable.txt', 'protected.txt']) writeFileSync(join(root, name), 'x');
chmodSync(join(root, 'unreadable.txt'), 0o200);
chmodSync(join(root, 'protected.txt'), 0o444);
chmodSync(join(root, 'closed'), 0);

const files = filesIn([root]);
const tree = await files.tree('.');
const attempts = {
  'read unreadable': files.read('unreadable.txt', () => 'done'),
  'write protected': files.write('protected.txt', 'y'),
  'append protected': files.write('protected.txt', 'y', { mode: 'append' }),
  'list closed': files.list('closed'),
  'read in closed': files.read('closed/a.txt', () => 'done'),
  'write in closed': files.write('closed/b.txt', 'y'),
  'make in closed': files.makeDirectory('closed/c/d'),
  'delete in closed': files.remove('closed', { recursive: true }),
  'list in tree': Promise.resolve(tree.list('closed')),
  list: files.list('.').then(({ entries }) => entries.map(({ name }) => name)),
  'top of tree': Promise.resolve(tree.list('')).then(({ length }) => length),
};
const outcomes: { [attempt: string]: unknown } = {};
await Promise.all(
  Object.entries(attempts).map(async ([attempt, work]) => {
    outcomes[attempt] = await work.catch((error: unknown) =>
      error instanceof Error && 'code' in error ? error.code : String(error),
    );
  }),
);
chmodSync(join(root, 'closed'), 0o700);
process.stdout.write(JSON.stringify(outcomes));
