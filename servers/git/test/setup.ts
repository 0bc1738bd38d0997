// A server for repositories in temporary directories.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import { directoryFor } from '@mcp/git/test/inside';
import type { Place } from '@mcp/git/test/setup';
import { readOptions, TOOLSETS } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import { takeUnswept } from './issued.ts';

export * from '@mcp/git/test/setup';

/** The folders of calls in this process. */
export const privateFolders = (process = globalThis.process.pid): string[] =>
  [...new Set((['disk', 'memory'] as const).map(directoryFor))].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.startsWith('mcp-server-git-') && name.includes(`-${process}-`))
      .map((name) => join(directory, name)),
  );

export interface Settings {
  readonly roots?: 'narrow' | 'intersect' | 'replace' | 'ignore';
  /** Receives messages to the operator while the server runs. */
  readonly warn?: (message: string) => void;
  readonly readOnly?: boolean;
  readonly trust?: boolean;
  readonly confirm?: 'never' | 'destructive';
  /** The size limit of one answer. */
  readonly maxOutputBytes?: number;
  readonly timeout?: number;
  /** Defaults to those of this machine. */
  readonly remoteHosts?: readonly string[];
  /** Defaults to `off`, as most tests cover the trust policy. `TEST_SANDBOX=always` runs all of them in the sandbox. */
  readonly sandbox?: 'auto' | 'always' | 'off';
  /** In megabytes. */
  readonly maxMemory?: number;
  readonly toolsets?: readonly (typeof TOOLSETS)[number][];
  readonly pageSize?: number;
  readonly protectedBranches?: readonly string[];
}

/** Returns the server as its command line creates it, with all tools. */
export const serve = (directories: readonly string[], settings: Settings = {}): McpServer => {
  const { trust = false, maxOutputBytes = 100_000, timeout = 60, toolsets = TOOLSETS } = settings;
  const paging = settings.pageSize === undefined ? {} : { pageSize: settings.pageSize };
  const flags = {
    repository: directories,
    roots: settings.roots ?? 'narrow',
    'allow-remote': toolsets.includes('remote'),
    'base-dir': [],
    toolsets,
    'read-only': settings.readOnly ?? false,
    'trust-repo-config': trust,
    'protected-branches': settings.protectedBranches ?? [],
    confirm: settings.confirm ?? 'never',
    'max-output-bytes': 0,
    timeout,
    'remote-host':
      settings.remoteHosts ?? (toolsets.includes('remote') ? ['127.0.0.1', 'localhost', 'example.org'] : []),
    sandbox: settings.sandbox ?? (process.env['TEST_SANDBOX'] === 'always' ? 'always' : 'off'),
  } as const;
  const options = readOptions({ positionals: [], flags }, () => {});
  const { maxMemory } = settings;
  const bounds = maxMemory === undefined ? {} : { maxMemory: maxMemory * 2 ** 20 };
  const server = toServer(
    { ...options, git: { ...options.git, maxOutputBytes, ...bounds } },
    settings.warn ?? (() => {}),
  );
  // As the command line does.
  const tools = [...(server.tools ?? [])].filter(
    ({ tags = [] }) => tags.length === 0 || toolsets.some((name) => tags.includes(name)),
  );
  return defineServer({ ...server, tools, ...paging, report: () => {} });
};

export interface Answer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly [member: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [member: string]: unknown };
}

/** Calls a tool. */
export const call = async (client: TestClient, name: string, args: object = {}): Promise<Answer> => {
  const answer = (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;
  const unswept = takeUnswept();
  if (unswept.length > 0)
    throw new Error(`Commands that no sweep of hostile configurations issues: ${unswept.join(', ')}.`);
  return answer;
};

/** Connects a client to a server for these directories, with 2025-11-25 by default. */
export const open = (
  directories: string | readonly string[],
  settings: Settings = {},
  options: ConnectOptions = {},
): Promise<TestClient> =>
  connect(serve([directories].flat(), settings), { revision: '2025-11-25', ...options });

/** Calls one tool of a server for one repository. */
export const ask = async (
  dir: Pick<Place, 'path'>,
  name: string,
  args: object = {},
  settings: Settings = {},
): Promise<Answer> => {
  await using client = await open(dir.path, settings);
  return await call(client, name, args);
};

/** Returns the texts of an answer. */
export const textsOf = (answer: Answer): string[] => answer.content.map(({ text }) => text);

/** Returns the first text of an answer. */
export const textOf = async (answer: Promise<Answer>): Promise<string> => textsOf(await answer)[0] ?? '';

/** Returns the data of an answer. */
export const dataOf = async (answer: Promise<Answer>): Promise<Answer['structuredContent']> =>
  (await answer).structuredContent;
