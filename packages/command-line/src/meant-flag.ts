// The flag that somebody meant who wrote one that does not exist.
import { nearest } from '@mcp/runtime';

/** Words of other programs for what a flag does here. */
const ELSEWHERE: { readonly [flag: string]: readonly string[] } = {
  'allow-cidr': ['allowprivate'],
  'allow-remote': ['allowpush', 'push'],
  'auth-token-env': ['token'],
  'db-path': ['database'],
  deny: ['exclude', 'ignore'],
  'deny-domain': ['block', 'exclude'],
  'log-level': ['debug', 'quiet', 'verbose'],
  transport: ['http', 'sse', 'stdio'],
  write: ['create', 'rw', 'writable'],
};

/** Parts of many flags: two flags that share one of them mean different things. */
const FREQUENT = ['allow', 'allowed', 'file', 'path', 'max', 'dir', 'url'];

/** Returns the flag that is closest to an unknown one in its meaning or spelling. Both are without dashes in front. */
export function meantFlag(given: string, names: readonly string[]): string | undefined {
  const word = plain(given);
  const parts = given.split(/[-_]/).filter((part) => part.length > 2 && !FREQUENT.includes(part));
  const tests: ((name: string) => boolean)[] = [
    (name) => plain(name) === word || ELSEWHERE[name]?.includes(word) === true || isShortFor(given, name),
    (name) => word.length > 1 && plain(name).startsWith(word),
    (name) => name.split('-').some((part) => parts.includes(part)),
    (name) => name === nearest(given, names),
  ];
  return tests.map((test) => names.find(test)).find((name) => name !== undefined);
}

/** Whether a word is a name, or its initials: `ro` for `read-only`. */
export function isShortFor(word: string, name: string): boolean {
  const initials = name.split('-').map(([letter = '']) => letter);
  return word === name || (initials.length > 1 && word === initials.join(''));
}

/** Returns a name without what people write differently: letter case, dashes and spaces. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
