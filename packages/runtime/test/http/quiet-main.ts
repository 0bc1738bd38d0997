// Quiet server: a process that closes its server on a message, and ends once nothing is pending.
import { serveHttp } from '../../src/transports/http/serve.ts';
import { fixture } from './fixture.ts';

const http = await serveHttp(fixture().server);
process.once('message', () => void http.close(0).then(() => process.disconnect()));
process.send?.(http.url);
