// Unusual configurations and the files they lead to. Each names programs in ways that git understands.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import type { Temporary } from '../setup.ts';
import { documentedKeys, takesProgram } from './keys.ts';

/** A repository. */
type Place = Pick<Temporary, 'path' | 'at'>;

/** The contents of the files, byte for byte (latin1). */
export interface Configuration {
  readonly common: string;
  /** config.worktree, undefined if there is none. */
  readonly worktree: string | undefined;
}

/** The location of an included file, relative to the git directory. */
const PLACES = [
  'evil.conf',
  '../evil.conf',
  'deep/dir/evil.conf',
  'deep/evil.conf',
  'ev\u00ff.conf',
  'evil.conf ',
];

/** Names that git and other programs read differently. `TOP` is the top level, `UP` leads from anywhere to the root. */
const PATHS = [
  ...[
    'evil.conf',
    '../evil.conf',
    './/evil.conf',
    'TOP/evil.conf',
    '//TOP/evil.conf',
    'ev\u00ff.conf',
    'evil.conf ',
  ],
  ...[
    '%(prefix)/UPTOP/evil.conf',
    '%(prefix)/UP/proc/self/cwd/evil.conf',
    '~/UPTOP/evil.conf',
    '~root/UPTOP/evil.conf',
  ],
  ...[
    '~daemon/UP/proc/self/cwd/evil.conf',
    'deep/lnk/../evil.conf',
    'deep/link.conf',
    '../lnk/evil.conf',
    'deep/dir/../evil.conf',
  ],
  ...[
    '/proc/self/cwd/evil.conf',
    '/proc/self/cwd/.git/evil.conf',
    'config.worktree',
    'config',
    'missing.conf',
  ],
];

const CONDITIONS = [
  ...[
    'gitdir:TOP/',
    'gitdir:/',
    'gitdir:**',
    'gitdir/i:TOP/.GIT',
    'gitdir:./',
    'gitdir:~/',
    'gitdir:%(prefix)/',
  ],
  ...['onbranch:main', 'onbranch:**', 'hasconfig:remote.*.url:**', 'GITDIR:/', 'nonsense'],
];

/** All documented keys that start programs, and some with paths. */
const KEYS = [
  ...documentedKeys().filter(takesProgram),
  ...['core.worktree', 'core.bare', 'core.attributesFile', 'core.excludesFile', 'mailmap.file'],
  ...['commit.gpgSign', 'url.ext::x.insteadOf', 'pull.twohead', 'alias.status', 'pager.log'],
  ...['extensions.partialClone', 'filter.evil.process', 'merge.evil.driver'],
];

/** Keys that the server knows, with all kinds of values. */
const KNOWN = [
  ...['core.autocrlf', 'core.eol', 'core.fileMode', 'user.name', 'branch.main.remote', 'branch.main.merge'],
  ...[
    'merge.conflictStyle',
    'diff.algorithm',
    'core.sharedRepository',
    'remote.other.url',
    'core.sparseCheckout',
  ],
];

const VALUES = [
  'PROGRAM',
  '!PROGRAM',
  '"PROGRAM"',
  'true',
  '',
  'PROGRAM \\\n  more',
  'x # y',
  '"a\\nb"',
  '\u00ff',
  '\t" x "',
];

const spelled = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
);

const space = fc.constantFrom('', ' ', '\t', '  ');

/** Writes a key in one of git's forms: `[section "sub"] key = value`, `[section.sub]`, on one line or more. */
const entry = (keys: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      key: fc.constantFrom(...keys),
      value: values,
      spell: spelled,
      gap: space,
      form: fc.constantFrom('lines', 'one', 'dotted', 'bare'),
    })
    .map(({ key, value, spell, gap, form }) => {
      const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
      const [section, name, sub] = [
        spell(key.slice(0, first)),
        spell(key.slice(last + 1)),
        key.slice(first + 1, last),
      ];
      const quoted = first === last ? '' : ` "${sub.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
      const isDotted = form === 'dotted' && /^[\w-]+$/.test(sub);
      const header = isDotted ? `[${section}.${sub}]` : `[${section}${quoted}]`;
      const line = form === 'bare' ? name : `${name}${gap}=${gap}${value}`;
      return `${gap}${header}${form === 'one' ? ' ' : '\n\t'}${line}\n`;
    });

const include = entry(['include.path'], fc.constantFrom(...PATHS));
const condition = fc
  .tuple(fc.constantFrom(...CONDITIONS), fc.constantFrom(...PATHS))
  .map(([when, path]) => `[includeIf "${when}"]\n\tpath = ${path}\n`);
const oddity = fc.constantFrom(
  ...['# [filter "evil"]\n', ';\n', '\n', '[a "]b"]\n\tc\n', '[core]\n', '[a]x=1;y\n', '[core]\n\tx = "a\n'],
  ...['\u0000\n', '[', '[filter "\u00ff"]\n\tclean = PROGRAM\n', '[filter ""]\n\tclean = PROGRAM\n'],
);

const section = fc.oneof(
  { arbitrary: entry(KEYS, fc.constantFrom(...VALUES)), weight: 8 },
  { arbitrary: entry(KNOWN, fc.constantFrom(...VALUES)), weight: 4 },
  { arbitrary: include, weight: 6 },
  { arbitrary: condition, weight: 4 },
  { arbitrary: oddity, weight: 1 },
);

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .record({
      sections: fc.array(section, { minLength: 1, maxLength }),
      mark: fc.constantFrom('', '', '', '\u00ef\u00bb\u00bf'),
      ends: fc.constantFrom('\n', '\n', '\n', '\r\n'),
    })
    .map(({ sections, mark, ends }) => mark + sections.join('').replaceAll('\n', ends));

/** Returns any of them. */
export const configuration: fc.Arbitrary<Configuration> = fc.record({
  common: fc
    .tuple(text(8), fc.boolean())
    .map(([own, both]) => own + (both ? '[extensions]\nworktreeConfig=true\n' : '')),
  worktree: fc.option(text(4), { nil: undefined }),
});

const filled = (given: string, dir: Place, program: string): string =>
  given.replaceAll('PROGRAM', program).replaceAll('UP', '../'.repeat(12)).replaceAll('TOP', dir.path);

/** Creates the files and links that configurations lead to. `program` is the one they name. */
export const plantFiles = (dir: Place, program: string): void => {
  const named = [
    '[core]',
    `fsmonitor = ${program}`,
    `hooksPath = ${dirname(program)}`,
    '[filter "evil"]',
    `clean = ${program}`,
  ];
  const content = `${named.join('\n')}\n[evil]\nmark = true\n`;
  for (const place of PLACES) {
    const path = Buffer.from(dir.at('.git').concat('/', place), 'latin1');
    mkdirSync(dirname(path.toString('latin1')), { recursive: true });
    writeFileSync(path, content);
  }
  symlinkSync('dir', dir.at('.git/deep/lnk'));
  symlinkSync('dir/evil.conf', dir.at('.git/deep/link.conf'));
  symlinkSync('.git/deep', dir.at('lnk'));
  writeFileSync(dir.at('.git/info/attributes'), '* filter=evil diff=evil merge=evil\n');
};

/** Appends a configuration to the honest one. */
export const plant = (
  dir: Place,
  honest: string,
  { common, worktree }: Configuration,
  program: string,
): void => {
  const toBytes = (given: string): Buffer => Buffer.from(filled(given, dir, program), 'latin1');
  writeFileSync(dir.at('.git/config'), Buffer.concat([Buffer.from(honest), toBytes(common)]));
  for (const folder of ['.git', '.git/worktrees/linked'].filter((path) => existsSync(dir.at(path)))) {
    const path = dir.at(folder, 'config.worktree');
    if (worktree === undefined) rmSync(path, { force: true });
    else writeFileSync(path, toBytes(worktree));
  }
};
