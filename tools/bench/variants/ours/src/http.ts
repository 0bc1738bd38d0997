// Fixture server on @mcp/runtime over HTTP (both eras at the same time), bundled like our own servers.
import { defineServer } from '@mcp/runtime';
import { serveHttp } from '@mcp/runtime/http';
import { serverInfo } from '../../catalogue.ts';
import { announceUrl } from '../../http/announce.ts';
import { tools } from './tools.ts';

void serveHttp(defineServer({ ...serverInfo, tools })).then(({ url }) => announceUrl(url));
