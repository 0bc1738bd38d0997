// Presence: whether a watched path still leads where it led, without following a link that somebody put in its place.
import { dirname } from 'node:path';
import type { Scope } from '../sandbox/scope.ts';
import type { Snapshot } from './poll.ts';
import { holdReal, type Anchor } from '../sandbox/anchor.ts';
import { addStates, readEntries, type Entry } from '../files/entries.ts';
import { toEtag } from '../files/state.ts';

/** A real path that is watched. */
export interface Presence {
  /** Whether there is a file or directory, and no link. */
  isThere(): boolean;
  /** Whether there is a directory. */
  isDirectory(): boolean;
  /** Which directory it is, or is in; undefined when that is gone, or somewhere else. */
  identify(): string | undefined;
  /** The file, or what is in the directory; undefined when it is gone, or a link. */
  look(): Promise<Snapshot | undefined>;
  /** As `look`, without what changes with each entry: the names only. */
  lookAtNames(): Promise<Snapshot | undefined>;
}

/** The presence of a real path of the scope. */
export const presenceOf = (scope: Scope, path: string): Presence => {
  const { rules } = scope;
  const identify = (
    real: string,
  ): { readonly identity: string; readonly isDirectory: boolean } | undefined => {
    try {
      using anchor = holdReal(rules.anchoring, real);
      const { stats } = anchor;
      if (stats.isSymbolicLink()) return undefined;
      return { identity: `${stats.dev} ${stats.ino}`, isDirectory: stats.isDirectory() };
    } catch {
      return undefined;
    }
  };
  return {
    isThere: () => identify(path) !== undefined,
    isDirectory: () => identify(path)?.isDirectory === true,
    identify: () => {
      const itself = identify(path);
      return itself?.isDirectory === true ? itself.identity : identify(dirname(path))?.identity;
    },
    look: () => snapshot(scope, path, withStates),
    lookAtNames: () => snapshot(scope, path, namesOf),
  };
};

type Describe = (directory: Anchor, entries: readonly Entry[]) => Snapshot | Promise<Snapshot>;

const snapshot = async (scope: Scope, path: string, describe: Describe): Promise<Snapshot | undefined> => {
  try {
    using anchor = holdReal(scope.rules.anchoring, path);
    const { stats } = anchor;
    if (stats.isSymbolicLink()) return undefined;
    if (!stats.isDirectory()) return new Map([['', toEtag(stats)]]);
    return await describe(anchor, await readEntries(scope, anchor, path));
  } catch {
    return undefined;
  }
};

const namesOf: Describe = (_, entries) => new Map(entries.map(({ name, type }) => [name, type]));

// A directory changes with what is in it, which is not watched.
const withStates: Describe = async (directory, entries) =>
  new Map(
    (await addStates(directory, entries)).map(({ name, type, state: { size, mtimeMs } }) => [
      name,
      type === 'directory' ? type : `${type} ${size} ${mtimeMs}`,
    ]),
  );
