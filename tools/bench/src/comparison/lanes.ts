// How the servers of a comparison are started: ours as built, the peer as npm installed it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder } from '../installed.ts';
import type { Options } from '../options.ts';
import type { Lane, Side } from './subject.ts';

/** Without these flags, our server returns at most 36,000 bytes and accepts 6,000 calls per minute. */
const unlimited = ['--max-output-bytes', '0', '--max-calls-per-minute', '0'];

/** A program from another package. */
export interface Peer {
  /** The heading of its column. */
  readonly name: string;
  readonly package: string;
  readonly script: string;
}

/** The arguments of each server. */
export interface Arguments {
  /** Absent if there is no limit; then everything is compared with the raw tool. */
  readonly limit?: readonly string[];
  readonly ours: readonly string[];
  readonly peer: readonly string[];
}

function lane(name: string, side: Side, args: readonly string[]): Lane {
  return { name, side, launch: { args } };
}

export const rawLane: Lane = lane('raw tool', 'raw', [join(import.meta.dirname, 'launcher.ts')]);

/** Returns the lane of a minimal server, a file `*-limit.ts` that runs unbundled. */
export function limitLane(server: string, args: readonly string[]): Lane {
  return lane('limit', 'limit', [join(import.meta.dirname, `../servers/${server}-limit.ts`), ...args]);
}

/**
 * Returns the lanes of one of our servers, including those of `--beside` and of the commands.
 *
 * @throws {Error} if our server is not built or the peer is not installed.
 */
export function lanesOf(server: string, peer: Peer, args: Arguments, { beside }: Options): readonly Lane[] {
  const built = join(import.meta.dirname, '../../../../servers', server, 'dist/main.cjs');
  const ours = (name: string, script: string): Lane => {
    if (!existsSync(script)) throw new Error(`${script} does not exist. To build ours: pnpm build`);
    return lane(name, 'ours', [script, ...unlimited, ...args.ours]);
  };
  return [
    ...(args.limit === undefined ? [] : [limitLane(server, args.limit)]),
    ours('ours', built),
    ...(beside === undefined ? [] : [ours('beside', beside)]),
    lane(peer.name, 'peer', [join(installedFolder(peer.package), peer.script), ...args.peer]),
    rawLane,
  ];
}
