// Other versions of Node.js, from the package `node`.
import { dirname } from 'node:path';
import { run } from './run.ts';
import { root } from '@mcp/repo/src/workspace.ts';

/** The supported lines of Node.js. The checks use the newest version of each. */
export const NODE_LINES = ['20', '22', '24'] as const;

/** Returns the folder with the newest `node` of a line. npm caches it in the home of `env`. */
export const nodeFolder = async (line: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const args = ['--yes', `--package=node@${line}`, '--', 'node', '--print', 'process.execPath'];
  return dirname((await run('npx', args, { cwd: root, env })).trim());
};
