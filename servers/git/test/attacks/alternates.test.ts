// Borrowed objects: from inside, by plain paths, or not at all (gitrepository-layout, "alternates").
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, open, temporary, textsOf, type Place, type Temporary } from '../setup.ts';

const hashOf = (dir: Place): string => dir.git('rev-parse', 'HEAD').trim();

/** `in/repo` borrows; `in/base` is an allowed source, `out` is not. */
const prepare = (nest: Temporary): { readonly base: string; readonly out: string } => {
  nest.repository('in/repo', { 'a.txt': 'repo\n' });
  return {
    base: hashOf(nest.repository('in/base', { 'a.txt': 'base\n' })),
    out: hashOf(nest.repository('out', { 'a.txt': 's3cret\n' })),
  };
};

const show = async (nest: Temporary, hash: string, line: string | Buffer) => {
  writeFileSync(
    nest.at('in/repo/.git/objects/info/alternates'),
    Buffer.concat([Buffer.from(line), Buffer.from('\n')]),
  );
  await using client = await open(nest.at('in'));
  const args = { repo_path: nest.at('in/repo'), revision: hash };
  return textsOf(await call(client, 'git_show', args)).join('\n');
};

describe('nothing outside can be borrowed', () => {
  const ways: readonly [string, (nest: Temporary) => string | Buffer][] = [
    ['a path', (nest) => nest.at('out/.git/objects')],
    ['a relative path', () => '../../../../out/.git/objects'],
    ['a path in quotes', () => '"../../../../out/.git/objects"'],
    ['a path that leads nowhere', () => '../../../../nowhere/.git/objects'],
    [
      'bytes that are not UTF-8',
      (nest) => {
        const link = Buffer.concat([Buffer.from(`${nest.at('in')}/x`), Buffer.of(0xff)]);
        symlinkSync(nest.at('out/.git'), link);
        mkdirSync(nest.at('in/x\ufffd/objects'), { recursive: true });
        return Buffer.concat([link, Buffer.from('/objects')]);
      },
    ],
    [
      'a link',
      (nest) => {
        symlinkSync(nest.at('out/.git/objects'), nest.at('in/link'));
        return nest.at('in/link');
      },
    ],
    [
      'a link on the way',
      (nest) => {
        symlinkSync(nest.at('out'), nest.at('in/link'));
        return '../../../link/.git/objects';
      },
    ],
    [
      '.. behind a link',
      (nest) => {
        mkdirSync(nest.at('out/deep'));
        mkdirSync(nest.at('in/.git/objects'), { recursive: true });
        symlinkSync(nest.at('out/deep'), nest.at('in/link'));
        return `${nest.at('in')}/link/../.git/objects`;
      },
    ],
    [
      'the number of a descriptor',
      (nest) => {
        mkdirSync(nest.at('in/repo/.git/30/objects'), { recursive: true });
        symlinkSync(nest.at('out/.git'), nest.at('in/repo/30'));
        return '../../30/objects';
      },
    ],
  ];

  test.each(ways)('by %s', async (_way, make) => {
    using dir = temporary();
    const { out } = prepare(dir);
    const answer = await show(dir, out, make(dir));
    expect(answer).not.toContain('s3cret');
    expect(answer).toMatch(
      /^The repository borrows objects from ".*alternates\), which is not the plain path/s,
    );
  });
});

test.each([
  ['whole', (nest: Temporary) => nest.at('in/base/.git/objects')],
  ['relative', () => '../../../base/.git/objects'],
])('a %s path to a repository inside works', async (_kind, line) => {
  using dir = temporary();
  const { base } = prepare(dir);
  expect(await show(dir, base, line(dir))).toContain('+base');
});

test('the source may itself borrow from a repository inside', async () => {
  using dir = temporary();
  const { base } = prepare(dir);
  dir.repository('in/middle', { 'a.txt': 'middle\n' });
  writeFileSync(dir.at('in/middle/.git/objects/info/alternates'), '../../../base/.git/objects\n');
  expect(await show(dir, base, '../../../middle/.git/objects')).toContain('+base');
  rmSync(dir.at('in/middle/.git/objects/info/alternates'));
  expect(await show(dir, base, '../../../middle/.git/objects')).not.toContain('+base');
});
