// The server as its command line would make it, with names that lead to the sites of the test.
import { defineServer, type McpServer } from '@mcp/runtime';
import type { FlagValues } from '@mcp/command-line';
import type { TestClient } from '@mcp/runtime/testing';
import { readOptions, type flags } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import type { Resolve } from '../src/guard/resolver.ts';
import { localNames } from './site.ts';

type Values = FlagValues<typeof flags> & {
  readonly 'max-output-chars': number;
  readonly 'read-only': boolean;
};

/** The flags as the command line gives them when none is set. */
export const DEFAULT_FLAGS = {
  'user-agent': undefined,
  'ignore-robots-txt': false,
  'proxy-url': undefined,
  'allow-private': false,
  'allow-cidr': [],
  'allow-domain': [],
  'deny-domain': [],
  'header-file': undefined,
  'cookie-file': undefined,
  'max-bytes': 10_000_000,
  timeout: 30,
  'cache-ttl': 60,
  'ca-file': undefined,
  'save-dir': undefined,
  confirm: [],
  'read-only': false,
  'max-output-chars': 40_000,
} as const satisfies Values;

/** A server that may reach the sites of tests. */
export const serve = (values: Partial<Values> = {}, resolve: Resolve = localNames): McpServer => {
  const all = { ...DEFAULT_FLAGS, 'allow-cidr': ['127.0.0.1/32'], ...values };
  return defineServer(toServer(readOptions({ positionals: [], flags: all }), {}, resolve));
};

/** What a tool answered with: its first text without what stands above it, and what it tells programs. */
export const answerOf = (result: object): { readonly text: string; readonly [name: string]: unknown } => {
  const { content, _meta } = result as {
    content: readonly { readonly text?: string }[];
    _meta?: { readonly [key: string]: unknown };
  };
  const text = (content[0]?.text ?? '').replace(/^(?:Content type .*\n)?Contents of .*?:\n/, '');
  return {
    ...(_meta?.['document'] as object),
    text: text.replace(/\n\n\[\d+ of \d+ characters so far\.[^]*$/, ''),
  };
};

/** Calls a tool. The result also has what it says, read from its text and its `_meta`. */
export const callTool = async (client: TestClient, name: string, args: object) => {
  const result = await client.request('tools/call', { name, arguments: args });
  return { ...result, answer: answerOf(result) };
};
