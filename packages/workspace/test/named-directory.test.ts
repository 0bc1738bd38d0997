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

const read = (path: string, most = 100): string => readNamedFile({ directory, path }, most).toString();
const write = (path: string, mayOverwrite = false): string =>
  writeNamedFile({ directory, path }, 'new', mayOverwrite);

test('reads a file below the directory, by a relative or an absolute path', () => {
  expect(read('sub/a.csv')).toBe('a,b');
  expect(read(join(directory, 'sub', 'a.csv'))).toBe('a,b');
  expect(() => read('sub/a.csv', 2)).toThrow('"sub/a.csv" has 3 bytes, and 2 may be read. Split it.');
  expect(() => read('none.csv')).toThrow('"none.csv" does not exist.');
  expect(() => read('sub')).toThrow('"sub" is not a file.');
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
])('refuses %j', (path) => {
  expect(() => read(path)).toThrow(/is not a file below the directory\./);
  expect(() => write(path, true)).toThrow(/is not a file below the directory\./);
  expect(readFileSync(join(root, 'secret.csv'), 'utf8')).toBe('secret');
});

const onWindows = process.platform === 'win32';
const why = onWindows ? ' (not on Windows: links need a privilege)' : '';

test.skipIf(onWindows)(`follows no link, at the end or on the way, and waits for no pipe${why}`, () => {
  symlinkSync(join(root, 'secret.csv'), join(directory, 'link.csv'));
  symlinkSync(root, join(directory, 'out'));
  symlinkSync(join(directory, 'sub'), join(directory, 'inner'));
  expect(() => read('link.csv')).toThrow(/is a link/);
  for (const path of ['out/secret.csv', 'inner/a.csv']) expect(() => read(path)).toThrow(/link/);
  expect(() => write('out/made.csv')).toThrow(/link/);
  expect(() => write('link.csv')).toThrow(/exists already/);
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  expect(() => read('pipe')).toThrow('"pipe" is not a file.');
  expect(readdirSync(root).toSorted()).toEqual(['named', 'secret.csv']);
});

test('overwrites only when asked, and whole', () => {
  expect(write('made.csv')).toBe(join(directory, 'made.csv'));
  expect(() => write('made.csv')).toThrow(
    '"made.csv" exists already; nothing was written. Choose another name',
  );
  expect(write('sub/a.csv', true)).toBe(join(directory, 'sub', 'a.csv'));
  expect(readdirSync(join(directory, 'sub'))).toEqual(['a.csv']);
  expect(() => write('none/a.csv')).toThrow('"none/a.csv" does not exist.');
});

test.skipIf(onWindows)(`overwrites a link, not what that leads to${why}`, () => {
  symlinkSync(join(root, 'secret.csv'), join(directory, 'link.csv'));
  expect(write('link.csv', true)).toBe(join(directory, 'link.csv'));
  expect(readFileSync(join(directory, 'link.csv'), 'utf8')).toBe('new');
  expect(readFileSync(join(root, 'secret.csv'), 'utf8')).toBe('secret');
});

// A small disk needs a name space of its own.
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
    const module = join(import.meta.dirname, '..', 'src', 'named-directory.ts');
    const script = `
      import { readdirSync } from 'node:fs';
      import { writeNamedFile } from ${JSON.stringify(module)};
      try {
        writeNamedFile({ directory: '/mnt', path: 'a.csv' }, 'x'.repeat(200_000), ${mayOverwrite});
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
