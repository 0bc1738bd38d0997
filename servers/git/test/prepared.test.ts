// Prefetching: what every call needs is requested after the first list was answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { repository, temporary } from './setup.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('the version of git and the configuration of the operator are requested before the first call', async () => {
  using dir = repository();
  using nest = temporary();
  const path = process.env['PATH'] ?? '';
  nest.write({
    'bin/git': `#!/bin/sh\necho "$*" >> '${nest.at('log')}'\nPATH='${path}' exec git "$@"\n`,
    log: '',
  });
  chmodSync(nest.at('bin/git'), 0o755);
  const started = (): string[] => readFileSync(nest.at('log'), 'utf8').split('\n').slice(0, -1);
  const server = spawn(process.execPath, [MAIN, '-r', dir.path, '--sandbox', 'off'], {
    env: { ...process.env, PATH: `${nest.at('bin')}${delimiter}${path}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ask = async (method: string, params: object): Promise<void> => {
    server.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { ...params, _meta } })}\n`,
    );
    await once(server.stdout, 'data');
  };
  await ask('tools/list', {});
  const before = ['--version', 'config --list --includes --show-origin -z'];
  await vi.waitFor(() => expect(started()).toEqual(before), { timeout: 20_000 });
  await ask('tools/call', { name: 'git_status', arguments: {} });
  const cold = started()
    .slice(before.length)
    .map((command) => command.replace(/^--no-pager /, '').split(' ', 1)[0]);
  expect(cold).toEqual(['config', 'ls-files', 'status']);
  await ask('tools/call', { name: 'git_status', arguments: {} });
  expect(started()).toHaveLength(before.length + cold.length + 1);
  server.stdin.end();
  await once(server, 'exit');
});
