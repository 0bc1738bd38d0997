// The notebook over stdio.
import { serveStdio } from '@mcp/runtime/stdio';
import { createNotebook } from '../server.ts';

await serveStdio(createNotebook().server);
