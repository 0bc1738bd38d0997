// --transport http: serves over HTTP until a signal comes.
import type { McpServer } from '../server.ts';
import { serveHttp } from '../http.ts';
import type { CommonValues } from './command.ts';
import { UsageError } from './flags.ts';

/** Listens. SIGTERM and SIGINT end it in order, a second one at once. */
export async function listen(server: McpServer, flags: CommonValues): Promise<void> {
  const token = readToken(flags['auth-token-env']);
  const serving = await serveHttp(server, {
    host: flags.host,
    port: flags.port,
    allowedHosts: flags['allowed-hosts'],
    allowedOrigins: flags['allowed-origins'],
    ...(token === undefined ? {} : { token }),
  });
  process.stderr.write(`${server.name} ${server.version} listens at ${serving.url}\n`);
  let isClosing = false;
  const onSignal = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    void serving.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

// The token comes by the environment: command lines can be read by every user of the machine.
function readToken(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const token = process.env[name];
  if (token === undefined || token === '')
    throw new UsageError(`the environment variable ${name} of --auth-token-env is not set`);
  return token;
}
