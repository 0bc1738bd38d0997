// Examples of docs/writing-a-server.md: middleware.
import { defineServer, defineTool, type Middleware } from '@mcp/runtime';

export const measured: string[] = [];

// region middleware
const measure: Middleware = async ({ method, ctx }, next) => {
  const start = performance.now();
  try {
    return await next();
  } finally {
    measured.push(`${method} of ${ctx.client.info?.name ?? 'a client'}: ${performance.now() - start} ms`);
  }
};
// endregion

const hello = defineTool({ name: 'hello', description: 'Says hello.', run: () => 'Hello' });

export const server = defineServer({
  name: 'measured',
  version: '1.0.0',
  tools: [hello],
  middleware: [measure],
});
