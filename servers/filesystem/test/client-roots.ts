// Client roots: connects clients with roots and reads files.
import { pathToFileURL } from 'node:url';
import type { ConnectOptions, TestClient } from '@mcp/runtime/testing';
import { callBy, type CallResult } from './setup.ts';

/** Returns the options of a client whose roots are whatever `current` returns. */
export const withRootsOf = (current: () => readonly string[]): ConnectOptions => ({
  capabilities: { roots: { listChanged: true } },
  answers: { 'roots/list': () => ({ roots: current().map((uri) => ({ uri })) }) },
});

/** Returns the options of a client with these directories as roots. */
export const withRoots = (...paths: readonly string[]): ConnectOptions =>
  withRootsOf(() => paths.map((path) => pathToFileURL(path).href));

export const readBy = (client: TestClient, path: string): Promise<CallResult> =>
  callBy(client, 'read_text_file', { path });

/** Returns the text of a file, or the error. */
export const textBy = async (client: TestClient, path: string): Promise<string | undefined> =>
  (await readBy(client, path)).content[0]?.text;
