// Lanes of the runtime: fixture servers, each with one library or none, in one era, over one transport.
import { join } from 'node:path';
import type { Launch } from '../client/connection.ts';
import type { Era } from '../client/messages.ts';
import { describePackage } from '../installed.ts';
import { type Options, pickLanes } from '../options.ts';

export type Transport = 'stdio' | 'http';

const eras: readonly Era[] = ['legacy', 'modern'];
const transports: readonly Transport[] = ['stdio', 'http'];

/** The libraries; the limit is written by hand and has none. */
const variants: readonly { readonly name: string; readonly package?: string }[] = [
  { name: 'limit' },
  { name: 'ours', package: '@mcp/runtime' },
  { name: 'official', package: '@modelcontextprotocol/server' },
  { name: 'tmcp', package: 'tmcp' },
];

export interface Lane {
  readonly name: string;
  readonly era: Era;
  /** The lane to compare with: the limit of the same era. */
  readonly limit: string;
  /** The file that Node starts. */
  readonly entry: string;
}

export const variantsFolder: string = join(import.meta.dirname, '../../variants');
export const outputFolder: string = join(import.meta.dirname, '../../dist');
export const oursFolder: string = join(variantsFolder, 'ours');

/** The sources to build, relative to `variantsFolder`; ours has its own build. */
export const sources: readonly string[] = variants
  .filter(({ name }) => name !== 'ours')
  .flatMap((variant) => transports.map((transport) => `${sourceOf(variant.name, transport)}.ts`));

function sourceOf(variant: string, transport: Transport): string {
  return transport === 'http' ? `http/${variant}` : variant;
}

function entryOf(variant: string, transport: Transport): string {
  if (variant === 'ours') return join(oursFolder, 'dist', transport === 'http' ? 'http.cjs' : 'main.cjs');
  return join(outputFolder, `${sourceOf(variant, transport)}.mjs`);
}

/** Returns the selected lanes over a transport, including those of `--beside`. */
export function lanesOver(transport: Transport, options: Options): readonly Lane[] {
  const files = variants.map(({ name }) => ({ name, entry: entryOf(name, transport) }));
  if (options.beside !== undefined) files.push({ name: 'beside', entry: options.beside });
  const lanes = files.flatMap(({ name, entry }) =>
    eras.map((era) => ({ name: `${name} ${era}`, era, limit: `limit ${era}`, entry })),
  );
  return pickLanes(lanes, options);
}

/** The lanes that our targets apply to. */
export const ourLanes: readonly string[] = eras.map((era) => `ours ${era}`);

/** Returns the libraries with their versions, for the notes below the tables. */
export function describeLibraries(): string {
  const names = variants.flatMap(({ package: its }) => its ?? []);
  return `${names.map(describePackage).join(', ')}.`;
}

export function launchOf({ entry }: Lane, tools = 16): Launch {
  return { args: [entry, `--tools=${tools}`] };
}
