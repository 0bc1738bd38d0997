// Working folder of the compared servers: temporary, deleted after the run.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Folder {
  readonly root: string;
  readonly remove: () => Promise<void>;
}

export function makeFolder(): Folder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-bench-')));
  return { root, remove: async () => rmSync(root, { recursive: true, force: true }) };
}
