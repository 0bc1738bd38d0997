// The notebook on a worker: a module with nothing but web APIs.
import { createFetchHandler } from '@mcp/runtime/fetch';
import { createNotebook } from '../server.ts';

const handler = createFetchHandler(createNotebook().server, 'localhost');

/** What the platform calls for each request. */
export const fetch = (request: Request): Promise<Response> => handler.fetch(request);
