// Ports of programs that are stopped and started again.
import { randomInt } from 'node:crypto';

// Below those that the system gives to connections, so that nobody gets the port while its program is stopped.
const PORTS = [20_000, 30_000] as const;

/** A port on loopback. */
export const choosePort = (): number => randomInt(...PORTS);
