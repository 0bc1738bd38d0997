// Node's modules that a server has loaded when it answers tools/list; others load when a call needs them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A script that prints the loaded public modules of Node when a text with `marker` is written. */
const WATCH = `
  import { builtinModules } from 'node:module';
  const write = process.stdout.write;
  process.stdout.write = function (chunk, ...rest) {
    const loaded = process.moduleLoadList.map((name) => name.replace(/^NativeModule /, ''));
    if (String(chunk).includes('"tools":['))
      process.stderr.write('LOADED ' + JSON.stringify(loaded.filter((name) => builtinModules.includes(name))) + '\\n');
    return write.call(this, chunk, ...rest);
  };`;
const watch = join(folder, 'watch.mjs');
writeFileSync(watch, WATCH);
const bare = join(folder, 'bare.ts');
writeFileSync(bare, `const text: string = '"tools":[';\nprocess.stdout.write(text);\n`);

const loadedBy = (script: string, flags: readonly string[] = []): readonly string[] => {
  const messages = [
    {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'tools/list' },
  ];
  const input = messages
    .map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
    .join('');
  const { stderr } = spawnSync(process.execPath, ['--import', watch, script, ...flags], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  const [, found] = /^LOADED (.*)$/m.exec(stderr) ?? [];
  if (found === undefined) throw new Error(`${script} did not list its tools: ${stderr}`);
  return JSON.parse(found) as string[];
};

const OF_NODE = loadedBy(bare);
/** Modules for home and temporary paths, addresses, and the compile cache. */
const SHARED = ['net', 'os', 'timers/promises', 'worker_threads'];

test.each([
  ['filesystem', [folder], ['crypto']],
  ['git', ['-r', folder], ['crypto']],
  ['sqlite', ['--db-path', join(folder, 'a.db')], ['child_process', 'dgram']],
  ['fetch', [], ['crypto']],
])('%s loads no module of Node that the list of tools does not need', (name, flags, own) => {
  const loaded = loadedBy(join(root, 'servers', name, 'src/main.ts'), flags);
  expect(loaded.length).toBeGreaterThan(OF_NODE.length / 2);
  expect(loaded.filter((module) => ![...OF_NODE, ...SHARED, ...own].includes(module))).toEqual([]);
});
