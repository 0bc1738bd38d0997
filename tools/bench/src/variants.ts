// What is compared: each variant is one library (or none), each lane is one variant in one era.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Launch } from './client/connection.ts';
import type { Dialect, Era } from './client/messages.ts';

export type Transport = 'stdio' | 'http';

export interface Variant {
  readonly name: string;
  readonly title: string;
  readonly transport: Transport;
  readonly eras: readonly Era[];
  /** The legacy revision that clients ask for, when it is not the newest one. */
  readonly revision?: string;
  /** What somebody who writes a server with it installs. */
  readonly packages: readonly string[];
}

const both: readonly Era[] = ['legacy', 'modern'];

const transport = 'stdio';

export const limit: Variant = {
  name: 'limit',
  title: 'minimal hand-written loop',
  transport,
  eras: both,
  packages: [],
};
export const ours: Variant = {
  name: 'ours',
  title: '@mcp/runtime',
  transport,
  eras: both,
  packages: ['@mcp/runtime'],
};

/** The variants over stdio; those over HTTP are in `http-variants.ts`. */
export const variants: readonly Variant[] = [
  limit,
  ours,
  {
    name: 'official-v1',
    title: 'official SDK, version 1',
    transport,
    eras: ['legacy'],
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },
  {
    name: 'official-v2',
    title: 'official SDK, version 2',
    transport,
    eras: both,
    packages: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    transport,
    eras: both,
    packages: ['tmcp', '@tmcp/transport-stdio', '@tmcp/adapter-valibot', 'valibot'],
  },
];

export const outputFolder: string = join(import.meta.dirname, '../dist');

export const oursFolder: string = join(import.meta.dirname, '../variants/ours');

/** `plain`: as its users run it. `bundled`: one file and a compile cache, whatever its users do. */
export type Form = 'plain' | 'bundled';

export function isOurs({ name }: Variant): boolean {
  return name === ours.name;
}

export function isLimit({ name }: Variant): boolean {
  return name === limit.name;
}

/** The source of a fixture server, relative to the folder of the variants. */
export function sourceOf({ name, transport: over }: Variant): string {
  return over === 'http' ? `http/${name}` : name;
}

export function entryOf(variant: Variant, form: Form = 'plain'): string {
  return isOurs(variant)
    ? join(oursFolder, variant.transport === 'http' ? 'dist/http.cjs' : 'dist/main.cjs')
    : join(outputFolder, form, `${sourceOf(variant)}.mjs`);
}

export interface Lane extends Dialect {
  readonly name: string;
  readonly variant: Variant;
}

export function lanesOf(chosen: readonly Variant[]): readonly Lane[] {
  return chosen.flatMap((variant) =>
    variant.eras.map((era) => ({ name: `${variant.name} ${era}`, variant, era, revision: variant.revision })),
  );
}

/** The lanes that the aims are about. */
export const ourLanes: readonly string[] = lanesOf([ours]).map(({ name }) => name);

export function launchOf({ variant }: Lane, tools = 16): Launch {
  return { args: [entryOf(variant), `--tools=${tools}`] };
}

/** The lane that this one is compared with: the limit in the same era. */
export function limitOf(lane: string): string {
  return `limit ${lane.includes('modern') ? 'modern' : 'legacy'}`;
}

/** Other ways to start a lane. Ours is bundled anyway and the limit has nothing to bundle. */
export function otherLaunchesOf(lane: Lane): ReadonlyMap<string, Launch> {
  const { variant, era } = lane;
  if (isLimit(variant) || era !== variant.eras[0]) return new Map();
  if (isOurs(variant)) {
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    return new Map([['no compile cache', { ...launchOf(lane), env }]]);
  }
  const env = { NODE_COMPILE_CACHE: join(outputFolder, 'compile-cache') };
  return new Map([['bundled', { args: [entryOf(variant, 'bundled')], env }]]);
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
