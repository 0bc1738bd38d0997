// Aliases: arguments that a model sent under another name are read under theirs. What a schema has by that name is
// left alone.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';

/** Other names of arguments → their names, like `{ file_path: 'path' }`. */
export type Aliases = { readonly [alias: string]: string };

/**
 * Renames aliases to their arguments. Returns the arguments and the aliases found, or the same object if there are
 * none.
 */
export interface Renamed {
  readonly args: JsonObject;
  readonly used: readonly string[];
}

/**
 * Renames in the arguments, and in the objects and lists of objects within them, wherever the schema has a property of
 * the name and none of the alias. An argument that was sent under both names stays as it is, so that validation
 * refuses it.
 */
export function readAliases(args: JsonObject, aliases: Aliases, schema: JsonObject): Renamed {
  if (Object.keys(aliases).length === 0) return { args, used: [] };
  const used = new Set<string>();
  const read = (value: unknown, at: unknown): unknown => {
    if (!isObject(at)) return value;
    const { properties, items } = at;
    if (Array.isArray(value)) return mapChanged(value, (item) => read(item, items));
    // One item may stand for a list of one.
    if (isObject(items)) return read(value, items);
    return isObject(value) && isObject(properties) ? readObject(value, properties) : value;
  };
  const readObject = (value: JsonObject, properties: JsonObject): JsonObject => {
    let changed = value;
    for (const [name, member] of Object.entries(value)) {
      const meant = toName(name, value, properties);
      const inner = read(member, Object.hasOwn(properties, meant) ? properties[meant] : undefined);
      if (meant === name && inner === member) continue;
      if (changed === value) changed = { ...value };
      if (meant !== name) {
        delete changed[name];
        used.add(name);
      }
      changed[meant] = inner;
    }
    return changed;
  };
  const toName = (name: string, value: JsonObject, properties: JsonObject): string => {
    const meant = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (meant === undefined || Object.hasOwn(properties, name)) return name;
    return Object.hasOwn(properties, meant) && !Object.hasOwn(value, meant) ? meant : name;
  };
  return {
    args: readObject(args, isObject(schema['properties']) ? schema['properties'] : {}),
    used: [...used],
  };
}

function mapChanged(list: unknown[], change: (item: unknown) => unknown): unknown[] {
  const changed = list.map(change);
  return changed.some((item, i) => item !== list[i]) ? changed : list;
}

/** What is wrong with a table of aliases; undefined when nothing is. */
export function aliasProblem(aliases: Aliases, schema: JsonObject): string | undefined {
  const names = new Set<string>();
  addNames(schema, names);
  const own = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [alias, name] of Object.entries(aliases)) {
    if (!names.has(name)) return `the alias "${alias}" stands for "${name}", which inputSchema does not have`;
    if (Object.hasOwn(own, alias)) return `the alias "${alias}" is a property of inputSchema`;
  }
  return undefined;
}

function addNames(schema: unknown, names: Set<string>): void {
  if (!isObject(schema)) return;
  const { properties, items } = schema;
  if (isObject(properties)) for (const name in properties) addNames(properties[name], names.add(name));
  addNames(items, names);
}
