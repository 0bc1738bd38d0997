// A repository whose index has a name that git never writes, with its surroundings.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toFiles } from '../proofs/index-files.ts';
import type { Place, Temporary } from '../setup.ts';

const OUTSIDE = ['secret.txt', 'existing.txt'];

export interface OddIndex {
  readonly dir: Place;
  /** Writes an index of a.txt and an entry of this name, by default a file. */
  readonly set: (name: string, mode?: number) => void;
  /** Returns all that must not change, as JSON. */
  readonly contents: () => string;
}

export const oddIndex = (nest: Temporary): OddIndex => {
  const dir = nest.repository('in');
  nest.write({ 'secret.txt': 's3cret\n', 'existing.txt': 's3cret too\n', 'other/x': 's3cret' });
  dir.write({ '.git/evil': 'evil\n' });
  const objects = [['rev-parse', 'HEAD:a.txt'] as const, ['hash-object', '-w', '.git/evil'] as const].map(
    (args) => dir.git(...args).trim(),
  );
  return {
    dir,
    set: (name, mode = 0o100644) => {
      const own = { name: 'a.txt', mode: 0o100644, stage: 0, isSkipped: false, object: 0 };
      const entries = [own, { ...own, name, mode, object: 1 }];
      const index = { version: 2, entries, extensions: [], isSplit: false } as const;
      for (const [path, bytes] of toFiles(index, { outside: '', objects }))
        writeFileSync(dir.at('.git', path), bytes);
    },
    contents: () =>
      JSON.stringify([
        ...[nest.path, dir.path, dir.at('.git/hooks')].map((path) => readdirSync(path)),
        ...OUTSIDE.map((name) => readFileSync(nest.at(name), 'utf8')),
      ]),
  };
};
