// The generator behind `pnpm new:server`. That the result compiles and works is tested in tools/template itself.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeServer } from '../src/server-template.ts';

let servers = '';

beforeEach(() => {
  servers = mkdtempSync(join(tmpdir(), 'servers-'));
});

afterEach(() => {
  rmSync(servers, { recursive: true });
});

test('writes a public package with one tool and one test', () => {
  expect(writeServer('weather-station', servers)).toEqual([
    'README.md',
    'package.json',
    'src/main.ts',
    'src/options.ts',
    'src/server.ts',
    'src/tools/greet.ts',
    'test/server.test.ts',
    'tsconfig.json',
  ]);
  const manifest: unknown = JSON.parse(readFileSync(join(servers, 'weather-station/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('private');
  expect(manifest).toMatchObject({
    name: '@mcp/server-weather-station',
    bin: { 'mcp-server-weather-station': 'dist/main.cjs' },
    scripts: { build: 'bundle-server', check: 'tsc -p tsconfig.json' },
  });
});

test('leaves no name of the template behind', () => {
  const files = writeServer('weather', servers);
  const left = files.filter((file) =>
    /example|template/i.test(
      readFileSync(join(servers, 'weather', file), 'utf8').replaceAll('examples:', ''),
    ),
  );
  expect(left).toEqual([]);
});

test.each(['Weather', 'weather_station', '-weather', '../weather', 'weather--station', ''])(
  'refuses the name %j',
  (name) => {
    expect(() => writeServer(name, servers)).toThrow(/A server is named in small letters/);
  },
);

test('refuses to write over a server', () => {
  writeServer('weather', servers);
  expect(() => writeServer('weather', servers)).toThrow(
    'servers/weather is there already. Choose another name.',
  );
});
