// Files that stay inside allowed directories, are written completely or not at all, and can be restored.
export { errorCode, FileError, unlessRefused } from './file-error.ts';
export { copy, type CopyResult } from './files/copy.ts';
export { findDestination } from './files/destination.ts';
export { FileSystem, type Changed } from './files/file-system.ts';
export { readNamedFile, writeNamedFile } from './files/named-file.ts';
export type { OpenFile } from './files/content.ts';
export type { Entry, EntryWithState } from './files/state.ts';
export { openTree, type Tree, type TreeFile } from './files/tree.ts';
export { serialize, TimeSlice } from './files/locks.ts';
export { detectAnchoring, anchorReal } from './sandbox/anchoring.ts';
export { foldName, oneLine } from './sandbox/names.ts';
export { Scope, type ScopeRules } from './sandbox/scope.ts';
export { UndoStore } from './undo/store.ts';
