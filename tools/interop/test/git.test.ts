// The built git server under every official client.
import { GitSandbox } from '../src/git-sandbox.ts';
import { git } from './git-suite.ts';
import { underEveryClient } from './under-every-client.ts';

underEveryClient({
  name: 'git',
  sandbox: () => new GitSandbox(),
  args: ({ path }) => ['-r', path, '--toolsets', 'history'],
  suite: git,
});
