// A package registry on loopback with an empty storage. Third-party packages come from the machine's own registry.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../ports.ts';
import { run } from '../run.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const PATIENCE_MS = 30_000;

/** Accepts only packages of this repository, and forwards only requests for others. */
const writeConfig = async (folder: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const machineRegistry = await run('npm', ['config', 'get', 'registry'], { cwd: root, env });
  const config = {
    storage: join(folder, 'storage'),
    web: { enable: false },
    uplinks: { machine: { url: machineRegistry.trim(), maxage: '1h', timeout: '2m' } },
    packages: {
      '@mcp/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'machine' },
    },
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  };
  const file = join(folder, 'config.yaml');
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(config));
  return file;
};

const untilItAnswers = async (url: string, server: ChildProcess): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  while (server.exitCode === null && Date.now() < end) {
    const answer = await fetch(new URL('-/ping', url)).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(100);
  }
  throw new Error(`the registry did not answer in ${PATIENCE_MS} ms; exit code ${server.exitCode}`);
};

/** Starts a registry that stores everything in a new folder. `env` tells npm which registry the machine uses. */
export const startRegistry = async (folder: string, env: NodeJS.ProcessEnv) => {
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}/`;
  const program = join(root, 'tools/release/node_modules/verdaccio/bin/verdaccio');
  const args = [program, '--config', await writeConfig(folder, env), '--listen', url];
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'ignore'] });
  await untilItAnswers(url, server);
  const userConfig = `registry=${url}\n`;
  return {
    url,
    /** The `.npmrc` of an installing user. */
    userConfig,
    /** The `.npmrc` of a publishing user. */
    // Everybody may publish here, but no client tries without a token.
    publisherConfig: `${userConfig}${url.slice('http:'.length)}:_authToken=anything\n`,
    close: async (): Promise<void> => {
      const closed = once(server, 'exit');
      // A normal exit would wait half a minute for open connections.
      server.kill('SIGKILL');
      await closed;
    },
  };
};
