// A proxy on loopback that opens tunnels, or refuses them with a status.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectNet, type AddressInfo } from 'node:net';

/** Starts it. `asked` lists the requested tunnels, `forwarded` the URLs of plain requests. */
export const startProxy = async (status = '200 OK') => {
  const asked: { target: string; authorization: string | undefined }[] = [];
  const forwarded: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    forwarded.push(url);
    response.end();
  });
  server.on('connect', (request, socket) => {
    const target = request.url ?? '';
    asked.push({ target, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (status !== '200 OK') {
      socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
      return;
    }
    const upstream = connectNet(Number(target.slice(target.lastIndexOf(':') + 1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    forwarded,
    url: new URL(`http://name:pass%20word@127.0.0.1:${port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
