// One of the servers as a process over HTTP, with --store.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SERVERS = join(import.meta.dirname, '../../../servers');

/** A listening server. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a server by name and resolves when it listens. A replica that will be restarted needs a fixed port. */
export async function startServer(
  name: string,
  store: string,
  flags: readonly string[],
  port = 0,
): Promise<ServerProcess> {
  const shared = ['--store', store, '--state-secrets-env', 'STATE_SECRET'];
  const http = ['--transport', 'http', '--port', `${port}`, '--rate-limit', '0', ...shared];
  const child = spawn(process.execPath, [join(SERVERS, name, 'src/main.ts'), ...http, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      STATE_SECRET: 'the next secret of all replicas, the secret that they had before',
      MCP_TOKEN: 'the-token-of-compose.yaml',
    },
  });
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      const [found] = / listens at (http:\S+)/.exec(line)?.slice(1) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${name} ended: ${said.join('\n')}`)));
  });
  return {
    url,
    child,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // SIGTERM instead of SIGKILL, so that it removes its temporary files.
      child.kill('SIGTERM');
      await ended;
    },
  };
}
