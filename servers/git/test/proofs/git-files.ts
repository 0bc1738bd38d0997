// Files of a git directory (gitrepository-layout) with contents that git never writes: refs and paths that lead
// elsewhere, operations in progress that would run something.
import * as fc from 'fast-check';

/** `HASH` is a commit, `OUTSIDE` a directory that is not allowed, `PROGRAM` a program that leaves a mark. */
const CONTENTS = {
  head: [
    ...[
      'ref: refs/heads/main\n',
      'ref: refs/../../secret.txt\n',
      'ref: ../../secret.txt\n',
      'ref:OUTSIDE/x\n',
      'HASH\n',
    ],
    ...['ref: refs/heads/..\n', 'ref: refs/heads/a.lock\n', 'ref: HEAD\n', '\n', 'ref: refs/heads/main\0x\n'],
  ],
  ref: [
    'HASH\n',
    'ref: refs/heads/main\n',
    'ref: ../../../secret.txt\n',
    'ref: refs/heads/odd\n',
    'ref: HEAD\n',
    'x',
    '../HASH\n',
  ],
  packed: [
    ...[
      '# pack-refs with: peeled fully-peeled sorted\nHASH refs/heads/packed\n',
      'HASH refs/../../secret.txt\n',
    ],
    ...[
      'HASH refs/heads/../../../../new\n',
      'HASH OUTSIDE/new\n',
      'HASH HEAD\n',
      'HASH refs/heads/.git/hooks/x\n^HASH\n',
    ],
    ...['# pack-refs with: sorted\nHASH refs/heads/z\nHASH refs/heads/a\n', 'HASH config\n', '\0'],
  ],
  path: [
    '../..\n',
    'OUTSIDE\n',
    'OUTSIDE/.git\n',
    '../../../outside/.git\n',
    '../../lnk/../.git\n',
    '../../x\u00ff\n',
    '../../y\n\n',
    '/dev/null\n',
    '~/x\n',
    '\u00ff\n',
    'a\nb\n',
    '',
  ],
  todo: [
    'exec PROGRAM\n',
    'pick HASH\nexec PROGRAM\n',
    'x PROGRAM\n',
    'merge -C HASH x\n',
    'reset OUTSIDE\n',
    'update-ref refs/heads/main\n',
    'label ../../x\n',
    'pick HASH\n',
    'noop\n',
  ],
  options: [
    '[options]\n\tstrategy = evil\n\tstrategy-option = x\n',
    '[include]\n\tpath = OUTSIDE/evil.conf\n',
    '[options]\n\tgpg-sign = x\n\tedit = true\n',
  ],
  patterns: [
    '* filter=e diff=e merge=e\n',
    '[attr]x filter=e\n* x\n',
    '../*\n',
    '!/*\n',
    'OUTSIDE/*\n',
    '\u00ff\n',
  ],
  word: [
    'evil\n',
    'refs/heads/main\n',
    'HASH\n',
    'OUTSIDE/x\n',
    '-x\n',
    '--exec=PROGRAM\n',
    '../../../new\n',
    '\0\n',
    '',
  ],
} as const;

const FILES: readonly (readonly [path: string, kind: keyof typeof CONTENTS])[] = [
  ['HEAD', 'head'],
  ['ORIG_HEAD', 'ref'],
  ['MERGE_HEAD', 'word'],
  ['CHERRY_PICK_HEAD', 'word'],
  ['REVERT_HEAD', 'word'],
  ['AUTO_MERGE', 'word'],
  ['MERGE_MSG', 'word'],
  ['MERGE_MODE', 'word'],
  ['MERGE_AUTOSTASH', 'word'],
  ['FETCH_HEAD', 'packed'],
  ['BISECT_LOG', 'todo'],
  ['packed-refs', 'packed'],
  ['refs/heads/odd', 'ref'],
  ['refs/tags/odd', 'ref'],
  ['refs/stash', 'ref'],
  ['refs/replace/HASH', 'ref'],
  ['refs/remotes/origin/HEAD', 'head'],
  ['logs/HEAD', 'packed'],
  ['logs/refs/stash', 'packed'],
  ['commondir', 'path'],
  ['gitdir', 'path'],
  ['worktrees/w/gitdir', 'path'],
  ['worktrees/w/commondir', 'path'],
  ['worktrees/w/HEAD', 'head'],
  ['worktrees/w/locked', 'word'],
  ['info/attributes', 'patterns'],
  ['info/exclude', 'patterns'],
  ['info/sparse-checkout', 'patterns'],
  ['info/grafts', 'packed'],
  ['objects/info/alternates', 'path'],
  ['objects/info/commit-graph', 'word'],
  ['shallow', 'word'],
  ['description', 'word'],
  ['branches/origin', 'path'],
  ['remotes/origin', 'path'],
  ['sequencer/todo', 'todo'],
  ['sequencer/opts', 'options'],
  ['sequencer/head', 'word'],
  ['rebase-merge/git-rebase-todo', 'todo'],
  ['rebase-merge/head-name', 'word'],
  ['rebase-merge/onto', 'word'],
  ['rebase-merge/orig-head', 'word'],
  ['rebase-merge/strategy', 'word'],
  ['rebase-merge/strategy_opts', 'word'],
  ['rebase-merge/gpg_sign_opt', 'word'],
  ['rebase-merge/autostash', 'word'],
  ['rebase-merge/refs-to-delete', 'word'],
  ['rebase-merge/update-refs', 'packed'],
  ['rebase-apply/next', 'word'],
  ['rebase-apply/head-name', 'word'],
  ['rebase-apply/autostash', 'word'],
];

/** Files by their path in the git directory. */
export type GitFiles = readonly (readonly [path: string, content: string])[];

/** Returns up to four of them, or all of an operation. */
export const gitFiles: fc.Arbitrary<GitFiles> = fc
  .oneof(
    fc.array(fc.constantFrom(...FILES), { minLength: 1, maxLength: 4 }),
    fc
      .constantFrom('rebase-merge/', 'sequencer/', 'worktrees/', 'rebase-apply/')
      .map((folder) =>
        FILES.filter(([path]) => path.startsWith(folder) || /^(?:CHERRY_PICK|REVERT)_HEAD$/.test(path)),
      ),
  )
  .chain((files) =>
    fc.tuple(
      ...files.map(([path, kind]) => fc.constantFrom(...CONTENTS[kind]).map((text) => [path, text] as const)),
    ),
  );
