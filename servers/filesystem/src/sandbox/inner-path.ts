// A path as an allowed directory and what is below it.
import { relative, sep } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/workspace';

/** A path as an allowed directory and what is below it. */
export interface InnerPath {
  /** Without symbolic links: only the segments can be some. */
  readonly directory: string;
  readonly segments: readonly string[];
}

/** Where an absolute path, in either form, is inside one of the directories; undefined when it is outside. */
export const toInnerPath = (
  directories: readonly AllowedDirectory[],
  path: string,
): InnerPath | undefined => {
  for (const { path: directory, given } of directories) {
    const base = [directory, given].find((form) => isInside(form, path));
    if (base === undefined) continue;
    const segments = relative(base, path).split(sep);
    return { directory, segments: segments.filter((segment) => segment !== '') };
  }
  return undefined;
};
