// Files of a git directory that name other files and that git trusts: the index of packs, recorded conflict resolutions
// (git-rerere), and files of Git LFS.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, diverged, git, open, repository, temporary, textOf, textsOf } from '../setup.ts';

test('an index of packs does not lead to packs outside', async () => {
  using nest = temporary();
  nest.write({ 'secret.txt': 's3cret\n' });
  const inside = nest.repository('in').path;
  const blob = git(inside, 'hash-object', '-w', nest.at('secret.txt')).trim();
  git(inside, 'update-ref', 'refs/keep/secret', blob);
  git(inside, 'repack', '-a', '-d', '-q');
  git(inside, 'multi-pack-index', 'write');
  const folder = nest.at('in/.git/objects/pack');
  const name = readdirSync(folder).find((each) => each.endsWith('.idx')) ?? '';
  // A name of the same length that leads outside, and the packs there.
  const outside = '../../../../p.idx'.padStart(name.length, './'.repeat(30).slice(0, name.length - 17));
  expect(outside).toHaveLength(name.length);
  for (const end of ['idx', 'pack'])
    renameSync(`${folder}/${name.replace(/idx$/, end)}`, nest.at(`p.${end}`));
  const index = readFileSync(`${folder}/multi-pack-index`);
  index.write(outside, index.indexOf(name));
  const body = index.subarray(0, -20);
  writeFileSync(
    `${folder}/multi-pack-index`,
    Buffer.concat([body, createHash('sha1').update(body).digest()]),
    { mode: 0o644, flag: 'r+' },
  );
  expect(git(inside, 'cat-file', '-p', blob)).toBe('s3cret\n');
  await using client = await open(inside);
  const answers = [
    await call(client, 'git_show', { revision: blob }),
    await call(client, 'git_show', { revision: 'refs/keep/secret' }),
  ];
  expect(answers.map(({ isError }) => isError)).toEqual([true, true]);
  expect(JSON.stringify(answers)).not.toContain('s3cret');
});

test('planted conflict resolutions are not used', async () => {
  using dir = diverged('a.txt', 'a.txt');
  mkdirSync(dir.at('.git/rr-cache'));
  expect(() => dir.git('merge', 'topic')).toThrow(/Recorded preimage/);
  const [folder = ''] = readdirSync(dir.at('.git/rr-cache'));
  dir.git('merge', '--abort');
  dir.write({ [`.git/rr-cache/${folder}/postimage`]: 'planted\n' });
  // The control: git uses the planted resolution.
  expect(() => dir.git('merge', 'topic')).toThrow(/using previous resolution/);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('planted\n');
  dir.git('merge', '--abort');
  const merged = await ask(dir, 'git_merge', { revision: 'topic' });
  expect(merged.structuredContent).toMatchObject({ result: 'conflict', conflicts: ['a.txt'] });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toMatch(/^<<<<<<< /);
  expect(existsSync(dir.at('.git/MERGE_RR'))).toBe(false);
});

test.each(['lfs', 'lfs/objects', 'lfs/tmp', 'lfs/objects/ab', 'lfs/objects/ab/cd'])(
  'a link at %s, where Git LFS would write, is refused',
  async (path) => {
    using nest = temporary();
    using dir = repository();
    const link = dir.at('.git', path);
    mkdirSync(link.slice(0, link.lastIndexOf('/')), { recursive: true });
    symlinkSync(nest.path, link);
    expect(await textOf(ask(dir, 'git_add', { files: ['.'] }))).toContain(`.git/${path}" is a link to `);
  },
);

test.each(['../../../outside/.git/reftable/x.ref', '/x.ref', 'x\u00ff', 'x y', '..'])(
  'a ref table with an invalid name is refused: %s',
  async (name) => {
    using dir = repository();
    dir.write({ '.git/reftable/tables.list': `0x000000000001-0x000000000002-abcdef01.ref\n${name}\n` });
    const answer = await ask(dir, 'git_branch');
    expect([answer.isError, textsOf(answer)[0]]).toEqual([
      true,
      expect.stringContaining('reftable/tables.list" lists '),
    ]);
  },
);

test('tables named as git names them are accepted', async () => {
  using dir = repository();
  dir.write({ '.git/reftable/tables.list': '0x000000000001-0x000000000002-abcdef01.ref\n' });
  expect((await ask(dir, 'git_branch')).isError).toBeUndefined();
});
