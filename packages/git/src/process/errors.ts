// Errors of git, in words that tell the model what to do.
import { GitError, type FailureCode } from '../git-error.ts';

const MAX_CHARACTERS = 1000;

/** Returns a refusal with a code. `hint` is the part of the message that says what to do. */
export const refusal = (code: FailureCode, problem: string, hint?: string): GitError =>
  new GitError(problem, { code, hint });

/** Patterns of git's messages, and what the caller can do. The first match counts. */
const ADVICE: readonly (readonly [said: RegExp, code: FailureCode, hint: string])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied \(|returned error: 40[13]/,
    'no_access',
    'Ask the user to set up access, with a credential helper or a key in the ssh agent: nothing can be typed in here.',
  ],
  [
    /Host key verification failed/,
    'no_access',
    'Ask the user to connect to that host with ssh once, so that its key is known.',
  ],
  [
    /Could not resolve host|Connection (?:refused|timed out)|Failed to connect/,
    'unreachable',
    'The remote cannot be reached. Look at its address with git_remotes.',
  ],
  [
    /does not have any commits yet|bad revision 'HEAD'/i,
    'no_commits',
    'If there is no commit yet, make one with git_add and git_commit.',
  ],
  [
    /'refs\/[^']*' exists; cannot create/,
    'conflict',
    'The name of a branch or tag cannot be a folder in the name of another one. Choose another name.',
  ],
  [
    /unknown revision|bad revision|not a valid (?:object|commit)|invalid reference|bad object|malformed object name|not a tree|no such commit/i,
    'not_found',
    'Look with git_branch or git_log.',
  ],
  [
    /index\.lock|cannot lock ref|Unable to create .*\.lock|File exists/i,
    'locked',
    'Another git is at work, or one has crashed. Try again; if it stays, ask the user to remove the lock file.',
  ],
  [
    /unmerged files|resolve your current index first|needs merge/i,
    'conflict',
    'Resolve the files in conflict with git_conflicts, or edit and git_add them; then continue: true of the tool that ' +
      'began, or give up with its abort: true.',
  ],
  [/is a merge but no -m/i, 'unsupported', 'Take the commits that it merged, one by one.'],
  [/log for '(?:refs\/)?stash' only has/i, 'not_found', 'Look with git_stash with action: list.'],
  [
    /cannot delete branch .* checked out at/i,
    'conflict',
    'Go to another branch there before, or remove that worktree.',
  ],
  [/is not a working tree/i, 'not_found', 'Look with git_worktrees.'],
  [/no upstream configured/i, 'not_found', 'Name a branch instead.'],
  [
    /a branch named .* already exists|tag '.*' already exists/i,
    'conflict',
    'Choose another name, or use the one that is there.',
  ],
  [/did not match any file|no such path/i, 'not_found', 'Look with git_status.'],
  [
    /untracked (?:working tree )?files/i,
    'conflict',
    'Move these files away first, or ask the user: they are in no commit.',
  ],
  [/would be overwritten by/i, 'conflict', 'Commit the changes first, or ask the user.'],
  [
    /please tell me who you are|empty ident name|unable to auto-detect email/i,
    'no_identity',
    'Ask the user to set user.name and user.email with git config --global.',
  ],
  [
    /not allowed: transport|transport '.*' not allowed/i,
    'unsupported',
    'Objects are missing here, and this server does not fetch them.',
  ],
  [
    /gpg failed to sign|failed to sign|signing failed/i,
    'signing',
    'Nothing was made. Ask the user to unlock the key, or to set commit.gpgSign to false for this work.',
  ],
];

/** Where git starts to explain options or locks. Our hint is shorter, and a model cannot search for processes. */
const MANUAL = /^(?:usage: |Another git process seems to be running)/;

interface Failed {
  readonly code: number;
  readonly errors: string;
  /** Standard output, where git explains some failures. */
  readonly text?: string;
}

/** Returns the error of a failed command. */
export const toFailure = (command: string, ended: Failed): GitError => {
  const errors = ended.errors.trim() === '' ? (ended.text ?? '') : ended.errors;
  const printed = errors.split('\n');
  const manual = printed.findIndex((line) => MANUAL.test(line));
  const lines = printed
    .slice(0, manual < 0 ? undefined : manual)
    .map((line) => line.replace(/^(?:fatal|error): /, '').trim())
    .filter(
      (line) =>
        line !== '' && !line.startsWith('hint:') && !/^Use '--' to separate|^'git <command>/.test(line),
    );
  const text = lines.join(' ').replaceAll(/:\(top,literal[^)]*\)/g, '');
  const said =
    withoutPasswords(text).slice(0, MAX_CHARACTERS) || `it ended with ${ended.code} and did not say why`;
  const [, code = 'failed', hint] = ADVICE.find(([pattern]) => pattern.test(errors)) ?? [];
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
  return refusal(code, `git ${command} failed: ${sentence}`, hint);
};

/** Removes user names and passwords from addresses. A user name alone may be a token. */
export const withoutPasswords = (text: string): string =>
  text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, '$1***@');
