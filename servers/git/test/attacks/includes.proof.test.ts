// Repositories whose configuration includes other files. No other program can tell for sure which file git reads.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostileRepository, toConfig, type Hostile } from '../hostile-repository.ts';
import { open, type Temporary } from '../setup.ts';
import { failures, READS, sweep } from './all-tools.ts';

/** Each writes a value of `include.path` and the files that git, or a careless reader, resolves it to. */
const WAYS: readonly (readonly [way: string, prepare: (dir: Temporary, evil: string) => string | Buffer])[] =
  [
    [
      'a file of the git directory',
      (dir, evil) => {
        dir.write({ '.git/more': evil });
        return 'more';
      },
    ],
    [
      'an absolute path',
      (dir, evil) => {
        dir.write({ evil });
        return dir.at('evil');
      },
    ],
    [
      'the prefix of git',
      (dir, evil) => {
        dir.write({ evil, '.git/proc/self/cwd/evil': '' });
        return '%(prefix)/../proc/self/cwd/evil';
      },
    ],
    [
      'the home of another user',
      (dir, evil) => {
        dir.write({ evil, '.git/proc/self/cwd/evil': '' });
        return '~sys/../proc/self/cwd/evil';
      },
    ],
    [
      'beside a link, not beside its target',
      (dir, evil) => {
        dir.write({
          '.git/foo/x': evil,
          '.git/sub/dir/x': '',
          '.git/sub/dir/conf': '[include]\n\tpath = x\n',
        });
        symlinkSync('../sub/dir/conf', dir.at('.git/foo/conf'));
        return 'foo/conf';
      },
    ],
    [
      'up from where a link leads',
      (dir, evil) => {
        dir.write({ '.git/else/evil': evil, '.git/foo/evil': '' });
        mkdirSync(dir.at('.git/else/deep'));
        symlinkSync('../else/deep', dir.at('.git/foo/lnk'));
        return 'foo/lnk/../evil';
      },
    ],
    [
      'a name that is not UTF-8',
      (dir, evil) => {
        writeFileSync(Buffer.concat([Buffer.from(`${dir.path}/.git/ev`), Buffer.of(0xff)]), evil);
        dir.write({ '.git/ev\uFFFD': '' });
        return Buffer.concat([Buffer.from('ev'), Buffer.of(0xff)]);
      },
    ],
  ];

const SECTIONS = ['include', 'includeIf "gitdir:/"', 'includeIf "onbranch:main"'];

/** The files are filtered if git finds the configuration that names the filter. */
const hostile = (): Hostile =>
  hostileRepository([
    { name: 'filter', attributes: '*.txt filter=e\n', prepare: (dir) => dir.write({ 'a.txt': 'two\n' }) },
  ]);

test.each(WAYS)('no program of an included file runs: %s', async (_way, prepare) => {
  using dir = hostile();
  const value = prepare(dir, toConfig({ 'filter.e.clean': dir.programs.make('clean') }));
  await using client = await open(dir.path);
  for (const section of SECTIONS) {
    const config = `[core]\n\tbare = false\n[${section}]\n\tpath = `;
    writeFileSync(dir.at('.git/config'), Buffer.concat([Buffer.from(config), Buffer.from(value)]));
    dir.write({ 'a.txt': `${section}\n` });
    const { answers, ran } = await sweep(client, dir.programs, [
      ...READS.slice(0, 4),
      ['git_add', { files: ['.'] }],
      ['git_commit', { message: 'x' }],
    ]);
    expect({ section, ran, failed: failures(answers) }).toEqual({ section, ran: [], failed: [] });
    expect(answers.get('git_status {}')?.structuredContent).toMatchObject({
      unused_settings: [expect.stringMatching(/^include/)],
    });
  }
});

test('plain git runs the program of an included file', () => {
  using dir = hostile();
  dir.write({ '.git/more': toConfig({ 'filter.e.clean': dir.programs.make('clean') }) });
  dir.git('config', 'include.path', 'more');
  expect(dir.control(['diff'])).toEqual(['clean']);
});
