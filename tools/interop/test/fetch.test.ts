// The built fetch server under every official client.
import { Site } from '../src/site.ts';
import { web } from './fetch-suite.ts';
import { underEveryClient } from './under-every-client.ts';

underEveryClient({
  name: 'fetch',
  sandbox: () => Site.open(),
  args: () => ['--allow-cidr', '127.0.0.1/32', '--cache-ttl', '0'],
  suite: web,
});
