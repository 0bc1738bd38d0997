// The server as its command line creates it, with names that resolve to the test's sites.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import type { FlagValues } from '@mcp/command-line';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import { afterAll, expect } from 'vitest';
import { readOptions, type flags } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import type { Resolve } from '../src/guard/resolver.ts';
import { localNames, site, type Site } from './site.ts';

type Values = FlagValues<typeof flags> & {
  readonly 'max-output-bytes': number;
  readonly 'read-only': boolean;
};

/** The parsed flags of an empty command line. */
export const DEFAULT_FLAGS = {
  'user-agent': undefined,
  'ignore-robots-txt': false,
  'proxy-url': undefined,
  'allow-cidr': [],
  'allow-domain': [],
  'deny-domain': [],
  'header-file': undefined,
  'cookie-file': undefined,
  timeout: 30,
  'ca-file': undefined,
  'save-dir': undefined,
  confirm: [],
  'read-only': false,
  'max-output-bytes': 40_000,
} as const satisfies Values;

/** Returns a server that may reach the test's sites. */
export const serve = (values: Partial<Values> = {}, resolve: Resolve = localNames): McpServer => {
  const all = { ...DEFAULT_FLAGS, 'allow-cidr': ['127.0.0.1/32'], ...values };
  return defineServer(toServer(readOptions({ positionals: [], flags: all }), {}, resolve));
};

/** The answer of a tool: its first text without the lines above it, and its data for programs. */
export const answerOf = (result: object): { readonly text: string; readonly [name: string]: unknown } => {
  const { content, _meta } = result as {
    content: readonly { readonly text?: string }[];
    _meta?: { readonly [key: string]: unknown };
  };
  const text = (content[0]?.text ?? '').replace(HEADING, '');
  return { ...(_meta?.['document'] as object), text };
};

const HEADING = /^(?:\[Characters \d+ to .*\n\n)?(?:Content type .*\n)?Contents of .*?:\n/;

/**
 * A result as it came, whose `answer` is what it says: no member of it, so that tests compare the result as a whole.
 */
export class Called {
  readonly [member: string]: unknown;

  constructor(result: object) {
    Object.assign(this, result);
  }

  get answer(): ReturnType<typeof answerOf> {
    return answerOf(this);
  }
}

/** Calls a tool. */
export const callTool = async (client: TestClient, name: string, args: object): Promise<Called> =>
  new Called(await client.request('tools/call', { name, arguments: args }));

/** The texts of a result, in order. */
export const textsOf = ({ content }: { readonly [member: string]: unknown }): readonly string[] =>
  (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text);

/** Matches a failed result that contains this text. */
export const refusal = (text: string) => ({
  isError: true,
  content: [{ text: expect.stringContaining(text) as string }],
});

/** Matches the same, with its code. */
export const failure = (code: string, text = '') => ({ ...refusal(text), _meta: { error: { code } } });

/** Starts a site, and a client of a server that may fetch from it. */
export interface Session extends AsyncDisposable {
  readonly page: Site;
  readonly origin: string;
  readonly client: TestClient;
  readonly call: (name: string, args: object) => Promise<Called>;
  /** Calls fetch for a path of the site. */
  readonly fetch: (path?: string, args?: object) => Promise<Called>;
}

export const use = async (
  pages: Parameters<typeof site>[0],
  values: Partial<Values> = {},
  options: ConnectOptions = { revision: '2025-11-25' },
): Promise<Session> => {
  const page = await site(pages);
  const client = await connect(serve(values), options);
  const call: Session['call'] = (name, args) => callTool(client, name, args);
  return {
    page,
    origin: page.origin,
    client,
    call,
    fetch: (path = '', args = {}) => call('fetch', { url: `${page.origin}${path}`, ...args }),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await page[Symbol.asyncDispose]();
    },
  };
};

/** Starts the same for all tests of a file. */
export const useInFile = async (...args: Parameters<typeof use>): Promise<Session> => {
  const session = await use(...args);
  afterAll(() => session[Symbol.asyncDispose]());
  return session;
};

/** Creates a directory that is removed after the tests of the file. */
export const folderOfFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-fetch-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};
