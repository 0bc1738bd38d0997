// Responses that wait behind another one on their connection: Node before 24 does not tell them that it is gone.
import type { Socket } from 'node:net';

/** An exchange whose response has not had its turn. */
interface Waiting {
  lose(): void;
  onClose(listener: () => void): void;
}

const waiting = new WeakMap<Socket, Set<Waiting>>();

/** Loses the exchange when its connection is gone. */
export function loseWith(socket: Socket, exchange: Waiting): void {
  const known = waiting.get(socket);
  const others = known ?? new Set<Waiting>();
  if (known === undefined) {
    waiting.set(socket, others);
    socket.once('close', () => {
      for (const other of others) other.lose();
    });
  }
  others.add(exchange);
  exchange.onClose(() => others.delete(exchange));
}
