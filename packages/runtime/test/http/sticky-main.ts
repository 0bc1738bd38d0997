// Sticky server: a process behind the test proxy. A message releases a call.
import { serveHttp } from '../../src/transports/http/serve.ts';
import { fixture } from './fixture.ts';

const { server, release } = fixture();
const { url } = await serveHttp(server);
process.on('message', (name: string) => release(name));
process.send?.(url);
process.on('disconnect', () => process.exit(0));
