// Regressions: what the model reads about arguments that do not match once named neither the limit nor what was given,
// and a property name with half a surrogate pair ended in an internal error.
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const inputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[a-z]+$' },
    kind: { type: 'string', enum: ['file', 'folder'] },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    'a/b~ü': { const: 'x' },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

async function call(args: object): Promise<unknown> {
  const tool = defineTool({ name: 'check', inputSchema, run: () => 'fine' });
  const server = defineServer({ name: 'server', version: '1.0.0', tools: [tool] });
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'check', arguments: { ...args } });
}

const refused = (...lines: readonly string[]): object => ({
  content: [{ type: 'text', text: ['Invalid arguments for tool check:', ...lines].join('\n') }],
  isError: true,
});

const name = 'abc';

test.for<[object, readonly string[]]>([
  [{}, ['"name" is missing']],
  [{ name: 7 }, ['/name: must be of type "string", not number']],
  [{ name: 'a' }, ['/name: must have 2 or more characters, not 1']],
  [{ name: 'abcd' }, ['/name: must have at most 3 characters, not 4']],
  [{ name: 'ABC' }, ['/name: must match the pattern ^[a-z]+$']],
  [{ name, kind: 'link' }, ['/kind: must be one of "file","folder", not "link"']],
  [{ name, kind: 'x'.repeat(100) }, ['/kind: must be one of "file","folder"']],
  [{ name, count: 0 }, ['/count: must be at least 1, not 0']],
  [{ name, count: 10 }, ['/count: must be at most 9, not 10']],
  [{ name, share: 0 }, ['/share: must be more than 0, not 0']],
  [{ name, share: 1 }, ['/share: must be less than 1, not 1']],
  [{ name, tags: [] }, ['/tags: must have 1 or more items, not 0']],
  [{ name, tags: ['a', 'b', 'c'] }, ['/tags: must have at most 2 items, not 3']],
  [{ name, tags: [1] }, ['/tags/0: must be of type "string", not number']],
  [{ name, 'a/b~ü': 'y' }, ['/a~1b~0ü: must be "x"']],
  [
    { name, either: 1 },
    [
      '/either: matches none of the alternatives',
      '/either: must be of type "string", not number',
      '/either: must be of type "null", not number',
    ],
  ],
  [{ name, '\ud800': 1 }, ['a property name is not valid Unicode']],
])('refuses %j with the rule and the given value', async ([args, lines]) => {
  expect(await call(args)).toEqual(refused(...lines));
});
