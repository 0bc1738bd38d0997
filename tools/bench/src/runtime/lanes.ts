// What is compared: each variant is one library (or none), each lane is one variant over one transport in one era.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Launch } from '../client/connection.ts';
import type { Dialect, Era } from '../client/messages.ts';

export type Transport = 'stdio' | 'http';

/** How a variant is used over a transport. */
interface Use {
  readonly eras: readonly Era[];
  /** What an author who writes a server with it installs. */
  readonly packages: readonly string[];
  /** The legacy revision that clients ask for, when it is not the newest one. */
  readonly revision?: string;
}

export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly stdio?: Use;
  readonly http?: Use;
}

const both: readonly Era[] = ['legacy', 'modern'];
const legacy: readonly Era[] = ['legacy'];
const runtime: Use = { eras: both, packages: ['@mcp/runtime'] };
const officialV1: Use = { eras: legacy, packages: ['@modelcontextprotocol/sdk', 'zod'] };
const officialV2 = ['@modelcontextprotocol/server', 'zod'];
const officialV2Http = [...officialV2, '@modelcontextprotocol/node'];
const tmcp = ['tmcp', '@tmcp/adapter-valibot', 'valibot'];
// The newest revision that it knows. Asked for a newer one it settles on 2025-03-26.
const mcpLite: Use = {
  eras: legacy,
  packages: ['mcp-lite', '@hono/node-server', 'zod'],
  revision: '2025-06-18',
};

const variants: readonly Variant[] = [
  {
    name: 'limit',
    title: 'minimal hand-written loop',
    stdio: { eras: both, packages: [] },
    http: { eras: both, packages: [] },
  },
  { name: 'ours', title: '@mcp/runtime', stdio: runtime, http: runtime },
  { name: 'official-v1', title: 'official SDK, version 1', stdio: officialV1, http: officialV1 },
  {
    name: 'official-v2',
    title: 'official SDK, version 2',
    stdio: { eras: both, packages: officialV2 },
    http: { eras: both, packages: officialV2Http },
  },
  {
    name: 'official-v2-sessions',
    title: 'official SDK, version 2, with sessions',
    http: { eras: legacy, packages: officialV2Http },
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    stdio: { eras: both, packages: [...tmcp, '@tmcp/transport-stdio'] },
    http: { eras: both, packages: [...tmcp, '@tmcp/transport-http', '@remix-run/node-fetch-server'] },
  },
  { name: 'mcp-lite', title: 'mcp-lite', http: mcpLite },
];

export interface Lane extends Dialect {
  readonly name: string;
  /** The name of the variant. */
  readonly variant: string;
  readonly title: string;
  readonly transport: Transport;
  readonly packages: readonly string[];
}

/** All lanes over a transport. */
export function lanesOver(transport: Transport): readonly Lane[] {
  return variants.flatMap(({ name: variant, title, [transport]: use }) =>
    (use?.eras ?? []).map((era) => ({
      name: `${variant} ${era}`,
      variant,
      title,
      transport,
      era,
      revision: use?.revision,
      packages: use?.packages ?? [],
    })),
  );
}

export const outputFolder: string = join(import.meta.dirname, '../../dist');

export const oursFolder: string = join(import.meta.dirname, '../../variants/ours');

export function isOurs({ variant }: Lane): boolean {
  return variant === 'ours';
}

export function isLimit({ variant }: Lane): boolean {
  return variant === 'limit';
}

/** The source of a fixture server, relative to the folder of the variants. */
export function sourceOf({ variant, transport }: Lane): string {
  return transport === 'http' ? `http/${variant}` : variant;
}

export function entryOf(lane: Lane): string {
  return isOurs(lane)
    ? join(oursFolder, lane.transport === 'http' ? 'dist/http.cjs' : 'dist/main.cjs')
    : join(outputFolder, `${sourceOf(lane)}.mjs`);
}

/** The lanes that the aims are about. */
export const ourLanes: readonly string[] = both.map((era) => `ours ${era}`);

export function launchOf(lane: Lane, tools = 16): Launch {
  return { args: [entryOf(lane), `--tools=${tools}`] };
}

/** The lane that this one is compared with: the limit in the same era. */
export function limitOf({ era }: Lane): string {
  return `limit ${era}`;
}

/** The folder of a package that is installed here, if it is. */
export function installedFolder(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

/** Its version. */
export function installedVersion(name: string): string | undefined {
  const folder = installedFolder(name);
  if (folder === undefined) return undefined;
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return version;
}
