// What git refuses, in words that tell the model what to do.
import { ToolError } from '@mcp/runtime';

const MAX_CHARACTERS = 1000;

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied \(|returned error: 40[13]/,
    'Ask the user to set up access, with a credential helper or a key in the ssh agent: nothing can be typed in here.',
  ],
  [
    /Host key verification failed/,
    'Ask the user to connect to that host with ssh once, so that its key is known.',
  ],
  [
    /Could not resolve host|Connection (?:refused|timed out)|Failed to connect/,
    'The remote cannot be reached. Look at its address with git_remotes.',
  ],
  [
    /unknown revision|bad revision|not a valid (?:object|commit)|invalid reference|bad object/i,
    'Look with git_branch, git_tags or git_log.',
  ],
  [/does not have any commits yet/i, 'Make one with git_add and git_commit.'],
  [
    /index\.lock|cannot lock ref|Unable to create .*\.lock/i,
    'Another git is at work, or one has crashed. Try again; if it stays, ask the user to remove the lock file.',
  ],
  [/did not match any file|no such path/i, 'Look with git_status or git_ls_files.'],
  [/would be overwritten by (?:checkout|merge)/i, 'Commit the changes first, or ask the user.'],
  [
    /please tell me who you are|empty ident name|unable to auto-detect email/i,
    'Ask the user to set user.name and user.email in the configuration of git, or give author.',
  ],
  [
    /not allowed: transport|transport '.*' not allowed/i,
    'Objects are missing here, and this server does not fetch them.',
  ],
  [
    /gpg failed to sign|failed to sign|signing failed/i,
    'Nothing was made. Ask the user to unlock the key, or to start the server with --sign never.',
  ],
];

/** The error for a command that failed. */
export const toFailure = (command: string, errors: string): ToolError => {
  // What follows is the manual.
  const lines = errors
    .split(/^usage: /m, 1)
    .join('')
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error): /, '').trim())
    .filter(
      (line) =>
        line !== '' && !line.startsWith('hint:') && !/^Use '--' to separate|^'git <command>/.test(line),
    );
  const said = withoutPasswords(lines.join(' ')).slice(0, MAX_CHARACTERS) || 'it did not say why';
  const advice = ADVICE.find(([pattern]) => pattern.test(errors))?.[1];
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
  return new ToolError(`git ${command} failed: ${sentence}${advice === undefined ? '' : ` ${advice}`}`);
};

/** A text in which no address has a name or password. A name alone may be a token too. */
export const withoutPasswords = (text: string): string =>
  text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, '$1***@');
