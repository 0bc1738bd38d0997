// Store server: a process that serves in-memory stores over TCP, one line of JSON per call.
import { createServer, type AddressInfo } from 'node:net';
import { MemoryTaskStore } from '../../src/tasks.ts';
import { MemoryNonceStore } from '../../src/stores/nonce-store.ts';
import { readLines, writeLine } from './json-lines.ts';

interface Call {
  readonly id: number;
  readonly store: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Methods = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

const stores: { readonly [store: string]: unknown } = {
  nonces: new MemoryNonceStore(),
  tasks: new MemoryTaskStore(),
};

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  readLines(socket, (value) => {
    const { id, store, method, args } = value as Call;
    writeLine(socket, { id, result: (stores[store] as Methods)[method]?.(...args) });
  });
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
