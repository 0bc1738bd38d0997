// Site of a scene: behind a proxy on loopback, so that its pages have the same addresses each time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A page that is not HTML. */
interface Typed {
  readonly type: string;
  readonly body: string;
}

/** Serves pages by address, like `http://tides.example/brest`, through the proxy at `proxy`. */
export const startSite = async (pages: {
  readonly [address: string]: string | Typed;
}): Promise<{ readonly proxy: string; readonly end: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const page = pages[`http://${request.headers.host}${new URL(request.url ?? '', 'http://site').pathname}`];
    if (page === undefined) return void response.writeHead(404).end();
    const { type, body } = typeof page === 'string' ? { type: 'text/html', body: page } : page;
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // After CONNECT, the socket continues as a connection to the site.
  server.on('connect', (_, socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};
