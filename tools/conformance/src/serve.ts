// Serves the fixture alone, on a port that is given or any free one, to run single scenarios of the suite against it.
import { serveHttp } from '@mcp/runtime/http';
import { suiteFixture } from './server.ts';

const { url } = await serveHttp(suiteFixture(), { port: Number(process.argv[2] ?? 0) });
console.log(url);
