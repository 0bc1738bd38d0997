// How ssh is run in a transfer: as the operator's configuration says, but without questions.
import { tmpdir } from 'node:os';
import { toEnvironment } from '../repository/environment.ts';
import { NOWHERE } from '../repository/config.ts';
import { runGit, type Limits } from '../repository/client.ts';

const OPTIONS = '-o BatchMode=yes';

let command: Promise<string> | undefined;

/** The command line for GIT_SSH_COMMAND, found out once. What repositories say about it is not asked. */
export const operatorSsh = async ({ timeoutMs }: Limits): Promise<string> => {
  command ??= ask(timeoutMs).catch((error: unknown) => {
    command = undefined;
    throw error;
  });
  return command;
};

// Not stopped with the call that happens to be the first.
const ask = async (timeoutMs: number): Promise<string> => {
  const chunks: Buffer[] = [];
  const { code } = await runGit(
    {
      args: ['config', '--get', 'core.sshCommand'],
      cwd: tmpdir(),
      env: { ...toEnvironment('write', []), GIT_DIR: NOWHERE },
    },
    { signal: new AbortController().signal, timeoutMs },
    (chunk) => chunks.push(chunk) < 100,
  );
  const own = code === 0 ? Buffer.concat(chunks).toString('utf8').trim() : '';
  if (own === '') return `ssh ${OPTIONS}`;
  // Other programs know other options. Without a terminal they cannot ask either.
  return /^(?:\S*\/)?ssh(?:\.exe)?(?: |$)/.test(own) ? `${own} ${OPTIONS}` : own;
};
