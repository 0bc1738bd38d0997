// Fixture server on tmcp (both eras).
import { StdioTransport } from '@tmcp/transport-stdio';
import { createMcpServer } from './valibot-server.ts';

new StdioTransport(createMcpServer()).listen();
