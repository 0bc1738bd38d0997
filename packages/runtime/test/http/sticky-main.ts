// A server in a process of its own, behind the proxy of the tests. The release of a call comes as a message.
import { serveHttp } from '../../src/transports/http/serve.ts';
import { fixture } from './fixture.ts';

const { server, release } = fixture();
const { url } = await serveHttp(server);
process.on('message', (name: string) => release(name));
process.send?.(url);
process.on('disconnect', () => process.exit(0));
