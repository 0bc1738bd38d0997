// Indexes with names that no git has made: outside, in .git in any spelling, with commits of other repositories.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { isBelow } from '../../src/repository/index-names.ts';
import { call, git, repository, serve, temporary, textsOf, type Temporary } from '../setup.ts';
import { callAll, READS, WRITES } from './all-tools.ts';

interface Entry {
  readonly name: string;
  readonly mode?: number;
  readonly hash: string;
}

/** An index (gitformat-index, version 2), as a program that checks nothing would write it. */
const toIndex = (entries: readonly Entry[]): Buffer => {
  const sorted = entries
    .map((entry) => ({ ...entry, bytes: Buffer.from(entry.name) }))
    .toSorted((one, other) => Buffer.compare(one.bytes, other.bytes));
  const header = Buffer.alloc(12);
  header.write('DIRC');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(sorted.length, 8);
  const parts = sorted.map(({ bytes, mode = 0o100644, hash }) => {
    const part = Buffer.alloc((62 + bytes.length + 8) & ~7);
    part.writeUInt32BE(mode, 24);
    Buffer.from(hash, 'hex').copy(part, 40);
    part.writeUInt16BE(Math.min(bytes.length, 0xfff), 60);
    bytes.copy(part, 62);
    return part;
  });
  const body = Buffer.concat([header, ...parts]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
};

const OUTSIDE = ['secret.txt', 'existing.txt'];

interface Hostile extends Disposable {
  readonly nest: Temporary;
  readonly hash: string;
  set(entries: readonly Entry[]): void;
  contents(): string;
}

const hostile = (): Hostile => {
  const nest = temporary();
  nest.write({
    'in/a.txt': 'one\n',
    'secret.txt': 's3cret\n',
    'existing.txt': 's3cret too\n',
    'other/x': 's3cret',
  });
  for (const name of ['in', 'other']) {
    git(nest.path, 'init', '--quiet', name);
    git(nest.at(name), 'add', '.');
    git(nest.at(name), 'commit', '--quiet', '--message', 'first');
  }
  const hash = execFileSync('git', ['hash-object', '-w', '--stdin'], {
    cwd: nest.at('in'),
    input: 'evil\n',
    encoding: 'utf8',
  }).trim();
  return {
    nest,
    hash,
    set: (entries) => {
      const own = { name: 'a.txt', hash: git(nest.at('in'), 'rev-parse', 'HEAD:a.txt').trim() };
      writeFileSync(nest.at('in/.git/index'), toIndex([own, ...entries]));
    },
    contents: () =>
      JSON.stringify([
        readdirSync(nest.path),
        ...OUTSIDE.map((name) => readFileSync(nest.at(name), 'utf8')),
        readdirSync(nest.at('in')),
        readdirSync(nest.at('in/.git/hooks')),
      ]),
    [Symbol.dispose]: () => nest[Symbol.dispose](),
  };
};

const NAMES = (nest: Temporary): string[] => [
  ...['../secret.txt', '../new.txt', '../existing.txt', 'sub/../../secret.txt', './../secret.txt'],
  ...[nest.at('secret.txt'), nest.at('new.txt'), '/etc/hostname', 'x//y', './x', 'x/.', '..', '.'],
  ...[
    '.git/hooks/evil',
    '.GIT/hooks/evil',
    'sub/.git/config',
    '.git',
    'git~1/hooks/evil',
    '.git /x',
    '.git./x',
  ],
  ...[
    '.git::$INDEX_ALLOCATION/x',
    '.g\u200cit/hooks/evil',
    '.git\\hooks\\evil',
    'sub\\.git\\config',
    '.git:x',
  ],
];

test.each(['blob', 'gitlink'])(
  'no tool uses an index with a name that is none: %s',
  async (kind) => {
    using made = hostile();
    const before = made.contents();
    await using client = await connect(serve([made.nest.at('in')], { timeout: 20 }), {
      revision: '2025-11-25',
    });
    const answers: string[] = [];
    for (const name of NAMES(made.nest)) {
      made.set([{ name, hash: made.hash, mode: kind === 'blob' ? 0o100644 : 0o160000 }]);
      const status = await call(client, 'git_status');
      expect({ name, isError: status.isError, text: textsOf(status)[0] }).toEqual({
        name,
        isError: true,
        text: expect.stringMatching(/^The index of the repository has the name "|malformed|bad index/),
      });
      const { length } = await call(client, 'git_restore', { files: ['.'] }).then(textsOf);
      answers.push(String(length));
    }
    made.set([{ name: '../secret.txt', hash: made.hash, mode: kind === 'blob' ? 0o100644 : 0o160000 }]);
    const all = await callAll(client, [...READS, ...WRITES]);
    for (const name of ['..', '../secret.txt'])
      answers.push(...textsOf(await call(client, 'git_diff', { target: 'HEAD', paths: [name] })));
    expect([...all.values()].flatMap(textsOf).concat(answers).join('\n')).not.toContain('s3cret');
    expect(made.contents()).toBe(before);
    expect(existsSync(made.nest.at('new.txt'))).toBe(false);
  },
  60_000,
);

test('plain git writes to such a name', () => {
  using made = hostile();
  made.set([{ name: '../new.txt', hash: made.hash }]);
  git(made.nest.at('in'), 'checkout-index', '--all', '--force');
  expect(existsSync(made.nest.at('new.txt'))).toBe(true);
});

test('the names of a shared index are looked at too', async () => {
  using made = hostile();
  made.set([{ name: '../secret.txt', hash: made.hash }]);
  git(made.nest.at('in'), 'update-index', '--split-index');
  await using client = await connect(serve([made.nest.at('in')]), { revision: '2025-11-25' });
  expect(readdirSync(made.nest.at('in/.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true);
  expect(textsOf(await call(client, 'git_diff_unstaged'))[0]).toMatch(
    /^The index of the repository has the name "\.\.\/secret/,
  );
});

test('an index that changes is looked at again', async () => {
  using made = hostile();
  await using client = await connect(serve([made.nest.at('in')]), { revision: '2025-11-25' });
  expect((await call(client, 'git_status')).isError).toBeUndefined();
  made.set([{ name: '../secret.txt', hash: made.hash }]);
  expect(textsOf(await call(client, 'git_diff_unstaged'))[0]).toContain('"../secret.txt"');
});

test('ordinary names are used', async () => {
  using dir = repository({
    'a/.gitignore': '',
    '.github/x': '',
    'x..y/..z': '',
    'back\\slash': '',
    ' x. ': '',
    'a:b': '',
  });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  expect((await call(client, 'git_ls_files')).structuredContent).toMatchObject({ files: { length: 6 } });
});

test.each(['a', 'a/b', '.gitmodules', '.gitignore/x', 'x.git', 'git~2', '...', 'a..', '~'])(
  '%s is below',
  (name) => {
    expect(isBelow(name)).toBe(true);
  },
);
