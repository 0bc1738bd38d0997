// Edit: adds one server to the text of a host's file, or removes it, and leaves everything else unchanged.
import { isDeepStrictEqual } from 'node:util';
import type { Format } from '../hosts/host.ts';
import { EditError, isTree, type Edit, type Editor, type Path, type Tree } from './editor.ts';

/**
 * Returns the edited text of a file.
 *
 * @throws {EditError} if the text is broken, or more than the one server would change.
 */
export async function edited(text: string, edit: Edit): Promise<string> {
  const editor = await EDITORS[edit.format]();
  const before = readTree(editor, text, edit.format);
  const wanted = withEntry(before, edit);
  if (isDeepStrictEqual(before, wanted)) return text;
  const after = editor.change(text, edit);
  // In TOML, a table disappears with the last table in it.
  const allowed = [wanted, withoutEmpty(wanted, edit.path)];
  if (!allowed.some((tree) => says(editor, after, tree)))
    throw new EditError('it is written in a way in which one server cannot be changed alone');
  const lost = commentsOf(text).find((comment) => !after.includes(comment));
  if (lost !== undefined) throw new EditError(`the comment "${lost}" would be lost`);
  return after;
}

/** Returns the present entry of the server. */
export async function entryIn(text: string, { format, path }: Edit): Promise<unknown> {
  const editor = await EDITORS[format]();
  return path.reduce<unknown>(
    (tree, name) => (isTree(tree) || Array.isArray(tree) ? Reflect.get(tree, name) : undefined),
    readTree(editor, text, format),
  );
}

const EDITORS: { readonly [format in Format]: () => Promise<Editor> } = {
  json: async () => (await import('./json.ts')).json,
  toml: async () => (await import('./toml.ts')).toml,
  yaml: async () => (await import('./yaml.ts')).yaml,
};

function says(editor: Editor, text: string, tree: Tree): boolean {
  try {
    return isDeepStrictEqual(editor.parse(text), tree);
  } catch {
    return false;
  }
}

function readTree(editor: Editor, text: string, format: Format): Tree {
  try {
    const data = editor.parse(text);
    if (isTree(data)) return data;
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new EditError(`its ${format.toUpperCase()} is broken: ${reason}`);
  }
  throw new EditError(`its ${format.toUpperCase()} is not an object`);
}

function withEntry(tree: Tree, { path: [name = '', ...rest], entry }: Pick<Edit, 'path' | 'entry'>): Tree {
  const { [name]: inner, ...others } = tree;
  if (rest.length === 0) return entry === undefined ? others : { ...tree, [name]: entry };
  if (entry === undefined && inner === undefined) return tree;
  const [index] = rest;
  if (typeof index === 'number') {
    if (inner !== undefined && !Array.isArray(inner))
      throw new EditError(`${name} in it is not a list of servers`);
    const added = entry === undefined ? [] : [entry];
    return { ...tree, [name]: (inner ?? []).toSpliced(index, 1, ...added) };
  }
  if (inner !== undefined && !isTree(inner))
    throw new EditError(`${name} in it is not an object with a member for each server`);
  return { ...tree, [name]: withEntry(inner ?? {}, { path: rest, entry }) };
}

/** Returns the data without the objects on the path that are empty. */
function withoutEmpty(tree: Tree, [name = '', ...rest]: Path): Tree {
  const { [name]: inner, ...others } = tree;
  if (rest.length === 0 || !isTree(inner)) return tree;
  const left = withoutEmpty(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...tree, [name]: left };
}

/**
 * Lists the comments of all three formats. Text that merely looks like a comment is listed too, so it is left
 * unchanged as well.
 */
function commentsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|\s)((?:#|\/\/|\/\*).*)$/gm)].map(([, comment = '']) => comment.trim());
}
