// Walks a path segment by segment, without ever looking at anything outside the allowed directories.
import { join, resolve } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { toInnerPath, type AllowedDirectory, type InnerPath } from './allowed-directory.ts';
import { errorCode, explain, PathError } from './failure.ts';
import { fileSystem } from './file-system.ts';

/** What to do with symbolic links: follow those that stay inside, or none. */
export type FollowSymlinks = 'inside' | 'never';

/** Where a path leads. */
export interface Place {
  /** Absolute, without symbolic links, inside an allowed directory. */
  readonly path: string;
  readonly exists: boolean;
}

/** What to walk. */
export interface Walk {
  /** The path as the caller wrote it, for messages. */
  readonly given: string;
  readonly start: InnerPath;
  readonly directories: readonly AllowedDirectory[];
  readonly followSymlinks: FollowSymlinks;
}

/** As many as the kernel follows. */
const MAX_LINKS = 40;

/**
 * Where the path leads; undefined when it leaves the allowed directories. The first link that points outside ends the
 * walk, so whether its target exists makes no difference.
 */
export const walkPath = async (walk: Walk): Promise<Place | undefined> => {
  let place: InnerPath | undefined = walk.start;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const step = await walkToLink(walk.given, place);
    if (step.link === undefined) return step;
    if (walk.followSymlinks === 'never')
      throw new PathError(
        `Access denied: ${walk.given} leads through a symbolic link. This server follows none.`,
      );
    place = toInnerPath(walk.directories, step.link);
    if (place === undefined) return undefined;
  }
  throw new ToolError(`${walk.given} has too many symbolic links, perhaps in a circle.`);
};

type Step = (Place & { readonly link?: undefined }) | { readonly link: string };

const walkToLink = async (given: string, { directory, segments }: InnerPath): Promise<Step> => {
  let current = directory;
  for (const [index, segment] of segments.entries()) {
    const rest = segments.slice(index + 1);
    const next = join(current, segment);
    const stats = await explain(given, fileSystem.lstat(next).catch(missing));
    if (stats === undefined) return { path: join(next, ...rest), exists: false };
    if (stats.isSymbolicLink()) {
      const target = await explain(given, fileSystem.readlink(next));
      return { link: resolve(current, target, ...rest) };
    }
    if (rest.length > 0 && !stats.isDirectory())
      throw new ToolError(`${given} leads through ${segment}, which is not a directory.`);
    current = next;
  }
  return { path: current, exists: true };
};

const missing = (error: unknown): undefined => {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
};
