// Processes started with `--sandbox always`: every git that needs no network runs in the sandbox, and reaches no
// process outside.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { Collected } from '@mcp/git';
import { findSandbox, runGit, toEnvironment } from '@mcp/git/test/inside';
import { repository, serve, type Temporary } from '../setup.ts';
import { callAll, READS, WRITES } from './all-tools.ts';

const sandbox = await findSandbox('auto');
const hasSandbox = sandbox !== undefined;
const WHY = hasSandbox ? '' : ' (skipped: bubblewrap does not work here)';

test.runIf(hasSandbox)(`bubblewrap starts every process of every tool${WHY}`, async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const started: string[] = [];
  const note = (message: unknown): void => {
    const { spawnfile, spawnargs } = (message as { readonly process: ChildProcess }).process;
    started.push(
      spawnfile === undefined ? 'nothing' : `${basename(spawnfile)} ${spawnargs.slice(1).join(' ')}`,
    );
  };
  await using client = await connect(
    serve([dir.path], { sandbox: 'always', toolsets: ['inspect', 'history', 'setup'] }),
  );
  // The process is complete only in the turn after the channel reports it.
  const later = (message: unknown): void => queueMicrotask(() => note(message));
  subscribe('child_process', later);
  try {
    await callAll(client, [...READS, ...WRITES]);
  } finally {
    unsubscribe('child_process', later);
  }
  expect(started.length).toBeGreaterThan(50);
  expect(started.filter((command) => !command.startsWith('bwrap '))).toEqual([]);
});

/** A program in the repository with its own shell, configured as git's file monitor. */
const bringShell = (dir: Temporary, text: string): void => {
  mkdirSync(dir.at('x'));
  copyFileSync('/bin/dash', dir.at('x/dash'));
  dir.write({ 'x/prog.sh': `#!${dir.at('x/dash')}\n${text}\n` });
  chmodSync(dir.at('x/prog.sh'), 0o755);
  dir.git('config', 'core.fsmonitor', dir.at('x/prog.sh'));
};

test.runIf(hasSandbox && existsSync('/bin/dash'))(
  `a program that a repository brings with its own shell reaches no process outside${WHY}`,
  async () => {
    using dir = repository();
    const outside = spawn('sleep', ['60'], { stdio: 'ignore' });
    const ended = new Promise((resolve) => outside.once('exit', (_code, signal) => resolve(signal)));
    try {
      bringShell(dir, `: > ${dir.at('ran')}\nkill -9 ${outside.pid}\necho $?`);
      const run = (confinement: Parameters<typeof runGit>[0]['confinement']) =>
        runGit(
          {
            args: ['status', '--porcelain'],
            cwd: dir.path,
            env: { ...toEnvironment('write', []), GIT_OPTIONAL_LOCKS: '1' },
            confinement,
          },
          { signal: new AbortController().signal, timeoutMs: 20_000, maxMemory: 2 ** 30, sandbox: 'always' },
          new Collected(10_000).add,
        );
      await run({
        sandbox: sandbox ?? { program: '', base: [] },
        access: 'write',
        directories: [dir.path],
        files: [],
        scratch: [],
      });
      expect(existsSync(dir.at('ran'))).toBe(true);
      expect(() => execFileSync('kill', ['-0', String(outside.pid)])).not.toThrow();
      // The control: without the sandbox the program ends it.
      await run('no sandbox');
      expect(await ended).toBe('SIGKILL');
    } finally {
      outside.kill('SIGKILL');
    }
  },
);
