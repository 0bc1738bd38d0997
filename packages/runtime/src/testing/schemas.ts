// checkSchemas: checks every keyword in the schemas of a server's tools, and that each tool has a description.
import { isObject } from '../jsonrpc/json.ts';
import { LATEST_REVISION } from '../protocol/revisions.ts';
import { KEYWORDS, type KeywordKind } from '../schema/check.ts';
import { defineServer, McpServer, type ServerOptions } from '../server.ts';
import { connect } from './connect.ts';

/**
 * Checks the value of every keyword in the schemas of all listed tools. Creating a server checks only what a validator
 * needs: references, sizes, types and patterns. The rest is the same at every start, so one test is enough. It also
 * names tools without a description.
 * @throws {TypeError} with all mistakes, one per line.
 * @example
 * test('the schemas are legal', async () => {
 *   await checkSchemas(server);
 * });
 */
export async function checkSchemas(server: McpServer | ServerOptions): Promise<void> {
  await using client = await connect(server instanceof McpServer ? server : defineServer(server), {
    revision: LATEST_REVISION,
  });
  const problems: string[] = [];
  let cursor: unknown;
  do {
    const page = await client.request('tools/list', cursor === undefined ? {} : { cursor });
    for (const tool of Array.isArray(page['tools']) ? page['tools'].filter(isObject) : []) {
      const name = JSON.stringify(tool['name']);
      for (const member of ['inputSchema', 'outputSchema'])
        for (const problem of keywordProblems(tool[member]))
          problems.push(`tool ${name}: ${member}: ${problem}`);
      if (tool['description'] === undefined)
        problems.push(`tool ${name}: no description tells a model when to call it`);
    }
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
}

/** Returns the keywords of a schema whose values JSON Schema does not allow, each with its path. */
function keywordProblems(schema: unknown, place = '#'): string[] {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const here = `${place}/${keyword}`;
    const check = VALUES.get(keyword);
    if (check !== undefined && !check[0](value))
      return [`${here}: ${JSON.stringify(value)} is not ${check[1]}`];
    return children(keyword, value).flatMap(([name, child]) =>
      keywordProblems(child, name === '' ? here : `${here}/${name}`),
    );
  });
}

function children(keyword: string, value: unknown): [name: string, child: unknown][] {
  const kind = KEYWORDS.get(keyword);
  if (kind === 'schema' || (kind === 'items' && !Array.isArray(value))) return [['', value]];
  const isHolder = kind !== undefined && HOLDERS.has(kind);
  return isHolder && typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

const HOLDERS: ReadonlySet<KeywordKind> = new Set<KeywordKind>([
  'items',
  'schemas',
  'map',
  'patterns',
  'dependencies',
]);

type Check = readonly [test: (value: unknown) => boolean, expected: string];

const TEXT: Check = [(value) => typeof value === 'string', 'a string'];
const NAMES: Check = [isNames, 'a list of different strings'];
const NUMBER: Check = [Number.isFinite, 'a number'];
const COUNT: Check = [
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'an integer of 0 or more',
];
const BOOLEAN: Check = [(value) => typeof value === 'boolean', 'a boolean'];

const VALUES: ReadonlyMap<string, Check> = new Map([
  ...each(TEXT, ['$id', '$anchor', '$comment', 'title', 'description', 'format']),
  ...each(NUMBER, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']),
  ...each(COUNT, ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains']),
  ...each(COUNT, ['minProperties', 'maxProperties']),
  ...each(BOOLEAN, ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']),
  ['enum', [Array.isArray, 'a list']],
  ['required', NAMES],
  ['dependentRequired', [isListsOfNames, 'an object of lists of different strings']],
  ['dependencies', [isDependencies, 'an object of schemas or lists of different strings']],
  ['multipleOf', [(value) => Number.isFinite(value) && Number(value) > 0, 'a number above 0']],
]);

function each(check: Check, keywords: readonly string[]): [keyword: string, check: Check][] {
  return keywords.map((keyword) => [keyword, check]);
}

function isNames(value: unknown): boolean {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  return isList && new Set(value).size === value.length;
}

function isListsOfNames(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isNames);
}

function isDependencies(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((one) => !Array.isArray(one) || isNames(one));
}
