// Fixture server on the official SDK, version 2, over HTTP as recommended: a server per request, in both eras.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listen } from './announce.ts';
import { createMcpServer } from '../zod-server.ts';

const handle = toNodeHandler(createMcpHandler(createMcpServer));
const validateHost = localhostHostValidation();
const validateOrigin = localhostOriginValidation();

/** A server-side request of node:http, which always has these two members. */
type ServerRequest = IncomingMessage & { readonly method: string; readonly url: string };

listen(
  createServer((request, response) => {
    if (validateHost(request, response) && validateOrigin(request, response))
      void handle(request as ServerRequest, response);
  }),
);
