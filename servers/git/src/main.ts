// The program: reads the command line and serves.
import { serveCommand } from '@mcp/command-line';
import manifest from '../package.json' with { type: 'json' };
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-git';

const warn = (message: string): void => void process.stderr.write(`${name}: ${message}\n`);

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  flags,
  toolsets: {
    inspect: 'Remotes, stashes, worktrees and the reflog.',
    history: 'Merge, rebase, revert, cherry-pick, amend, stash, tag, and delete branches and tags.',
    setup: 'Make repositories, make and remove worktrees.',
  },
  examples: [
    `npx -y ${manifest.name} -r ~/projects/site`,
    `npx -y ${manifest.name} --read-only --base-dir ~/projects`,
  ],
  create: (input) => toServer(readOptions(input, warn), warn),
});
