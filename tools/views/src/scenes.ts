// All scenes. Each page of a server has at least one: `suite/pictures.test.ts` fails where one is missing.
import type { Scene } from './scene.ts';
import { fetchReader } from './scenes/fetch-reader.ts';
import { gitDiff } from './scenes/git-diff.ts';
import { gitGraph } from './scenes/git-graph.ts';
import { gitStatus } from './scenes/git-status.ts';
import { sqliteGrid } from './scenes/sqlite-grid.ts';

/** By server and view, in the order of their names. */
export const scenes: readonly Scene[] = [fetchReader, gitDiff, gitGraph, gitStatus, sqliteGrid];
