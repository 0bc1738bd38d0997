// The git server: the history of this checkout, and an untrusted repository.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { call, checkout, connect } from './call.ts';
import { event, say, title } from './transcript.ts';

/** Shows the git server. */
export const showGit = async (): Promise<void> => {
  title('Git server');
  if (existsSync(join(checkout, '.git'))) {
    say('mcp-server-git, with the repository of this checkout');
    await withServer(checkout, showHistory);
  }
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-demo-')));
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: scratch });
    say(
      '\nmcp-server-git, with a repository whose configuration names programs for `git status` and `git fetch` to run',
    );
    await withServer(scratch, (client) => showHostile(client, scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const withServer = async (repository: string, show: (client: Client) => Promise<void>): Promise<void> => {
  await using client = await connect('git', ['-r', repository, '--allow-remote']);
  await show(client);
};

const showHistory = async (client: Client): Promise<void> => {
  await call(client, 'git_log', { limit: 1, path: 'README.md', stat: true });
  await call(client, 'git_diff', { target: 'HEAD', base: '--output=README.md' });
};

const showHostile = async (client: Client, repository: string): Promise<void> => {
  const canary = join(repository, 'canary');
  execFileSync('git', ['config', 'core.fsmonitor', `touch '${canary}'; false`], { cwd: repository });
  writeFileSync(join(repository, 'notes.txt'), 'one\n');
  execFileSync('git', ['config', 'remote.origin.url', `ext::sh -c touch% '${canary}'`], { cwd: repository });
  execFileSync('git', ['config', 'protocol.ext.allow', 'always'], { cwd: repository });
  await call(client, 'git_status', {});
  await call(client, 'git_fetch', {});
  event(existsSync(canary) ? 'a program was run' : 'no program was run');
};
