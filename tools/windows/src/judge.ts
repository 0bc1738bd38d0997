// Judges what the servers said on Windows by the official schemas, with the judge of the runtime's own tests.
import { existsSync, readFileSync } from 'node:fs';
import type { Revision } from '@mcp/runtime';
import { wireFaults } from '../../../packages/runtime/test/spec/oracle/wire-check.ts';

interface Line {
  readonly server: string;
  readonly args: readonly string[];
  readonly revision: Revision;
  readonly sent: readonly unknown[];
  readonly received: readonly unknown[];
}

/** How many messages there were, and what is wrong with which. One conversation is a line of JSON. */
export const judge = (file: string): { readonly judged: number; readonly faults: readonly string[] } => {
  // Missing when the suite ended before it had started a server.
  const lines = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  return {
    judged: lines.reduce((count, { received }) => count + received.length, 0),
    faults: lines.flatMap(({ server, revision, ...said }) =>
      wireFaults(said, revision).map((fault) => `${server} in ${revision}: ${fault}`),
    ),
  };
};
