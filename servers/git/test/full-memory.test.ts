// Views are created in memory while it has space, otherwise on disk.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './setup.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Runs a command with a full `/dev/shm` of this many bytes. */
const inFull = (bytes: number, input: string, ...command: string[]): string => {
  const fill = 'cat /dev/zero > /dev/shm/full 2>/dev/null; exec "$@"';
  const memory = ['--dev-bind', '/', '/', '--size', `${bytes}`, '--tmpfs', '/dev/shm'];
  const args = [...memory, 'sh', '-c', fill, 'sh', ...command];
  return execFileSync('bwrap', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
};

const hasSandbox = ((): boolean => {
  try {
    inFull(4096, '', 'true');
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasSandbox)('a call is answered while /dev/shm is full (skipped without bubblewrap)', () => {
  using dir = repository();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'git_status', arguments: {}, _meta };
  const call = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
  const answer = inFull(4096, call, process.execPath, MAIN, '-r', dir.path, '--sandbox', 'off');
  expect(JSON.parse(answer)).toMatchObject({
    result: { content: [{ text: '## main' }], structuredContent: { branch: 'main' } },
  });
});
