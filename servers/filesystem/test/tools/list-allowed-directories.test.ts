import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from '../setup.ts';

test('lists the directories with their links resolved', async () => {
  using dir = temporary({ 'one/': '', 'two/': '' });
  dir.link('two', 'link');
  await using client = await connectTo(serve([dir.at('one'), dir.at('link')]));
  const content = `Allowed directories:\n${dir.at('one')}\n${dir.at('two')}`;
  expect(await client.request('tools/call', { name: 'list_allowed_directories' })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      directories: [{ path: dir.at('one') }, { path: dir.at('two') }],
      ...(process.platform === 'linux' ? {} : { anchoring: 'checked' }),
    },
  });
});

test('reports denied globs, read-only directories, and how links are checked', async () => {
  using dir = temporary({ 'one/': '', 'one/docs/': '', 'two/': '' });
  const readOnlyDirectories = [dir.at('one/docs'), dir.at('two')];
  const settings = { deny: ['.env', '**/*.key'], readOnlyDirectories, anchoring: 'checked' } as const;
  await using client = await connectTo(serve([dir.at('one')], settings));
  const { content, structuredContent } = await client.request('tools/call', {
    name: 'list_allowed_directories',
  });
  expect(content).toEqual([
    {
      type: 'text',
      text: `Allowed directories:\n${dir.at('one')}\n${dir.at('one/docs')}\n${dir.at('two')}`,
    },
    { type: 'text', text: `[Read-only: ${dir.at('one/docs')}, ${dir.at('two')}]` },
    { type: 'text', text: '[Denied at any depth: .env, **/*.key]' },
  ]);
  expect(structuredContent).toEqual({
    directories: [
      { path: dir.at('one') },
      { path: dir.at('one/docs'), readOnly: true },
      { path: dir.at('two'), readOnly: true },
    ],
    denied: ['.env', '**/*.key'],
    anchoring: 'checked',
  });
});
