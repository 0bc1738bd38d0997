// The wire of each revision.
import { isModern, type Revision } from '../revisions.ts';
import type { Implementation } from '../types.ts';
import { createLegacyWire } from './2025.ts';
import { createModernWire } from './2026.ts';
import type { Wire } from './shapes.ts';

/** The wire of a revision for a server of this name and version. */
export function createWire(revision: Revision, server: Implementation): Wire {
  return isModern(revision) ? createModernWire(revision, server) : createLegacyWire(revision);
}
