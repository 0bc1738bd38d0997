// The server as its command line would make it, with names that lead to the sites of the test.
import { defineServer, type McpServer } from '@mcp/runtime';
import type { FlagValues } from '@mcp/runtime/cli';
import { readOptions, type flags } from '../src/options.ts';
import { toServer } from '../src/server.ts';
import type { Resolve } from '../src/guard/connector.ts';
import { localNames } from './site.ts';

type Values = FlagValues<typeof flags>;

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
  'max-bytes': 10_000_000,
  timeout: 30,
  'cache-ttl': 60,
  'ca-file': undefined,
  confirm: [],
} as const satisfies Values;

/** A server that may reach the sites of tests. */
export const serve = (values: Partial<Values> = {}, resolve: Resolve = localNames): McpServer => {
  const all = { ...DEFAULT_FLAGS, 'allow-cidr': ['127.0.0.1/32'], ...values };
  return defineServer(toServer(readOptions({ positionals: [], flags: all }), resolve));
};
