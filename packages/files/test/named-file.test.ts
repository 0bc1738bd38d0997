import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNamedFile, writeNamedFile } from '../src/index.ts';

let root: string;
let directory: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-named-')));
  directory = join(root, 'named');
  mkdirSync(join(directory, 'sub'), { recursive: true });
  writeFileSync(join(root, 'secret.csv'), 'secret');
  writeFileSync(join(directory, 'sub', 'a.csv'), 'a,b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = async (path: string, most = 100): Promise<string> =>
  String(await readNamedFile({ directory, path }, most));
const write = (path: string, mayOverwrite = false): Promise<string> =>
  writeNamedFile({ directory, path }, 'new', mayOverwrite);

test('reads a file below the directory, by a relative or an absolute path', async () => {
  expect(await read('sub/a.csv')).toBe('a,b');
  expect(await read(join(directory, 'sub', 'a.csv'))).toBe('a,b');
  await expect(read('sub/a.csv', 2)).rejects.toThrow('"sub/a.csv" has 3 bytes, and 2 may be read. Split it.');
  await expect(read('none.csv')).rejects.toThrow('"none.csv" does not exist.');
  await expect(read('sub')).rejects.toThrow('"sub" is not a file.');
});

test.each([
  '../secret.csv',
  'sub/../../secret.csv',
  '',
  '.',
  'sub/',
  '/etc/hostname',
  'a\0b',
  '..',
  'sub//a.csv',
])('refuses %j', async (path) => {
  await expect(read(path)).rejects.toThrow(/is not a file below the directory\./);
  await expect(write(path, true)).rejects.toThrow(/is not a file below the directory\./);
  expect(readFileSync(join(root, 'secret.csv'), 'utf8')).toBe('secret');
});

const onWindows = process.platform === 'win32';
const why = onWindows ? ' (not on Windows: links need a privilege)' : '';

test.skipIf(onWindows)(`follows no link, at the end or on the way, and waits for no pipe${why}`, async () => {
  symlinkSync(join(root, 'secret.csv'), join(directory, 'link.csv'));
  symlinkSync(root, join(directory, 'out'));
  symlinkSync(join(directory, 'sub'), join(directory, 'inner'));
  await expect(read('link.csv')).rejects.toThrow(/is a link/);
  for (const path of ['out/secret.csv', 'inner/a.csv']) await expect(read(path)).rejects.toThrow(/link/);
  await expect(write('out/made.csv')).rejects.toThrow(/link/);
  await expect(write('link.csv')).rejects.toThrow(/already exists/);
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  await expect(read('pipe')).rejects.toThrow('"pipe" is not a file.');
  expect(readdirSync(root).toSorted()).toEqual(['named', 'secret.csv']);
});

test('overwrites only when asked, and completely', async () => {
  expect(await write('made.csv')).toBe(join(directory, 'made.csv'));
  await expect(write('made.csv')).rejects.toThrow(
    '"made.csv" already exists; nothing was written. Choose another name',
  );
  expect(await write('sub/a.csv', true)).toBe(join(directory, 'sub', 'a.csv'));
  expect(readdirSync(join(directory, 'sub'))).toEqual(['a.csv']);
  await expect(write('none/a.csv')).rejects.toThrow('"none/a.csv" does not exist.');
});

test.skipIf(onWindows)(`overwrites a link, not what that leads to${why}`, async () => {
  symlinkSync(join(root, 'secret.csv'), join(directory, 'link.csv'));
  expect(await write('link.csv', true)).toBe(join(directory, 'link.csv'));
  expect(readFileSync(join(directory, 'link.csv'), 'utf8')).toBe('new');
  expect(readFileSync(join(root, 'secret.csv'), 'utf8')).toBe('secret');
});

// A small disk needs its own namespace.
const hasSmallDisks = ((): boolean => {
  try {
    execFileSync('bwrap', ['--dev-bind', '/', '/', '--size', '65536', '--tmpfs', '/mnt', 'true']);
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasSmallDisks).each([false, true])(
  'a full disk is reported as such, and nothing stays behind; overwrite: %j (skipped without bubblewrap)',
  (mayOverwrite) => {
    const module = join(import.meta.dirname, '..', 'src', 'files', 'named-file.ts');
    const script = `
      import { readdirSync } from 'node:fs';
      import { writeNamedFile } from ${JSON.stringify(module)};
      try {
        await writeNamedFile({ directory: '/mnt', path: 'a.csv' }, 'x'.repeat(200_000), ${mayOverwrite});
      } catch (error) {
        console.log(JSON.stringify([error.message, readdirSync('/mnt')]));
      }`;
    const node = [process.execPath, '--input-type=module-typescript', '-e', script];
    const disk = ['--dev-bind', '/', '/', '--size', '65536', '--tmpfs', '/mnt'];
    const said = String(execFileSync('bwrap', [...disk, ...node], { cwd: import.meta.dirname }));
    expect(JSON.parse(said)).toEqual([
      '"a.csv" does not fit: the disk is full; nothing was written. Free some space, or ask the user to.',
      [],
    ]);
  },
);
