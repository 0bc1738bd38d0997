// Completion of paths, for the template's variable and prompt arguments (feature: completions).
import { sep } from 'node:path';
import type { Complete } from '@mcp/runtime';
import { expandHome } from '@mcp/directories';
import { type Entry, type FileSystem, unlessRefused } from '@mcp/files';
import type { Access } from './access.ts';

/** The protocol's limit for one answer. */
const MAX_VALUES = 100;

/**
 * Completes a path: first the allowed directories, then their entries. Directories end with a slash, so that the user
 * can continue to type.
 */
export const completePath =
  (access: Access): Complete =>
  (typed, _known, ctx) =>
    suggestUsable(access(ctx), typed);

/**
 * Completes the variable of `file:///{+path}`, which starts after the first slash of a path. Characters that would end
 * the path of a URI are escaped; clients escape the rest.
 */
export const completeUriPath =
  (access: Access): Complete =>
  async (typed, _known, ctx) => {
    const first = sep === '/' ? '/' : '';
    const path = typed.replace(/^\/+/, '').replaceAll(/%(?:23|25|3f)/gi, decodeURIComponent);
    const { values, total } = await suggestUsable(access(ctx), `${first}${path}`);
    const toVariable = (value: string): string =>
      value.slice(first.length).replaceAll(sep, '/').replaceAll(/[#%?]/g, encodeURIComponent);
    return { values: values.map(toVariable), total };
  };

// A path that may not be used has no completions, which is not an error.
const suggestUsable = async (files: FileSystem, typed: string) =>
  (await unlessRefused(() => suggest(files, expandHome(typed)))) ?? { values: [], total: 0 };

const suggest = async (files: FileSystem, typed: string) => {
  const { directories: allowed } = await files.scope(typed);
  // The form that the user is typing: with links resolved, or as configured.
  const forms = allowed.map(({ path, given }) => withSlash(path.startsWith(typed) ? path : given));
  const directories = forms.filter((path) => path.startsWith(typed));
  if (directories.length > 0 && !directories.includes(typed))
    return { values: directories, total: directories.length };
  const slash = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf(sep));
  const parent = typed.slice(0, slash + 1);
  const { entries } = await files.list(parent === '' ? '.' : parent);
  const fitting = entries.filter((entry) => fits(entry, typed.slice(slash + 1)));
  const shown = fitting.slice(0, MAX_VALUES);
  const values = (await Promise.all(shown.map(({ name }) => toValues(files, parent + name)))).flat();
  return { values, total: fitting.length - shown.length + values.length };
};

const withSlash = (path: string): string => (path.endsWith(sep) ? path : `${path}${sep}`);

// Suggests hidden files only if the typed name starts with a dot.
const fits = ({ name, type }: Entry, prefix: string): boolean =>
  type !== 'other' && name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.'));

// Links to the outside are not suggested.
const toValues = async (files: FileSystem, path: string): Promise<string[]> => {
  const found = await unlessRefused(() => files.stat(path));
  if (found === undefined) return [];
  return [found.state.type === 'directory' ? `${path}/` : path];
};
