// Repositories whose configuration includes other files. Which file git reads then, no other program can tell for sure.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, repository, serve, temporary, type Temporary } from '../setup.ts';
import { callAll, failures, READS } from './all-tools.ts';

const EVIL = (canary: string): string => `[filter "e"]\n\tclean = touch ${canary}; cat\n`;

/** Each puts the value of `include.path` and the files that git, or a careless reader, takes for it. */
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

test.each(WAYS.flatMap(([way, prepare]) => SECTIONS.map((section) => ({ way, section, prepare }))))(
  'no program of an included file runs: $way, [$section]',
  async ({ section, prepare }) => {
    using canary = temporary();
    using dir = repository();
    const value = prepare(dir, EVIL(canary.at('ran')));
    dir.write({ '.git/info/attributes': '*.txt filter=e\n' });
    const config = `[core]\n\tbare = false\n[${section}]\n\tpath = `;
    writeFileSync(dir.at('.git/config'), Buffer.concat([Buffer.from(config), Buffer.from(value)]));
    dir.write({ 'a.txt': 'two\n' });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const { structuredContent } = await call(client, 'git_status');
    expect(structuredContent).toMatchObject({ trust: { neutralised: [expect.stringMatching(/^include/)] } });
    const calls = [
      ...READS.slice(0, 4),
      ['git_add', { files: ['.'] }],
      ['git_commit', { message: 'x' }],
    ] as const;
    expect(failures(await callAll(client, calls))).toEqual([]);
    expect(existsSync(canary.at('ran'))).toBe(false);
  },
);

test('plain git runs the program of an included file', () => {
  using canary = temporary();
  using dir = repository();
  dir.write({ '.git/more': EVIL(canary.at('ran')), '.git/info/attributes': '*.txt filter=e\n' });
  dir.git('config', 'include.path', 'more');
  dir.write({ 'a.txt': 'two\n' });
  dir.git('diff');
  expect(existsSync(canary.at('ran'))).toBe(true);
});
