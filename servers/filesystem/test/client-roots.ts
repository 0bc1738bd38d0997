// Clients with roots, and what they may read.
import { pathToFileURL } from 'node:url';
import type { ConnectOptions, TestClient } from '@mcp/runtime/testing';
import { callBy, type CallResult } from './setup.ts';

/** The options of a client whose roots are what `current` returns, which may change. */
export const withRootsOf = (current: () => readonly string[]): ConnectOptions => ({
  capabilities: { roots: { listChanged: true } },
  answers: { 'roots/list': () => ({ roots: current().map((uri) => ({ uri })) }) },
});

/** The options of a client that has these directories as its roots. */
export const withRoots = (...paths: readonly string[]): ConnectOptions =>
  withRootsOf(() => paths.map((path) => pathToFileURL(path).href));

export const readBy = (client: TestClient, path: string): Promise<CallResult> =>
  callBy(client, 'read_text_file', { path });

/** The text of a file, or why it is not read. */
export const textBy = async (client: TestClient, path: string): Promise<string | undefined> =>
  (await readBy(client, path)).content[0]?.text;
