// The fixture server over HTTP under the Inspector, both eras on one endpoint.
import { afterAll, beforeAll, describe } from 'vitest';
import { ListeningServer } from '../src/listening-server.ts';
import { underInspector } from './inspector-suite.ts';
import { everything } from './suites.ts';

let server: ListeningServer;
beforeAll(async () => {
  server = await ListeningServer.start({ args: [...everything.args, '--http'] });
});
afterAll(() => server.stop());

describe.each(['legacy', 'modern'] as const)('Inspector over HTTP, %s', (era) => {
  underInspector(era, () => server);
});
