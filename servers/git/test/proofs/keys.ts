// Every configuration key that the installed git documents, and those of Git LFS, each set to its own program.
import { execFileSync } from 'node:child_process';
import { toConfig, type Programs } from '../hostile-repository.ts';

/** git-lfs-config, and the filter that `git lfs install` sets. */
const LFS = [
  ...[
    'lfs.url',
    'lfs.pushurl',
    'lfs.storage',
    'lfs.standalonetransferagent',
    'lfs.<url>.standalonetransferagent',
  ],
  ...[
    'lfs.customtransfer.<name>.path',
    'lfs.customtransfer.<name>.args',
    'lfs.customtransfer.<name>.direction',
  ],
  ...[
    'lfs.extension.<name>.clean',
    'lfs.extension.<name>.smudge',
    'lfs.extension.<name>.priority',
    'lfs.<url>.access',
  ],
  ...[
    'lfs.dialtimeout',
    'lfs.concurrenttransfers',
    'lfs.basictransfersonly',
    'lfs.tustransfers',
    'lfs.fetchinclude',
  ],
  ...[
    'lfs.fetchexclude',
    'lfs.fetchrecentalways',
    'lfs.allowincompletepush',
    'lfs.lockignoredfiles',
    'lfs.gitprotocol',
  ],
  ...[
    'lfs.sshtransfer',
    'lfs.<url>.sshtransfer',
    'lfs.setlockablereadonly',
    'lfs.skipdownloaderrors',
    'lfs.locksverify',
  ],
  ...[
    'filter.lfs.clean',
    'filter.lfs.smudge',
    'filter.lfs.process',
    'filter.lfs.required',
    'diff.lfs.textconv',
  ],
];

/** Replacements for a name that git really uses: `branch.<name>.merge` is about the branch main. */
const NAMES: { readonly [section: string]: readonly string[] } = {
  branch: ['main'],
  remote: ['origin'],
  gpg: ['openpgp', 'ssh', 'x509'],
  url: ['ext::x'],
  includeif: ['gitdir:**'],
  http: ['http://127.0.0.1'],
  credential: ['http://127.0.0.1'],
};

/** Returns all keys, with `<name>` and `*` replaced. */
export const documentedKeys = (): string[] => {
  const documented =
    execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).match(/^[a-z]\w*\..+$/gim) ?? [];
  const keys = [...documented, ...LFS].flatMap((key) => {
    const names = NAMES[key.slice(0, key.indexOf('.')).toLowerCase()] ?? ['evil'];
    return names.map((name) => key.replaceAll(/<[^>]*>|\*/g, () => name));
  });
  return [...new Set(keys)].filter((key) => /^[a-z\d-]+\.(?:.+\.)?[a-z][a-z\d-]*$/is.test(key));
};

const PROGRAM =
  /(?:program|command|clean|smudge|process|textconv|driver|hook|hookspath|helper|path|cmd|editor|pager|askpass|proxy|vcs|pack|external|difftool|browser|agent|difffilter|fsmonitor)$/i;

/** Returns whether the value of a key is a program or its name. */
export const takesProgram = (key: string): boolean => PROGRAM.test(key);

/** Returns a program written as a value. */
export type Form = (key: string, program: string) => string;

export const FORMS: { readonly [name: string]: Form } = {
  'a program in each': (_key, program) => program,
  'programs where there may be some, and true elsewhere': (key, program) =>
    takesProgram(key) ? program : 'true',
  'commands for a shell': (_key, program) => `!${program}`,
  'addresses that name a program': (_key, program) => `ext::${program} x`,
};

/** Returns the text of a configuration that sets all of them. */
export const toText = (keys: readonly string[], form: Form, programs: Programs): string =>
  keys.map((key) => toConfig({ [key]: form(key, programs.make(key)) })).join('');
