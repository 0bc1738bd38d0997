// The program: reads the command line and serves.
import { serveCommand } from '@mcp/runtime/cli';
import manifest from '../package.json' with { type: 'json' };
import { flags, readOptions } from './options.ts';
import { toServer } from './server.ts';

const name = 'mcp-server-git';

void serveCommand({
  name,
  package: manifest.name,
  version: manifest.version,
  summary: `${manifest.description}.`,
  flags,
  toolsets: {
    inspect: 'More to read: blame, tags, remotes, the reflog and the like.',
    history: 'Tools that rewrite commits or delete branches.',
    setup: 'git_init.',
  },
  examples: [`${name} -r ~/projects/site`, `${name} --read-only --base-dir ~/projects`],
  create: (input) => toServer(readOptions(input, (message) => process.stderr.write(`${name}: ${message}\n`))),
});
