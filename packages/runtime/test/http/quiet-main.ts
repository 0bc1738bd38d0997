// A server in a process of its own that closes on a message, and ends when nothing is left that could happen.
import { serveHttp } from '../../src/transports/http/serve.ts';
import { fixture } from './fixture.ts';

const http = await serveHttp(fixture().server);
process.once('message', () => void http.close(0).then(() => process.disconnect()));
process.send?.(http.url);
