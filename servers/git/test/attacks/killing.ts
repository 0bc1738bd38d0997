// Kills the server in the middle of a call, with all its child processes.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { privateFolders, type Temporary } from '../setup.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** Returns a process and all processes below it. */
const treeOf = (id: number): number[] => {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [id];
  for (const parent of found) for (const [child = 0, of] of pairs) if (of === parent) found.push(child);
  return found;
};

const killAll = (server: ChildProcess): void => {
  for (const id of treeOf(server.pid ?? 0)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
};

/** Starts the server, calls the tool, and kills everything once git waits, which `.git/waits` signals. */
export const killDuring = async (
  dir: Temporary,
  tool: string,
  args: object,
  { env = {}, isTrusting = true }: { readonly env?: NodeJS.ProcessEnv; readonly isTrusting?: boolean } = {},
): Promise<void> => {
  const flags = [
    '-r',
    dir.path,
    '--toolsets',
    'all',
    '--allow-remote',
    ...(isTrusting ? ['--trust-repo-config'] : ['--sandbox', 'off']),
    '--protected-branches',
    'none',
  ];
  const server = spawn(process.execPath, [MAIN, ...flags], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  });
  const send = (message: object): void =>
    void server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: tool, arguments: args } });
  await vi.waitUntil(() => existsSync(dir.at('.git/waits')), { timeout: 30_000 });
  const ended = once(server, 'exit');
  killAll(server);
  await ended;
  // The next server would remove it.
  for (const path of privateFolders(server.pid)) rmSync(path, { recursive: true, force: true });
};

/** A successful call, or an answer that says what to do. */
export const WORKS_OR_SAYS =
  /^(?!Internal error)(?=[^]*(?:Try again|git_status|ask the user|abort: true|Ask the user|git_add|Staged|Committed|Unstaged|Nothing|##|On branch|Created|Switched|Moved|done|up to date|Stashed changes|Deleted|Restored|already exists|Choose another|Changes are back|Fetched|Made a worktree))/i;
