// Internals of this package for server tests.
export { errnoError } from '../src/file-error.ts';
export { PIECE_BYTES } from '../src/files/tree.ts';
export { lockDirectory } from '../src/files/locks.ts';
export { anchorAt } from '../src/sandbox/anchoring.ts';
export { isTemporaryName, LOCK_NAME, temporaryName } from '../src/sandbox/names.ts';
