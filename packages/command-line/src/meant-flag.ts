// Suggestions for a flag that does not exist.
import { nearest } from '@mcp/runtime';

/** What other programs call a flag, by its name here. */
const SYNONYMS: { readonly [flag: string]: string } = {
  'allow-cidr': 'allowlocal allowlocalhost allowprivate',
  'allow-domain': 'domain',
  'allow-remote': 'allowclone allowfetch allownetwork allowpush clone fetch pull push remote',
  'auth-token-env': 'apikey auth bearer token',
  'ca-file': 'cacert cert insecure',
  confirm: 'ask',
  'db-path': 'database',
  deny: 'exclude hide ignore',
  'deny-domain': 'block exclude',
  'export-dir': 'output outputdir',
  host: 'address bind listen',
  install: 'add installhost',
  'log-level': 'debug log quiet verbose',
  'max-output-bytes': 'maxlength',
  'max-rows': 'limit rowlimit',
  'max-undo': 'backup',
  queries: 'query',
  sandbox: 'bwrap bubblewrap',
  'save-dir': 'download downloaddir output outputdir',
  tools: 'enable enabletool',
  transport: 'http sse stdio',
  'trust-repo-config': 'allowhook hook runhook',
  uninstall: 'remove',
  write: 'allowwrite create readwrite rw writable',
};

/** Parts that unrelated flags share. */
const FREQUENT = ['allow', 'allowed', 'file', 'path', 'max', 'dir', 'url', 'write'];

/** Returns the flag that is closest to an unknown one in its meaning or spelling. Neither begins with dashes. */
export function meantFlag(given: string, names: readonly string[]): string | undefined {
  const word = singular(plain(given));
  const parts = partsOf(given).filter((part) => part.length > 2 && !FREQUENT.includes(part));
  const related = names.filter((name) => partsOf(name).some((part) => parts.includes(part)));
  return (
    names.find((name) => singular(plain(name)) === word || SYNONYMS[name]?.split(' ').includes(word)) ??
    names.find((name) => isShortFor(given, name)) ??
    names.find((name) => word.length > 1 && plain(name).startsWith(word)) ??
    nearest(given, related) ??
    related[0] ??
    nearest(given, names)
  );
}

const singular = (word: string): string => word.replace(/(?<!s)s$/, '');

const partsOf = (name: string): string[] => name.split(/[-_]/).map(singular);

/** Whether a word is a name, or its initials: `ro` for `read-only`. */
export function isShortFor(word: string, name: string): boolean {
  const initials = name.split('-').map(([letter = '']) => letter);
  return word === name || (initials.length > 1 && word === initials.join(''));
}

/** Returns a name in lower case without dashes and spaces, because people write these differently. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
