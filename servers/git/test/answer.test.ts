// The wrapper around tools.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ToolError } from '@mcp/runtime';
import { answering } from '../src/answer.ts';
import { temporary } from './setup.ts';

test('structured content omits empty and false fields, but is never empty itself', async () => {
  const dataOf = async (data: object): Promise<unknown> =>
    (await answering(async () => ({ text: '', data: { ...data } }))()).structuredContent;
  const file = { path: 'a', binary: false, lines: [] };
  expect(await dataOf({ files: [file], more: 0, note: '', dry_run: false, notes: [] })).toEqual({
    files: [{ path: 'a' }],
    more: 0,
    note: '',
  });
  expect(await dataOf({ commits: [], since: undefined })).toEqual({ commits: [] });
});

test('a file that disappears during a call fails the call with an explanation, not an internal error', async () => {
  using place = temporary();
  const failure = await answering(async () => ({ text: readFileSync(place.at('.git'), 'utf8') }))().catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ToolError);
  expect(failure).toMatchObject({
    message:
      'A file or folder of the repository went away during the call. Call git_status to see the state of the repository, then call again.',
  });
});
