// Logging: the client's log has every change, with names and sizes but no content.
import { expect, test } from 'vitest';
import { connectTo, temporary } from '../setup.ts';

test('logs every change of a file', async () => {
  using dir = temporary({ 'a.txt': 'secret', 'sub/b.txt': '' });
  await using client = await connectTo(dir.server);
  await client.request('logging/setLevel', { level: 'info' });
  const calls: readonly (readonly [name: string, args: object, data: object])[] = [
    ['create_directory', { path: 'x/y' }, { made: dir.at('x/y'), directories: 2 }],
    [
      'copy_file',
      { source: 'a.txt', destination: 'x/c.txt' },
      { copied: 'a.txt', to: dir.at('x/c.txt'), files: 1, bytes: 6 },
    ],
    [
      'move_file',
      { source: 'x/c.txt', destination: 'd.txt' },
      { moved: dir.at('x/c.txt'), to: dir.at('d.txt') },
    ],
    [
      'delete_file',
      { path: 'sub', recursive: true, permanent: true },
      { deleted: dir.at('sub'), removed: 2 },
    ],
    ['create_directory', { path: 'x' }, {}],
    ['move_file', { source: 'gone', destination: 'e.txt' }, {}],
  ];
  for (const [name, args] of calls) await client.request('tools/call', { name, arguments: args });
  const expected = calls.slice(0, 4).map(([logger, , data]) => ({ level: 'info', logger, data }));
  expect(client.notifications('notifications/message').map(({ params }) => params)).toEqual(expected);
});
