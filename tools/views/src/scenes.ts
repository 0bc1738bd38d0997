// All scenes. Each page of a server has at least one; otherwise `suite/pictures.test.ts` fails.
import type { Scene } from './scene.ts';
import { fetchReader } from './scenes/fetch-reader.ts';
import { filesystemEdits } from './scenes/filesystem-edits.ts';
import { filesystemPreview } from './scenes/filesystem-preview.ts';
import { filesystemTree } from './scenes/filesystem-tree.ts';
import { gitDiff } from './scenes/git-diff.ts';
import { gitGraph } from './scenes/git-graph.ts';
import { gitStatus } from './scenes/git-status.ts';
import { sqliteChart, sqliteGrid } from './scenes/sqlite-grid.ts';
import { sqliteSchema } from './scenes/sqlite-schema.ts';

/** The scenes, sorted by server and view. */
export const scenes: readonly Scene[] = [
  fetchReader,
  ...[filesystemEdits, filesystemPreview, filesystemTree],
  ...[gitDiff, gitGraph, gitStatus],
  ...[sqliteChart, sqliteGrid, sqliteSchema],
];
