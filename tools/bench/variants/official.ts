// Fixture server on the official SDK, version 2 (both eras; a connection is pinned to the era of its first message).
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './zod-server.ts';

serveStdio(createMcpServer);
