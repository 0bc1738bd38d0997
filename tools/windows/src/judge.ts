// Validates what the servers said on Windows against the official schemas, with the validator of the runtime's tests in
// a separate process.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '@mcp/release/src/run.ts';
import { root } from '@mcp/repo/src/workspace.ts';

/** The number of validated messages of servers, and the faults. */
export interface Verdict {
  readonly judged: number;
  readonly faults: readonly string[];
}

/** Validates a file of conversations, one JSON object per line. It is missing if no server was started. */
export const judge = async (file: string): Promise<Verdict> => {
  if (!existsSync(file)) return { judged: 0, faults: [] };
  const program = join(root, 'packages/runtime/test/spec/oracle/judge-file.ts');
  return JSON.parse(await run(process.execPath, [program, file], { cwd: root, env: process.env })) as Verdict;
};
