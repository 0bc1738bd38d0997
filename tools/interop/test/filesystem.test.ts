// The built filesystem server under every official client.
import { pathToFileURL } from 'node:url';
import { Sandbox } from '../src/sandbox.ts';
import { filesystem } from './filesystem-suite.ts';
import { underEveryClient } from './under-every-client.ts';

underEveryClient({
  name: 'filesystem',
  sandbox: () => new Sandbox(),
  args: ({ path }) => [path],
  answers: ({ path }) => ({ roots: () => [{ uri: pathToFileURL(path).href, name: 'sandbox' }] }),
  suite: filesystem,
});
