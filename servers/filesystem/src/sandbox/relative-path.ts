// RelativePath: a path as an allowed directory and the names below it.
import { relative, sep } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/workspace';

/** A path as an allowed directory and the names below it. */
export interface RelativePath {
  /** The allowed directory, without symbolic links. */
  readonly base: string;
  /** From the top. Each can be a symbolic link. */
  readonly names: readonly string[];
}

/** Where an absolute path is in one of the directories, in either form of these; undefined when it is outside. */
export const toRelativePath = (
  directories: readonly AllowedDirectory[],
  path: string,
): RelativePath | undefined => {
  for (const { path: base, given } of directories) {
    const form = [base, given].find((directory) => isInside(directory, path));
    if (form === undefined) continue;
    const names = relative(form, path).split(sep);
    return { base, names: names.filter((name) => name !== '') };
  }
  return undefined;
};

/** The path of the directory above, and the last name; undefined for an allowed directory itself. */
export const splitLast = ({
  base,
  names,
}: RelativePath): { readonly parent: RelativePath; readonly name: string } | undefined => {
  const name = names.at(-1);
  return name === undefined ? undefined : { parent: { base, names: names.slice(0, -1) }, name };
};
