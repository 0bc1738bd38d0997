// Serves only the fixture, on the given port or a free one, to run single scenarios of the suite.
import { serveHttp } from '@mcp/runtime/http';
import { suiteFixture } from './server.ts';

const { url } = await serveHttp(suiteFixture(), { port: Number(process.argv[2] ?? 0) });
console.log(url);
