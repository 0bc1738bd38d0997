// The program: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-git';

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  positionals: {
    name: '[path…]',
    description: 'Repositories, or folders that contain repositories',
    arePaths: true,
  },
  flags,
  flagsForChanges: ['allow-remote', 'trust-repo-config', 'protected-branches', 'confirm'],
  toolsets: {
    inspect: 'Remotes, worktrees and the reflog.',
    history: 'Undo the last operation, rebase, cherry-pick, delete branches.',
    setup: 'Create repositories, add and remove worktrees.',
  },
  examples: [`${name} ~/projects/site`, `${name} --read-only -r ~/projects`],
  create: (input) => toServer(readOptions(input, input.warn), input.inform, input.tasks),
});
