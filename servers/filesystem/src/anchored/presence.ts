// Presence: whether a watched path still leads where it led, without following a link that somebody put in its place.
import { dirname } from 'node:path';
import type { Scope } from '../policy/scope.ts';
import { holdReal } from './anchor.ts';

/** A real path that is watched. */
export interface Presence {
  /** Whether there is a file or directory, and no link. */
  isThere(): boolean;
  /** Which directory it is, or is in; undefined when that is gone, or somewhere else. */
  identify(): string | undefined;
}

/** The presence of a real path of the scope. */
export const presenceOf = ({ rules }: Scope, path: string): Presence => {
  const look = (real: string): { readonly identity: string; readonly isDirectory: boolean } | undefined => {
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
    isThere: () => look(path) !== undefined,
    identify: () => {
      const itself = look(path);
      return itself?.isDirectory === true ? itself.identity : look(dirname(path))?.identity;
    },
  };
};
