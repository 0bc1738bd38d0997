import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('no large module is loaded at startup', () => {
  const script = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { toServer } = await import(process.argv[1]);
    const { readOptions } = await import(process.argv[1].replace('server.ts', 'options.ts'));
    console.log(JSON.stringify({ loaded, names: [typeof toServer, typeof readOptions] }));`;
  const server = new URL('../src/server.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', script, server];
  const { loaded, names } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as {
    readonly loaded: readonly string[];
    readonly names: readonly string[];
  };
  expect(names).toEqual(['function', 'function']);
  expect(loaded.length).toBeGreaterThan(20);
  expect(
    loaded.filter((url) =>
      /node_modules\/.*(?:undici|tinypool|parse5|domhandler|css-select|robots-parser|unpdf|html-encoding-sniffer|exodus|lru-cache|ipaddr)|documents\/|read-page|plain-text|node:(?:child_process|zlib|worker_threads|tls|dns|timers\/promises)/.test(
        url,
      ),
    ),
  ).toEqual([]);
});
