// Unprivileged process: prints how its attempts to use files without permission end.
import { chmodSync, chownSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, treeIn } from './setup.ts';

const NOBODY = 65_534;

const root = process.argv[2] ?? '';
// Root may do everything, so it becomes another user, after the imports in case that user cannot enter the clone.
if (process.geteuid?.() === 0) {
  chownSync(root, NOBODY, NOBODY);
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
mkdirSync(join(root, 'closed'));
// Entries of `full` may be deleted, but not `full`.
mkdirSync(join(root, 'fixed/full/sub'), { recursive: true });
for (const name of ['a.txt', 'sub/b.txt']) writeFileSync(join(root, 'fixed/full', name), 'x');
chmodSync(join(root, 'fixed'), 0o500);
for (const name of ['closed/a.txt', 'unreadable.txt', 'protected.txt']) writeFileSync(join(root, name), 'x');
mkdirSync(join(root, 'names'));
writeFileSync(join(root, 'names/a.txt'), 'x');
// Can be listed, but its entries not inspected.
chmodSync(join(root, 'names'), 0o444);
chmodSync(join(root, 'unreadable.txt'), 0o200);
chmodSync(join(root, 'protected.txt'), 0o444);
// The process is in a directory it cannot re-enter.
process.chdir(join(root, 'closed'));
chmodSync(join(root, 'closed'), 0);

const files = filesIn([root]);
using tree = await treeIn(files, '.');
const attempts = {
  'read unreadable': files.read('unreadable.txt', () => 'done'),
  'write protected': files.write('protected.txt', 'y'),
  'append protected': files.write('protected.txt', 'y', { mode: 'append' }),
  'list closed': files.list('closed'),
  'read in closed': files.read('closed/a.txt', () => 'done'),
  'write in closed': files.write('closed/b.txt', 'y'),
  'make in closed': files.makeDirectory('closed/c/d'),
  'delete in closed': files.remove('closed', { recursive: true }),
  'delete in fixed': files
    .remove('fixed/full', { recursive: true })
    .catch(({ message }) => Promise.reject(message)),
  'move into fixed': files
    .move('unreadable.txt', 'fixed/a.txt')
    .catch(({ message }) => Promise.reject(message)),
  'list in tree': Promise.resolve().then(() => tree.list('closed')),
  list: files.list('.').then(({ entries }) => entries.map(({ name }) => name)),
  'list with states': files.listWithStates('.').then(({ entries }) => entries.length),
  'only names': files.listWithStates('names').then(({ entries }) => entries),
  'top of tree': Promise.resolve().then(() => tree.list('').length),
};
const outcomes: { [attempt: string]: unknown } = {};
await Promise.all(
  Object.entries(attempts).map(async ([attempt, work]) => {
    outcomes[attempt] = await work.catch((error: unknown) =>
      error instanceof Error && 'code' in error ? error.code : String(error),
    );
  }),
);
outcomes['working directory'] = readlinkSync('/proc/self/cwd').slice(root.length);
for (const name of ['closed', 'fixed', 'names']) chmodSync(join(root, name), 0o700);
process.stdout.write(JSON.stringify(outcomes));
