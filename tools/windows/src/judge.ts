// Judges what the servers said on Windows by the official schemas: with the judge of the runtime's own tests, as a
// program.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '@mcp/release/src/run.ts';
import { root } from '@mcp/repo/src/workspace.ts';

/** How many messages servers sent, and what is wrong with which. */
export interface Verdict {
  readonly judged: number;
  readonly faults: readonly string[];
}

/**
 * Judges a file of conversations, each a line of JSON. It is missing when the suite ended before it started a server.
 */
export const judge = async (file: string): Promise<Verdict> => {
  if (!existsSync(file)) return { judged: 0, faults: [] };
  const program = join(root, 'packages/runtime/test/spec/oracle/judge-file.ts');
  return JSON.parse(await run(process.execPath, [program, file], { cwd: root, env: process.env })) as Verdict;
};
