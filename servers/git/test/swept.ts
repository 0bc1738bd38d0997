// The options that the sweep of hostile configurations (`proofs/keys.proof.test.ts`) issues, by command.
const BY_COMMAND: { readonly [command: string]: string } = {
  add: ' --dry-run --verbose',
  apply: '--cached --check --numstat --recount --reverse --whitespace -p -z',
  blame: '--date --no-ignore-revs-file --no-textconv -L',
  branch: '--delete --force --no-track --quiet --set-upstream-to',
  'cat-file': '--batch --batch-check -p',
  'check-attr': '--all --stdin -z',
  checkout: '--force --no-overwrite-ignore --no-track --quiet -b',
  'checkout-index': '--force --index --stdin -z',
  'cherry-pick': '--abort --continue --no-rerere-autoupdate',
  clone: '--bare --branch --depth --no-local --no-recurse-submodules --origin --progress --template',
  commit: '--all --allow-empty --amend --author --cleanup --file --no-edit --no-status --quiet',
  'commit-tree': '-p',
  diff: '--cached --diff-filter --dst-prefix --find-renames --ignore-submodules --merge-base --name-only --no-ext-diff --no-renames --no-textconv --numstat --patch --raw --src-prefix --submodule --unified -z',
  'diff-tree': '--diff-filter --no-ext-diff --no-renames --no-textconv --raw -r -z',
  fetch:
    '--depth --no-auto-gc --no-prune --no-recurse-submodules --no-write-fetch-head --progress --prune --tags',
  'for-each-ref': '--contains --format --merged --no-contains --sort',
  grep: '--extended-regexp --fixed-strings --full-name --ignore-case --line-number --no-column --no-ignore-case --no-textconv --null -I -e',
  'hash-object': '--path --stdin -w',
  init: '--bare --initial-branch --quiet',
  log: '--abbrev-commit --author --branches --decorate --diff-filter --diff-merges --dst-prefix --find-renames --fixed-strings --follow --format --grep --ignore-missing --max-count --name-only --no-ext-diff --no-merges --no-renames --no-textconv --no-walk --numstat --patch --raw --remotes --root --since --skip --src-prefix --submodule --tags --topo-order --unified --until --walk-reflogs -S -z',
  'ls-files': '--cached --deduplicate --others --stage --unmerged -z',
  'ls-tree': '--full-tree --name-only -r -z',
  merge:
    '--abort --continue --no-autostash --no-edit --no-rerere-autoupdate --no-stat --no-verify-signatures --quiet',
  'merge-base': '--is-ancestor',
  'merge-tree': '--name-only --no-messages --write-tree -z',
  push: '--dry-run --force-with-lease --no-follow-tags --no-recurse-submodules --porcelain --progress',
  rebase:
    '--abort --continue --merge --no-autosquash --no-autostash --no-fork-point --no-rerere-autoupdate --no-stat --quiet',
  reset: '--keep --mixed --quiet --soft',
  restore: '--source --staged --worktree',
  'rev-parse': ' --quiet --short --verify',
  revert: '--abort --continue --no-edit --no-rerere-autoupdate',
  'stash apply': '--quiet',
  'stash drop': '--quiet',
  'stash pop': '--quiet',
  'stash push': '--include-untracked --message --no-include-untracked',
  status: '--branch --ignore-submodules --porcelain --untracked-files -z',
  'symbolic-ref': '--quiet',
  tag: '--annotate --cleanup --delete --file --no-sign',
  'update-index': '--index-info -z',
  'worktree add': '--no-checkout --no-guess-remote --no-track --quiet -b',
  'worktree list': '--porcelain',
  'worktree remove': ' --force',
};

/** Options that the sweep does not issue, with the reason. */
const OTHERS: ReadonlySet<string> = new Set([
  // Single hunks: the same `apply --cached` with another form of patch.
  'apply --no-ignore-whitespace',
  // The version of a file that only one side has.
  'diff --theirs',
  'rm --quiet',
  // Part of a pull, which is a fetch and a merge; both are swept without it.
  'merge --ff-only',
  // `attacks/integration-programs.proof.test.ts` has commits that were pushed.
  ...['--count', '--not', '--remotes'].map((option) => `rev-list ${option}`),
  // Reads no attributes, only files that the server created for it.
  ...['--diff3', '--marker-size', '--ours', '--quiet', '--stdout', '--theirs', '--union'].map(
    (option) => `merge-file ${option}`,
  ),
  // Refs only.
  'symbolic-ref --delete',
  'update-ref',
  'ls-remote',
]);

const NAMED = Object.entries(BY_COMMAND).flatMap(([command, options]) =>
  options.split(' ').map((option) => `${command} ${option}`.trim()),
);

/** Commands that the sweep issues, such as `diff --cached`. */
export const SWEPT: ReadonlySet<string> = new Set(NAMED);

/** Returns whether a command may be issued. */
export const isKnown = (form: string): boolean => SWEPT.has(form) || OTHERS.has(form);
