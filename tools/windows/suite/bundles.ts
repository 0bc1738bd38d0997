// The bundles for Claude Desktop, started as their manifests say, with the switches set.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { callTool } from './answer.ts';
import { converse, PROJECT, scoped } from './machine.ts';

/** An entry of the file that `src/bundles.ts` writes. */
interface BundleStart {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly chosen: object;
  readonly lists: readonly string[];
  readonly lacks: readonly string[];
  readonly calls: readonly {
    readonly tool: string;
    readonly args: Record<string, unknown>;
    readonly shows: string;
  }[];
}

const project = join(PROJECT, 'bundled project');

const makeProject = (): void => {
  if (existsSync(join(project, '.git'))) return;
  execFileSync('git', ['init', '--quiet'], { cwd: project, timeout: 60_000 });
};

const tryStart = ({ args, env, lists, lacks, calls }: BundleStart): Promise<void> =>
  scoped(async (keep) => {
    makeProject();
    const program = { command: process.execPath, args, env, cwd: PROJECT };
    const client = keep(await converse(program, { revision: '2025-11-25' }));
    const { tools } = await client.request('tools/list');
    const names = (tools as readonly { readonly name: string }[]).map(({ name }) => name);
    assert.ok(names.length > 0);
    for (const name of lists) assert.ok(names.includes(name), `${name} is missing`);
    for (const name of lacks) assert.ok(!names.includes(name), `${name} is there`);
    for (const { tool, args: given, shows } of calls)
      assert.match(JSON.stringify(await callTool(client, tool, given)), new RegExp(shows));
  });

/** Registers the tests. */
export const bundles = (): void => {
  const starts = JSON.parse(readFileSync(join(PROJECT, 'bundles.json'), 'utf8')) as readonly BundleStart[];
  describe('bundles', () => {
    for (const start of starts)
      test(`${start.name} with ${JSON.stringify(start.chosen)}`, () => tryStart(start));
  });
};
