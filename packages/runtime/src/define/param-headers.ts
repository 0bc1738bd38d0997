// Arguments that HTTP headers repeat, so that gateways can route by them (2026-07-28, "x-mcp-header").
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { DefinitionError } from './errors.ts';

/** One argument that a header repeats. */
export interface ParamHeader {
  /** Where it is in the arguments. */
  readonly path: readonly string[];
  /** The header, like `Mcp-Param-Region`. */
  readonly header: string;
}

const KEYWORD = 'x-mcp-header';
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * The arguments of an input schema that are marked with `x-mcp-header`.
 *
 * @throws {DefinitionError} when a mark is not legal: clients would drop the tool.
 */
export function readParamHeaders(where: string, schema: JsonObject): readonly ParamHeader[] {
  const found = collect(where, schema, []);
  const names = found.map(({ header }) => header.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new DefinitionError(`${where}: two arguments have the header ${twice}`);
  return found;
}

function collect(where: string, { properties }: JsonObject, above: readonly string[]): ParamHeader[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const path = [...above, name];
    const below = collect(where, property, path);
    return property[KEYWORD] === undefined ? below : [read(where, property, path), ...below];
  });
}

function read(where: string, property: JsonObject, path: readonly string[]): ParamHeader {
  const suffix = property[KEYWORD];
  const place = `${where}: argument ${path.join('.')}`;
  if (typeof suffix !== 'string' || !TOKEN.test(suffix))
    throw new DefinitionError(`${place}: ${KEYWORD} must be a header token`);
  if (!TYPES.includes(property['type'])) {
    throw new DefinitionError(`${place}: only strings, integers and booleans can have ${KEYWORD}`);
  }
  return { path, header: `Mcp-Param-${suffix}` };
}
