// Settings that every command has, whatever the operator and the repository say: they win over all files.
import { NO_FILE, type Access, type Setting } from './environment.ts';

/** Whether the operator trusts the configuration of repositories (`--trust-repo-config`). Reads never do. */
export type Trust = 'untrusted' | 'trusted';

const ALWAYS: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.pager', 'cat'],
  ['color.ui', 'false'],
  ...['advice', 'branch', 'diff', 'grep', 'push', 'remote', 'status', 'transport'].map((name): Setting => [
    `color.${name}`,
    'false',
  ]),
  ['blame.coloring', 'none'],
  ['blame.blankBoundary', 'false'],
  ['blame.showEmail', 'false'],
  ['blame.showRoot', 'false'],
  // A file that was only touched is not changed.
  ['diff.autoRefreshIndex', 'true'],
  ['column.ui', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  // Names that some file systems take for .git are never checked out.
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['status.submoduleSummary', 'false'],
  ['log.showSignature', 'false'],
  // What is shown of the history does not depend on the repository.
  ['log.decorate', 'short'],
  ['log.follow', 'false'],
  ['log.date', 'default'],
  ['log.showRoot', 'true'],
  // A rebase moves the current branch, and no other.
  ['rebase.updateRefs', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  // Messages come from JSON.
  ['i18n.commitEncoding', 'UTF-8'],
  ['grep.fallbackToNoIndex', 'false'],
  // Files of the git directory with names of files in them, which git takes as they are.
  ['core.untrackedCache', 'false'],
  ['rerere.enabled', 'false'],
  ['core.multiPackIndex', 'false'],
  ['advice.detachedHead', 'false'],
];

/** No hook is there. */
const NO_HOOKS: Setting = ['core.hooksPath', NO_FILE];

/** Whether a command has the configuration and the hooks of the repository. */
export const isTrusting = (access: Access, trust: Trust): boolean =>
  access === 'write' && trust === 'trusted';

/** The settings of a command. */
export const fixedSettings = (access: Access, trust: Trust): readonly Setting[] =>
  isTrusting(access, trust) ? ALWAYS : [...ALWAYS, NO_HOOKS, ...NO_SUBMODULES];

/** Git would start git in submodules, which have a configuration of their own. */
const NO_SUBMODULES: readonly Setting[] = [['diff.ignoreSubmodules', 'dirty']];

/**
 * Git LFS, which may be a filter of the operator, takes programs and folders from the configuration of the repository. So it
 * is off where that has more for it than is harmless: an empty command is none.
 */
export const lfsSettings = (unused: readonly string[]): readonly Setting[] =>
  unused.some((key) => key.startsWith('lfs.'))
    ? [
        ...['clean', 'smudge', 'process'].map((name): Setting => [`filter.lfs.${name}`, '']),
        ['filter.lfs.required', 'false'],
      ]
    : [];

/** The settings of a transfer. */
export const transferSettings = (trust: Trust): readonly Setting[] => [
  ...fixedSettings('write', trust),
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['transfer.bundleURI', 'false'],
  ['credential.interactive', 'false'],
  // Else git starts git in repositories that this one borrows objects from, to list their refs.
  ...(trust === 'trusted' ? [] : [['core.alternateRefsCommand', ':'] satisfies Setting]),
];
