// Files that another program holds open on Windows: simulates the errors of Windows.
import { expect, test } from 'vitest';
import { errnoError } from '../src/file-error.ts';
import { retryWhileOpen } from '../src/files/locks.ts';

const failing = (times: number, errno: string) => {
  let calls = 0;
  const work = (): string => {
    if (++calls <= times) throw errnoError(errno);
    return `done in ${calls}`;
  };
  return { work, calls: () => calls };
};

test.each(['EPERM', 'EACCES', 'EBUSY'])('retries after a short %s on Windows', async (errno) => {
  expect(await retryWhileOpen('a.txt', failing(2, errno).work, 'win32')).toBe('done in 3');
});

test('reports a file that stays open after eight tries', async () => {
  const { work, calls } = failing(Infinity, 'EBUSY');
  await expect(retryWhileOpen('a.txt', work, 'win32')).rejects.toMatchObject({
    code: 'busy',
    problem: expect.stringMatching(/^a\.txt cannot be replaced, .*another program has it open/),
  });
  expect(calls()).toBe(8);
});

test('reports other errors, and all errors on other systems, at once', async () => {
  const other = failing(1, 'ENOSPC');
  await expect(retryWhileOpen('a.txt', other.work, 'win32')).rejects.toThrow('ENOSPC');
  expect(other.calls()).toBe(1);
  const linux = failing(1, 'EPERM');
  await expect(retryWhileOpen('a.txt', linux.work, 'linux')).rejects.toThrow('EPERM');
  expect(linux.calls()).toBe(1);
});
