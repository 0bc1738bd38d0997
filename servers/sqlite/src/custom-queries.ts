// --queries: turns queries of the operator into read-only tools. Values reach them as parameters only.
import { readFileSync } from 'node:fs';
import { defineTool, readsOnly, type JsonObject, type JsonSchema, type Tool } from '@mcp/runtime';
import { UsageError } from '@mcp/command-line';
import type { Databases } from './databases.ts';
import { rowsIcon } from './icons.ts';
import { checkReadText } from './sql/read-check.ts';
import { parameterNames } from './sql/bindings.ts';
import { pageCursor } from './tools/shared.ts';
import { outputSchema, readPage } from './tools/read-query.ts';

/** One query of the file. */
export interface CustomQuery {
  /** The name of the tool. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** One read-only statement with parameters like `:name`. */
  readonly sql: string;
  /** JSON Schemas by parameter name. A parameter with a default is optional. */
  readonly parameters: { readonly [name: string]: JsonObject };
  /** The name of the database. Undefined if there is only one. */
  readonly database: string | undefined;
}

const MEMBERS = ['name', 'title', 'description', 'sql', 'parameters', 'database'];

/**
 * Reads the file of `--queries`: a list of objects.
 *
 * @throws {UsageError} if the file cannot be read or a query is invalid.
 */
export const readCustomQueries = (path: string, databases: readonly string[]): CustomQuery[] => {
  let location = path;
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!Array.isArray(content)) throw new Error('it must be a list of queries');
    return content.map((given: unknown, at) => {
      location = `${path}: query ${at}`;
      return toCustomQuery(given, databases);
    });
  } catch (error) {
    throw new UsageError(`${location}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const toCustomQuery = (given: unknown, databases: readonly string[]): CustomQuery => {
  if (!isObject(given)) throw new Error('it must be an object');
  const unknown = Object.keys(given).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    throw new Error(`unknown member "${unknown}"; the members are ${MEMBERS.join(', ')}`);
  const { name, title = name, description, sql, parameters = {}, database } = given;
  if (typeof name !== 'string' || !/^[a-z][a-z\d_]{0,39}$/.test(name))
    throw new Error('"name" must be a tool name: lower-case letters, digits and _');
  if (typeof description !== 'string' || typeof sql !== 'string' || typeof title !== 'string')
    throw new Error('"description", "sql" and "title" must be strings');
  if (!areSchemas(parameters)) throw new Error('"parameters" must be an object of JSON Schemas');
  const target = databases.find((each) => each === database);
  if (database === undefined ? databases.length > 1 : target === undefined)
    throw new Error(`"database" must be one of ${databases.join(', ')}`);
  checkReadText(sql);
  checkNames(sql, Object.keys(parameters));
  return { name, title, description, sql, parameters, database: target };
};

const checkNames = (sql: string, parameters: readonly string[]): void => {
  const used = [...parameterNames(sql)].map((name) => name.toLowerCase());
  const given = parameters.map((name) => name.toLowerCase());
  const missing = used.find((name) => !given.includes(name));
  if (missing !== undefined) throw new Error(`"parameters" has no schema for :${missing}`);
  const surplus = given.find((name) => !used.includes(name));
  if (surplus !== undefined) throw new Error(`the SQL has no parameter :${surplus}`);
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areSchemas = (value: unknown): value is CustomQuery['parameters'] =>
  isObject(value) && Object.values(value).every(isObject);

/** Returns the tool of a query. */
export const customTool = (databases: Databases, query: CustomQuery): Tool => {
  const { name, title, description, sql, parameters, database } = query;
  const names = Object.keys(parameters);
  const required = names.filter((parameter) => !('default' in (parameters[parameter] ?? {})));
  const hasPages = !names.includes('cursor');
  const properties = hasPages ? { ...parameters, cursor: pageCursor } : parameters;
  const inputSchema: JsonSchema = { type: 'object', properties, required, additionalProperties: false };
  return defineTool({
    name,
    title,
    description,
    icons: rowsIcon,
    annotations: readsOnly,
    inputSchema,
    outputSchema,
    async run(args, ctx) {
      const params = names.length === 0 ? [] : [Object.fromEntries(names.map((each) => [each, args[each]]))];
      const cursor = hasPages && typeof args['cursor'] === 'string' ? args['cursor'] : undefined;
      const { maxRows } = databases.limits;
      return readPage(databases.find(database), { query: sql, params, cursor, maxRows, format: 'json' }, ctx);
    },
  });
};
