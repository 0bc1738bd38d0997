// Every text that a client can send, as a git option: none takes effect.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, open, repository, temporary } from '../setup.ts';

interface Listed {
  readonly name: string;
  readonly inputSchema: {
    readonly properties: { readonly [name: string]: { readonly type: string; readonly enum?: unknown } };
    readonly required?: readonly string[];
  };
}

const BASE: { readonly [argument: string]: unknown } = {
  target: 'HEAD',
  revision: 'HEAD',
  path: 'a.txt',
  pattern: 'x',
  stash: 'stash@{0}',
  message: 'x',
  files: ['a.txt'],
  branch_name: 'topic',
  tag_name: 'v1',
  url: '.',
};

const payloads = (canary: string): string[] => [
  `--output=${canary}`,
  `-o${canary}`,
  `--exec=touch ${canary}`,
  `--upload-pack=touch ${canary}`,
  `--contents=${canary}`,
  `--git-dir=${canary}`,
  `--orphan=${canary}`,
  `HEAD\n--output=${canary}`,
  `HEAD --output=${canary}`,
  `--`,
  `-`,
  `$(touch ${canary})`,
  `; touch ${canary}`,
  `|touch ${canary}`,
  `ext::sh -c touch% ${canary}`,
  '--help',
  '--pager',
  '-c',
];

test('no argument of any tool can become an option, a command or a path outside', async () => {
  using nest = temporary();
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  await using client = await open(dir.path);
  const { tools } = (await client.request('tools/list')) as unknown as { tools: readonly Listed[] };
  let calls = 0;
  for (const { name, inputSchema } of tools) {
    const needed = Object.fromEntries(
      (inputSchema.required ?? []).map((argument) => [argument, BASE[argument]]),
    );
    const texts = Object.entries(inputSchema.properties).filter(
      ([, schema]) => schema.enum === undefined && ['string', 'array'].includes(schema.type),
    );
    for (const [argument, { type }] of texts) {
      const given = payloads(nest.at('canary')).map((payload) => (type === 'array' ? [payload] : payload));
      await Promise.all(given.map((value) => call(client, name, { ...needed, [argument]: value })));
      calls += given.length;
      expect([name, argument, readdirSync(nest.path)]).toEqual([name, argument, []]);
    }
  }
  expect(calls).toBeGreaterThan(500);
  expect(dir.git('branch', '--list', '--all')).toBe('* main\n');
}, 120_000);
