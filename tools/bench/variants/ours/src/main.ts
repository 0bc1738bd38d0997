// Fixture server on @mcp/runtime (both eras at the same time), bundled like our own servers.
import { defineServer } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import { serverInfo } from '../../catalogue.ts';
import { tools } from './tools.ts';

void serveStdio(defineServer({ ...serverInfo, tools }));
