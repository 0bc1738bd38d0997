// How the servers of a comparison are started: ours as built, the peers as npm installed them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, installedVersion } from '../runtime/lanes.ts';
import type { Lane } from './comparison.ts';
import { limit, ours } from './row.ts';

/** By itself ours returns 40,000 characters at once. */
const wholeResults = ['--max-output-chars', '0'];

/**
 * The bundle of one of our servers, as it is published.
 *
 * @throws {Error} when it was not built.
 */
export function ourLane(server: string, args: readonly string[]): Lane {
  const script = join(import.meta.dirname, '../../../../servers', server, 'dist/main.cjs');
  if (!existsSync(script)) throw new Error(`${script} is not there. Build it first: pnpm build`);
  return { name: ours, launch: { args: [script, ...wholeResults, ...args] } };
}

/** The least that a server can do: `*-limit.ts`, which Node starts as it is. */
export function limitLane(server: string, args: readonly string[]): Lane {
  return {
    name: limit,
    launch: { args: [join(import.meta.dirname, `../servers/${server}-limit.ts`), ...args] },
  };
}

/** A program of another package. */
export interface Peer {
  /** Of its column. */
  readonly name: string;
  readonly package: string;
  readonly script: string;
}

/** @throws {Error} when the package is not installed. */
export function peerLane(peer: Peer, args: readonly string[]): Lane {
  const folder = installedFolder(peer.package);
  if (folder === undefined) throw new Error(`${peer.package} is not installed`);
  return { name: peer.name, launch: { args: [join(folder, peer.script), ...args] } };
}

/** The package with its version. */
export function describePeer({ name, package: its }: Peer): string {
  return `${name}: ${its} ${installedVersion(its)}`;
}
