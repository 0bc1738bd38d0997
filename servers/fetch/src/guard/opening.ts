// Connections that are not open yet. undici does not tell a connector that nobody waits any more, so this does.
import type { Socket } from 'node:net';

interface Origin {
  waiting: number;
  readonly sockets: Set<Socket>;
}

/** Gives up connections that are being opened as soon as nobody waits for their origin. */
export class Opening {
  readonly #origins = new Map<string, Origin>();

  /** Somebody waits for an answer of an origin, until it has come and this is disposed of, or until the signal. */
  wait(origin: string, signal: AbortSignal): Disposable {
    const entry = this.#origins.get(origin) ?? { waiting: 0, sockets: new Set() };
    entry.waiting += 1;
    this.#origins.set(origin, entry);
    const onAbort = (): void => this.#leave(origin, entry);
    signal.addEventListener('abort', onAbort, { once: true });
    return {
      [Symbol.dispose]: () => {
        signal.removeEventListener('abort', onAbort);
        if (!signal.aborted) this.#leave(origin, entry);
      },
    };
  }

  #leave(origin: string, entry: Origin): void {
    entry.waiting -= 1;
    if (entry.waiting > 0) return;
    this.#origins.delete(origin);
    // With an error: undici hears of no other end. One that is tried again, if somebody has come just now.
    for (const socket of entry.sockets) socket.destroy(givenUp());
  }

  /** A connection begins. Call the result when it is open. */
  add(origin: string, socket: unknown): () => void {
    if (!isSocket(socket)) return () => {};
    const sockets = this.#origins.get(origin)?.sockets;
    if (sockets === undefined) {
      socket.destroy(givenUp());
      return () => {};
    }
    const remove = (): void => void sockets.delete(socket);
    sockets.add(socket);
    socket.once('close', remove);
    return () => {
      socket.off('close', remove);
      remove();
    };
  }
}

// Those of TLS are no instances of a class that could be asked for without loading TLS.
const isSocket = (socket: unknown): socket is Socket =>
  typeof socket === 'object' && socket !== null && 'destroy' in socket && 'setNoDelay' in socket;

const givenUp = (): Error =>
  Object.assign(new Error('Nobody waits for this connection any more.'), { code: 'ECONNRESET' });
