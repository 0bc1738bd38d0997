// Holds objects of the file system in the best way that this machine has.
import { errnoError } from '../failure.ts';
import type { Anchor, AnchoringKind, LastLink } from './anchor.ts';
import { holdChecked } from './checked-anchor.ts';
import { canHoldDescriptors, holdDescriptor } from './descriptor-anchor.ts';

/** The best that this machine can do. */
export const detectAnchoring = (): AnchoringKind => (canHoldDescriptors() ? 'descriptor' : 'checked');

/**
 * Holds what a path leads to, wherever that is: check `path` of the result.
 *
 * @throws {Error} of the file system.
 */
export const hold = (kind: AnchoringKind, path: string, last: LastLink): Anchor =>
  kind === 'descriptor' ? holdDescriptor(path, last) : holdChecked(path, last);

/**
 * Holds what is at a real path; links in it are not followed.
 *
 * @throws {Error} of the file system; ENOENT when the path leads elsewhere now.
 */
export const holdReal = (kind: AnchoringKind, path: string): Anchor => {
  const anchor = hold(kind, path, 'hold');
  if (anchor.path === path) return anchor;
  anchor[Symbol.dispose]();
  throw errnoError('ENOENT');
};
