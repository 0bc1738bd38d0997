// JSON in lines over a socket. Not with node:readline, which also ends lines at U+2028.
import type { Socket } from 'node:net';

/** Calls `onValue` with each value that comes. */
export function readLines(socket: Socket, onValue: (value: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onValue(JSON.parse(line));
  });
}

/** Sends a value. */
export function writeLine(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}
