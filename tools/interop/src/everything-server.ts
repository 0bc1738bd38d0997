// The fixture server as a child process of the tests, over stdio or `--http`.
import { defineFixture } from '@mcp/conformance';
import { serveHttp } from '@mcp/runtime/http';
import { serveStdio } from '@mcp/runtime/stdio';

// Small pages, so that every client has to follow cursors.
const server = defineFixture({ pageSize: 6 });

if (process.argv.includes('--http')) await listen();
else await serveStdio(server);

async function listen(): Promise<void> {
  const serving = await serveHttp(server);
  console.error(`listens at ${serving.url}`);
  process.once('SIGTERM', () => void serving.close().then(() => process.exit(0)));
}
