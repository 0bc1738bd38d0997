// A process that keeps stores in its memory and serves them over TCP, one line of JSON for each call.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { MemoryBus, MemoryNonceStore } from '../../src/stores.ts';
import { readLines, writeLine } from './json-lines.ts';

interface Call {
  readonly id: number;
  readonly store: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Methods = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

const bus = new MemoryBus();
const stores: { readonly [store: string]: unknown } = {
  nonces: new MemoryNonceStore(),
};

const server = createServer((socket) => {
  socket.setNoDelay(true);
  const subscriptions = new Map<unknown, () => void>();
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const stop of subscriptions.values()) stop();
  });
  readLines(socket, (value) => {
    const { id, store, method, args } = value as Call;
    const result = store === 'bus' ? useBus(method, args, socket, subscriptions) : call(store, method, args);
    writeLine(socket, { id, result });
  });
});

function call(store: string, method: string, args: readonly unknown[]): unknown {
  return (stores[store] as Methods)[method]?.(...args);
}

function useBus(
  method: string,
  [topic, value]: readonly unknown[],
  socket: Socket,
  subscriptions: Map<unknown, () => void>,
): void {
  if (method === 'publish') bus.publish(String(topic), value as { [member: string]: unknown });
  if (method === 'unsubscribe') subscriptions.get(value)?.();
  if (method === 'subscribe') {
    const tell = (message: unknown): void => writeLine(socket, { to: value, message });
    subscriptions.set(value, bus.subscribe(String(topic), tell));
  }
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
