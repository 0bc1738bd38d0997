// The trust policy: which settings of a repository could start a program, reach the network or read files elsewhere, and
// which settings take their place.
import { NO_FILE, type Access, type Setting } from './environment.ts';
import { withoutPasswords } from './errors.ts';

/** Whether the operator trusts the configuration of repositories (`--trust-repo-config`). Reads never do. */
export type Trust = 'untrusted' | 'trusted';

/** Set for every command, whatever the repository says. */
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
  ['advice.detachedHead', 'false'],
];

/** No hook is there. */
const NO_HOOKS: Setting = ['core.hooksPath', NO_FILE];

// A subsection may be empty, and have any character, also a line separator: `.*` with the flag s matches all.

/** Keys that matter only for what this server never runs, or for which `ALWAYS` has an answer: nothing to set. */
const INERT =
  /^(?:core\.(?:fsmonitor|hookspath|pager|editor|askpass|sshcommand|gitproxy|alternaterefscommand|worktree)|pager\..*|blame\.ignorerevsfile|sequence\.editor|interactive\.difffilter|status\.submodulesummary|log\.showsignature|diff\.(?:external|.*\.command|.*\.textconv)|credential\..*|credential\.helper|remote\..*\.(?:promisor|uploadpack|receivepack|vcs|proxy)|extensions\.partialclone|url\..*\.(?:insteadof|pushinsteadof)|submodule\..*\.update|trailer\..*\.(?:command|cmd)|uploadpack\..*)$/is;

/** What is set against the keys of a repository, by pattern: what the first group matched is `name`. */
const ANSWERS: readonly (readonly [
  keys: RegExp,
  answer: (key: string, name: string) => readonly Setting[],
])[] = [
  // An empty command is none. Without `required` the content passes as it is.
  [
    /^(filter\..*)\.(?:clean|smudge|process)$/is,
    (key, filter) => [
      [key, ''],
      [`${filter}.required`, 'false'],
    ],
  ],
  // Git LFS, which may be a filter of the operator, takes programs and folders from the configuration of the repository.
  [
    /^lfs\.(?:customtransfer\..*|(?:.*\.)?standalonetransferagent|extension\..*|storage)$/is,
    () => [
      ...['clean', 'smudge', 'process'].map((name): Setting => [`filter.lfs.${name}`, '']),
      ['filter.lfs.required', 'false'],
    ],
  ],
  // Files elsewhere, whose content could show; aliases; and options that `git merge` takes as if they were given to it.
  [
    /^(?:core\.(?:excludesfile|attributesfile)|mailmap\.file|commit\.template|alias\..*|branch\..*\.mergeoptions)$/is,
    (key) => [[key, '']],
  ],
  // A regular expression can need any amount of memory. This one is what git does without a driver.
  [/^diff\..*\.x?funcname$/is, (key) => [[key, '^([[:alpha:]$_].*)$']]],
  [/^diff\.orderfile$/is, (key) => [[key, NO_FILE]]],
  // Git runs `git-merge-<strategy>`: an alias, or with a slash in it a program of the files. A merge takes the last one,
  // what else there is the first one (`write/integrate.ts`).
  [/^pull\.twohead$/is, (key) => [[key, 'recursive']]],
  [/^pull\.octopus$/is, (key) => [[key, 'octopus']]],
  // Hooks that are configured by name, in versions of git that know them.
  [
    /^(hook\..*)\.(?:command|event|enabled)$/is,
    (_key, hook) => [
      [`${hook}.enabled`, 'false'],
      [`${hook}.command`, 'true'],
    ],
  ],
  // An empty driver would take one side silently; this one says that there is a conflict.
  [/^merge\..*\.driver$/is, (key) => [[key, 'false']]],
  [/^gpg\..*(?:program|defaultkeycommand)$/is, (key) => [...NO_SIGNING, [key, 'false']]],
  [/^gpg\..*$/is, () => NO_SIGNING],
  [INERT, () => []],
];

const NO_SIGNING: readonly Setting[] = [
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['tag.forceSignAnnotated', 'false'],
  ['merge.verifySignatures', 'false'],
];

/** What is set against one key of the repository; undefined when the key is harmless. */
const against = (key: string): readonly Setting[] | undefined => {
  const [keys, answer] = ANSWERS.find(([pattern]) => pattern.test(key)) ?? [];
  return answer?.(key, keys?.exec(key)?.[1] ?? '');
};

/** What a command runs with. */
export interface Policy {
  readonly settings: readonly Setting[];
  /** The keys of the repository that have no effect, as they are written there. */
  readonly neutralised: readonly string[];
}

/** The policy for a repository whose configuration has these keys. */
export const toPolicy = (access: Access, trust: Trust, keys: readonly string[]): Policy => {
  if (access === 'write' && trust === 'trusted') return { settings: ALWAYS, neutralised: [] };
  const answers = keys
    .map((key) => [key, against(key)] as const)
    .filter(([, settings]) => settings !== undefined);
  return {
    settings: [...ALWAYS, NO_HOOKS, ...answers.flatMap(([, settings = []]) => settings)],
    // The name of a key can have an address in it.
    neutralised: answers.map(([key]) => withoutPasswords(key)),
  };
};

/** Keys that decide what a transfer runs, sends, or connects to. It runs without the configuration of the repository. */
const TRANSFER =
  /^(?:core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand|hookspath)|credential\..*|http\..*|ssh\..*|protocol\..*|url\..*|remote\..*\.(?:uploadpack|receivepack|vcs|proxy|proxyauthmethod|push|mirror|tagopt|prune|serveroption)|(?:fetch|push|transfer|submodule)\..*|remote\.pushdefault|branch\..*\.pushremote)$/is;

/** The policy for a transfer. It has none of the configuration of a repository that is not trusted, so nothing is set against that. */
export const transferPolicy = (trust: Trust, keys: readonly string[]): Policy => ({
  settings: [
    ...ALWAYS,
    ...(trust === 'trusted' ? [] : [NO_HOOKS]),
    ['fetch.recurseSubmodules', 'false'],
    ['push.recurseSubmodules', 'no'],
    ['push.followTags', 'false'],
    ['transfer.bundleURI', 'false'],
    ['credential.interactive', 'false'],
  ],
  neutralised: trust === 'trusted' ? [] : keys.filter((key) => TRANSFER.test(key)).map(withoutPasswords),
});
