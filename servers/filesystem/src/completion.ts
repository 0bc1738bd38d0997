// Completes paths, for the template's variable and for arguments of prompts (feature: completions).
import { sep } from 'node:path';
import type { Complete } from '@mcp/runtime';
import { expandHome } from '@mcp/directories';
import { type Entry, type FileSystem, unlessRefused } from '@mcp/files';
import type { Access } from './access.ts';

/** How many the protocol allows in one answer. */
const MAX_VALUES = 100;

/**
 * Completes a path: allowed directories first, then what is in them. Directories end with a slash, so that typing can
 * go on.
 */
export const completePath =
  (access: Access): Complete =>
  (typed, _known, ctx) =>
    suggestUsable(access(ctx), typed);

/**
 * Completes the variable of `file:///{+path}`, which begins after the first slash of a path. What would end the path
 * of a URI is escaped; clients escape the rest.
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

// What may not be used has no completions; that is no failure.
const suggestUsable = async (files: FileSystem, typed: string) =>
  (await unlessRefused(() => suggest(files, expandHome(typed)))) ?? { values: [], total: 0 };

const suggest = async (files: FileSystem, typed: string) => {
  const { directories: allowed } = await files.scope(typed);
  // In the form that is being typed: with links resolved, or as configured.
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

// Hidden files only when the typed name begins with a dot.
const fits = ({ name, type }: Entry, prefix: string): boolean =>
  type !== 'other' && name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.'));

// A link that leads outside is not suggested.
const toValues = async (files: FileSystem, path: string): Promise<string[]> => {
  const found = await unlessRefused(() => files.stat(path));
  if (found === undefined) return [];
  return [found.state.type === 'directory' ? `${path}/` : path];
};
