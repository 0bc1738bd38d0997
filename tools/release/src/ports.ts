// Ports on loopback.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Whether a server can listen there. */
export const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isListening;
};

/** A port on which nobody listens. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
};
