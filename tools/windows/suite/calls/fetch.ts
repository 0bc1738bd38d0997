// Every tool of the fetch server.
import { createServer } from 'node:http';
import type { Place } from '../machine.ts';
import { call, type Trial } from './call.ts';

const origins = new WeakMap<Place, string>();

export const fetch: Trial = {
  prepare: async (place) => {
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Page</title><h1>Heading</h1><p>Text of the page.');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    origins.set(place, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    return {
      [Symbol.asyncDispose]: async () => {
        site.closeAllConnections();
        await new Promise((resolve) => site.close(resolve));
      },
    };
  },
  args: () => ['--allow-cidr', '0.0.0.0/0,::/0', '--ignore-robots-txt'],
  calls: (place) => {
    const origin = origins.get(place) ?? '';
    return [
      call('fetch', { url: `${origin}/page` }, /Text of the page/),
      call('fetch_many', { urls: [`${origin}/one`, `${origin}/two`] }, /Text of the page/),
    ];
  },
};
