// freedesktop.org trash: other programs can restore deleted files, and it is not a way out of the sandbox.
import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call, codeOf, errorOf, serve, temporary, textOf, useTrash } from '../setup.ts';

const SHARED_MEMORY = '/dev/shm';
const UID = process.getuid?.() ?? 0;

const isOtherDisk = existsSync(SHARED_MEMORY) && statSync(SHARED_MEMORY).dev !== statSync('/tmp').dev;

const runs = (command: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const hasTrashCli = runs('trash-list', '--version');

/** Whether this user may mount, tested with a short-lived mount. */
const mayMount = UID === 0 && runs('unshare', '-m', 'mount', '-t', 'tmpfs', 'none', '/mnt');

/** Makes a home with its own trash, and restores the previous one. */
const home = (): Disposable & { readonly trash: string } => {
  const dir = temporary({ 'Trash/': '' });
  useTrash();
  const before = process.env['XDG_DATA_HOME'];
  chmodSync(dir.at('Trash'), 0o700);
  process.env['XDG_DATA_HOME'] = dir.path;
  return {
    trash: dir.at('Trash'),
    [Symbol.dispose]: () => {
      process.env['XDG_DATA_HOME'] = before;
      dir[Symbol.dispose]();
    },
  };
};

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('puts a deleted file into the trash with its original path and the time', async () => {
  using dir = temporary({ 'a b%ü.txt': 'A' });
  const server = dir.server;
  using there = home();
  await call(server, 'delete_file', { path: 'a b%ü.txt' });
  expect(readFileSync(join(there.trash, 'files/a b%ü.txt'), 'utf8')).toBe('A');
  const info = readFileSync(join(there.trash, 'info/a b%ü.txt.trashinfo'), 'utf8');
  expect(info).toMatch(/^\[Trash Info\]\nPath=[^\n]+\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/);
  expect(info).toContain(`Path=${dir.path}/a%20b%25%C3%BC.txt\n`);
});

test('keeps two files of the same name in the trash, each restorable', async () => {
  using dir = temporary({ 'a.txt': 'first' });
  const server = dir.server;
  using there = home();
  await call(server, 'delete_file', { path: 'a.txt' });
  dir.write('a.txt', 'second');
  await call(server, 'delete_file', { path: 'a.txt' });
  expect(readdirSync(join(there.trash, 'files'))).toHaveLength(2);
  expect(textOf(await call(server, 'undo_last_change', {}))).toContain('a.txt: back from the trash');
  expect(dir.text('a.txt')).toBe('second');
  expect(codeOf(await call(server, 'undo_last_change', {}))).toBe('changed');
  rmSync(dir.at('a.txt'));
  await call(server, 'undo_last_change', {});
  expect(dir.text('a.txt')).toBe('first');
  expect(readdirSync(join(there.trash, 'info'))).toEqual([]);
});

test.skipIf(!hasTrashCli)('another program lists and restores it (needs trash-cli)', async () => {
  using dir = temporary({ 'project/.git/config': 'x', 'project/a.txt': 'A' });
  const server = dir.server;
  using there = home();
  await call(server, 'delete_file', { path: 'project', recursive: true });
  expect(dir.names()).toEqual([]);
  const options = { encoding: 'utf8', cwd: dir.path, input: '0\n' } as const;
  expect(execFileSync('trash-list', options)).toContain(dir.at('project'));
  execFileSync('trash-restore', [dir.at('project')], options);
  expect(dir.text('project/.git/config')).toBe('x');
  expect(dir.text('project/a.txt')).toBe('A');
  expect(readdirSync(join(there.trash, 'files'))).toEqual([]);
});

test('restores a project that contains a repository completely', async () => {
  using dir = temporary({ 'proj/src/a.txt': 'A', 'proj/.git/HEAD': 'ref', 'proj/sub/.git': 'gitdir: x' });
  await call(dir.server, 'delete_file', { path: 'proj', recursive: true });
  expect(dir.names()).toEqual([]);
  expect(errorOf(await call(dir.server, 'undo_last_change', {}))).toBeUndefined();
  expect(['proj/src/a.txt', 'proj/.git/HEAD', 'proj/sub/.git'].map((path) => dir.text(path))).toEqual([
    'A',
    'ref',
    'gitdir: x',
  ]);
});

test('restores owner, permissions and times', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  if (UID === 0) chownSync(dir.at('a.txt'), 1234, 1235);
  chmodSync(dir.at('a.txt'), 0o640);
  const before = lstatSync(dir.at('a.txt'), { bigint: true });
  await call(dir.server, 'delete_file', { path: 'a.txt' });
  await call(dir.server, 'undo_last_change', {});
  const { uid, gid, mode, mtimeNs } = lstatSync(dir.at('a.txt'), { bigint: true });
  expect({ uid, gid, mode, mtimeNs }).toEqual({
    ...{ uid: before.uid, gid: before.gid, mode: before.mode, mtimeNs: before.mtimeNs },
  });
});

describe('without a usable trash nothing is deleted, and the answer says what to do', () => {
  const REFUSED = {
    code: 'no_trash',
    text: 'There is no trash for it, so a.txt was not deleted. Ask the user. With permanent: true it is deleted for good.',
    isThere: [true, false],
  };

  /** Returns the answer, and whether the file exists after it and after a permanent one. */
  const deleteIn = async (path: string): Promise<object> => {
    const server = serve([path]);
    const refused = await call(server, 'delete_file', { path: 'a.txt' });
    const isThere = [existsSync(join(path, 'a.txt'))];
    await call(server, 'delete_file', { path: 'a.txt', permanent: true });
    isThere.push(existsSync(join(path, 'a.txt')));
    return { code: codeOf(refused), text: textOf(refused), isThere };
  };

  const inContainer = (isIn: boolean): void => {
    const { existsSync: original } = fs;
    vi.spyOn(fs, 'existsSync').mockImplementation((path) =>
      /^\/(\.dockerenv|run\/\.containerenv)$/.test(String(path)) ? isIn : original(path),
    );
    syncBuiltinESMExports();
  };

  test('in a container', async () => {
    using dir = temporary({ 'a.txt': 'A' });
    using there = home();
    rmSync(there.trash, { recursive: true });
    inContainer(true);
    expect(await deleteIn(dir.path)).toEqual(REFUSED);
    expect(existsSync(there.trash)).toBe(false);
  });

  test('without a home', async () => {
    using dir = temporary({ 'a.txt': 'A' });
    using _ = home();
    const { HOME } = process.env;
    [process.env['XDG_DATA_HOME'], process.env['HOME']] = ['', dir.at('gone')];
    inContainer(true);
    try {
      expect(await deleteIn(dir.path)).toEqual(REFUSED);
      expect(existsSync(dir.at('gone'))).toBe(false);
    } finally {
      process.env['HOME'] = HOME;
    }
  });

  test('outside a container the trash is created', async () => {
    using dir = temporary({ 'a.txt': 'A' });
    using there = home();
    rmSync(there.trash, { recursive: true });
    inContainer(false);
    expect(errorOf(await call(dir.server, 'delete_file', { path: 'a.txt' }))).toBeUndefined();
    expect(readdirSync(join(there.trash, 'files'))).toEqual(['a.txt']);
    expect(statSync(there.trash).mode & 0o777).toBe(0o700);
  });

  test('when the trash belongs to another user, is a link, or is writable by others', async () => {
    for (const spoil of [
      (trash: string) => chmodSync(trash, 0o777),
      (trash: string) => {
        rmSync(trash, { recursive: true });
        symlinkSync('/tmp', trash);
      },
      ...(UID === 0 ? [(trash: string) => chownSync(trash, 1234, 1234)] : []),
    ]) {
      using dir = temporary({ 'a.txt': 'A' });
      using there = home();
      inContainer(true);
      spoil(there.trash);
      expect(await deleteIn(dir.path)).toEqual(REFUSED);
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });

  test.skipIf(!isOtherDisk)('on another disk without a trash (needs /dev/shm on another disk)', async () => {
    const path = mkdtempSync(join(SHARED_MEMORY, 'mcp-filesystem-'));
    try {
      writeFileSync(join(path, 'a.txt'), 'A');
      inContainer(true);
      expect(await deleteIn(path)).toEqual(REFUSED);
    } finally {
      rmSync(path, { recursive: true });
    }
  });
});

test.skipIf(!isOtherDisk)('another disk has its own trash (needs /dev/shm on another disk)', async () => {
  const trash = join(SHARED_MEMORY, `.Trash-${UID}`);
  const isThere = existsSync(trash);
  const path = mkdtempSync(join(SHARED_MEMORY, 'mcp-filesystem-'));
  try {
    mkdirSync(trash, { recursive: true, mode: 0o700 });
    const name = path.slice(path.lastIndexOf('/') + 1);
    writeFileSync(join(path, name), 'A');
    const server = serve([path]);
    const deleted = await call(server, 'delete_file', { path: name });
    expect(deleted.structuredContent).toEqual({
      path: join(path, name),
      trashed: join(trash, 'files', name),
    });
    const info = readFileSync(join(trash, 'info', `${name}.trashinfo`), 'utf8');
    expect(info).toContain(`Path=${name}/${name}\n`);
    await call(server, 'undo_last_change', {});
    expect(readFileSync(join(path, name), 'utf8')).toBe('A');
  } finally {
    rmSync(path, { recursive: true });
    if (!isThere) rmSync(trash, { recursive: true });
  }
});

test('no tool changes the content of a trash, because a restored file could land anywhere', async () => {
  using dir = temporary({ 'a.txt': 'A', '.Trash-1000/info/': '', '.Trash-1000/files/b': 'B' });
  mkdirSync(dir.at('data'));
  const server = dir.server;
  const before = process.env['XDG_DATA_HOME'];
  process.env['XDG_DATA_HOME'] = dir.at('data');
  try {
    for (const name of ['info', 'files'])
      mkdirSync(dir.at('data/Trash', name), { recursive: true, mode: 0o700 });
    for (const trash of ['.Trash-1000', 'data/Trash'])
      for (const [tool, args] of [
        ['write_file', { path: `${trash}/info/x.trashinfo`, content: '[Trash Info]\nPath=/etc/x' }],
        ['create_directory', { path: `${trash}/files/x` }],
        ['copy_file', { source: 'a.txt', destination: `${trash}/files/x` }],
        ['move_file', { source: 'a.txt', destination: `${trash}/files/x` }],
        ['delete_file', { path: `${trash}/info`, permanent: true }],
      ] as const)
        expect([trash, tool, textOf(await call(server, tool, args))]).toEqual([
          trash,
          tool,
          expect.stringContaining('is in the trash, which only the user may change'),
        ]);
    for (const permanent of [false, true])
      expect(
        textOf(await call(server, 'delete_file', { path: 'data', recursive: true, permanent })),
      ).toContain('data is or contains a directory that the server needs, or the trash.');
    expect([dir.has('a.txt'), dir.names('data/Trash')]).toEqual([true, ['files', 'info']]);
  } finally {
    process.env['XDG_DATA_HOME'] = before;
  }
});

describe.skipIf(!mayMount)('mounts (needs root and unshare)', () => {
  /** Runs calls of a server in its own mount namespace. */
  const inMount = (mount: string, calls: readonly (readonly [tool: string, args: object])[]): string[] => {
    using dir = temporary({ 'data/Trash/': '', 'mnt/': '' });
    const script = join(import.meta.dirname, 'calls-in.ts');
    const command = `mount -t tmpfs -o size=8m none "$1" && cd "$1" && ${mount}; cd /; exec "$2" "$3" "$1" "$4"`;
    const args = [dir.at('mnt'), process.execPath, script, JSON.stringify(calls)];
    const env = { ...process.env, XDG_DATA_HOME: dir.at('data') };
    const output = execFileSync('unshare', ['-m', 'sh', '-c', command, 'sh', ...args], {
      encoding: 'utf8',
      env,
    });
    return JSON.parse(output) as string[];
  };

  test('reports a read-only disk, a full one, and one with a hostile link', () => {
    const remove = [['delete_file', { path: 'a.txt' }]] as const;
    expect(inMount('echo A > a.txt; mount -o remount,ro "$1"', remove)).toEqual([
      'a.txt is on a file system that is read-only.',
    ]);
    expect(
      inMount(`echo A > a.txt; mkdir -m 700 .Trash-${UID}; head -c 9000000 /dev/zero > full`, remove),
    ).toEqual([
      'The disk has no room for the trash, so a.txt was not deleted. Ask the user. With permanent: true it is deleted for good.',
    ]);
    expect(inMount(`echo A > a.txt; ln -s /tmp .Trash-${UID}`, remove)).toEqual([
      expect.stringContaining('There is no trash for it'),
    ]);
  });

  test('changes all or none when the disk with the originals is full', () => {
    const lines = (count: number): string => `yes "some line of text here" | head -${count}`;
    const prepare = `${lines(120_000)} > a.txt; ${lines(36_000)} > b.txt; head -c 3500000 /dev/zero > c.bin; md5sum a.txt b.txt > sum`;
    const [answer, listed, sum, found] = inMount(prepare, [
      ['replace_in_files', { find: 'some line', replace: 'some longer line' }],
      ['list_directory', { path: '.' }],
      ['read_text_file', { path: 'sum' }],
      ['search_file_contents', { query: 'longer', output: 'files' }],
    ]);
    expect(answer).toMatch(/^\S+\.txt does not fit: the disk is full\. Nothing was changed\.$/);
    expect(listed).toBe('[FILE] a.txt\n[FILE] b.txt\n[FILE] c.bin\n[FILE] sum');
    expect(sum).toContain('a.txt');
    expect(found).not.toContain('a.txt');
  });
});
