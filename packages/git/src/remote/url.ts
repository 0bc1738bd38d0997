// The address of a remote: what this server connects to, and what it does not.
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { GitError } from '../git-error.ts';
import { orElse } from '../or-else.ts';
import type { RemoteUrl } from '../arguments/arguments.ts';
import { realPath } from '../location/git-directory.ts';
import { refusal, withoutPasswords } from '../process/errors.ts';
import type { Repository } from '../repository.ts';

/** A checked address. */
export interface Address {
  readonly url: RemoteUrl;
  /** The URL without a name and password. */
  readonly shown: string;
  /** The protocols that git may use, as in GIT_ALLOW_PROTOCOL. `url.insteadOf` of the operator may turn https into ssh. */
  readonly protocols: string;
  /** Set for a repository on this machine, inside the allowed directories. */
  readonly local?: Repository;
}

const NETWORK = 'https:ssh';
const MAX_LENGTH = 2048;

/** `host:path` as for ssh. A single letter is a drive of Windows. */
const SCP = /^(?:[\w.~+-]+@)?[A-Za-z0-9][\w.-]+:(?!:)[^-].*$/;

/**
 * Checks an address. `open` finds a repository on this machine, by its real path, if it is inside; relative paths begin
 * at `base`.
 *
 * @throws {GitError} for what is not https, ssh, or a repository inside the allowed directories.
 */
export const toAddress = async (
  text: string,
  base: string,
  open: (path: string) => Promise<Repository | undefined>,
): Promise<Address> => {
  const shown = withoutPasswords(text);
  if (text === '' || text.length > MAX_LENGTH || text.startsWith('-') || /\p{Cc}/u.test(text))
    throw refused(shown);
  const hasSpace = /\s/u.test(text);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'file')
    return toLocal(
      orElse(() => fileURLToPath(text), ''),
      shown,
      open,
    );
  // Only the path of a directory here has spaces.
  if (hasSpace && (scheme !== undefined || SCP.test(text))) throw refused(shown);
  if (scheme !== undefined) return { ...toNetwork(text, scheme, shown), shown };
  // `ext::sh -c …` and its like name a program.
  if (/^[^/\\]*::/.test(text)) throw refused(shown);
  if (SCP.test(text)) return { url: text as RemoteUrl, shown, protocols: NETWORK };
  return toLocal(isAbsolute(text) ? text : resolve(base, text), shown, open);
};

/** The parts of an address that decide where git connects to. */
export interface Endpoint {
  readonly scheme: string;
  readonly user: string;
  /** Without brackets. */
  readonly host: string;
  /** Undefined for the port of the ssh configuration, or the default port. */
  readonly port: number | undefined;
}

/**
 * Returns the endpoint of an address that is not a path on this machine.
 *
 * @throws {GitError} if it is not such an address.
 */
export const endpointOf = (text: string): Endpoint => {
  const [, scpUser = '', scpHost] = /^(?:([^@:/]+)@)?([^@:/[\]]+):(?!\/\/)/.exec(text) ?? [];
  if (scpHost !== undefined) return { scheme: 'ssh', user: scpUser, host: scpHost, port: undefined };
  if (!URL.canParse(text)) throw refused(withoutPasswords(text));
  const { protocol, username, hostname, port } = new URL(text);
  return {
    scheme: protocol.slice(0, -1),
    user: decode(username),
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? undefined : Number(port),
  };
};

const toNetwork = (text: string, scheme: string, shown: string): Pick<Address, 'url' | 'protocols'> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^[A-Za-z0-9[]/.test(url.hostname)) throw refused(shown);
  // Some programs read a backslash as a slash, others as part of the name.
  if (text.includes('\\')) throw refused(shown);
  // Clear text must not leave the machine.
  const isPlain = scheme === 'http' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (scheme !== 'https' && scheme !== 'ssh' && !isPlain) throw refused(shown);
  // ssh would read the name as an option.
  if (url.username.startsWith('-') || /^\/*-/.test(decode(url.pathname))) throw refused(shown);
  return { url: text as RemoteUrl, protocols: isPlain ? `http:${NETWORK}` : NETWORK };
};

const decode = (path: string): string => orElse(() => decodeURIComponent(path), path);

// A path that is outside, missing or not a repository gets the same error. A repository inside may throw another one.
const toLocal = async (
  path: string,
  shown: string,
  open: (path: string) => Promise<Repository | undefined>,
): Promise<Address> => {
  const real = realPath(path);
  const local = real === undefined ? undefined : await open(real);
  if (local === undefined) throw refused(shown);
  // A URL, because git reads the directory itself when it clones a path.
  return { url: pathToFileURL(local.gitDir).href as RemoteUrl, shown, protocols: 'file', local };
};

const refused = (shown: string): GitError =>
  refusal(
    'access_denied',
    `The address ${shown} is not one that this server connects to: https://…, ssh://…, user@host:path, or the path of ` +
      'a repository inside the allowed directories.',
    'Look at the remotes with git_remotes.',
  );
