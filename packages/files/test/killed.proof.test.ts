// Killed server: it dies while writing a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesIn, temporary } from './setup.ts';

const SCRIPT = fileURLToPath(new URL('killed.ts', import.meta.url));

test.each([
  ['overwrite', 'descriptor'],
  ['create', 'descriptor'],
  ['overwrite', 'checked'],
  ['create', 'checked'],
])('keeps the old content if killed during %s (anchoring: %s)', async (mode, anchoring) => {
  using dir = temporary(mode === 'create' ? {} : { 'a.txt': 'old' });
  const names = mode === 'create' ? [] : ['a.txt'];
  const child = spawn(process.execPath, [SCRIPT, dir.path, mode, anchoring], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const left = dir.names().filter((name) => name !== 'a.txt');
  expect(left).toEqual([expect.stringMatching(/^\.mcp-[\da-f-]{36}\.tmp$/)]);
  const files = filesIn([dir.path]);
  const { entries } = await files.list('.');
  expect(entries.map(({ name }) => name)).toEqual(names);
  await expect(files.stat(left[0] ?? '')).rejects.toMatchObject({ code: 'access_denied' });
  const contents = names.map((name) => dir.text(name));
  expect(contents).toEqual(names.map(() => 'old'));
  expect(await files.write('a.txt', 'next')).toMatchObject({ created: mode === 'create' });
  expect(dir.text('a.txt')).toBe('next');
});
