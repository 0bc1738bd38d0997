// Why a repository, or a revision in it, cannot be used.
import type { ToolError } from '@mcp/runtime';
import { quoted } from './arguments.ts';
import { refusal } from './errors.ts';

/** A system without links, which keep this key of the configuration from git. */
export const noLinks = (key: string): ToolError =>
  refusal(
    'unsupported',
    `The configuration of the repository has ${quoted(key)}. ` +
      'To leave it out, the server makes links, which this system does not let it make.',
    'Ask the user to allow symbolic links (on Windows: developer mode), or to remove the key.',
  );

/** A key of a submodule in which git would be started. */
export const notPlain = (directory: string, key: string): ToolError =>
  refusal(
    'access_denied',
    `Git would be started in the submodule ${quoted(directory)}, whose configuration has ${quoted(key)}.`,
    'Ask the user to remove that key, or to start the server with --trust-repo-config.',
  );

/** Where to look for a revision that is not there. */
const PLACES: readonly (readonly [kind: RegExp, hint: string])[] = [
  [/^stash@/, 'Look with git_stash with action: list.'],
  [/^HEAD$/, 'There is no commit yet: make one with git_add and git_commit.'],
  [/^/, 'Look with git_branch, git_tag or git_log.'],
];

/** A revision that is not there. */
export const noRevision = (revision: string, argument: string): ToolError => {
  const name = revision.replace(/\^\{\w*\}$/, '');
  const [, hint] = PLACES.find(([kind]) => kind.test(name)) ?? [];
  return refusal('not_found', `${argument}: there is no ${quoted(name)} in this repository.`, hint);
};
