// Ports for programs that are stopped and restarted.
import { randomInt } from 'node:crypto';

// Below the system's ephemeral ports, so that no connection gets the port while its program is stopped.
const PORTS = [20_000, 30_000] as const;

/** Returns a random port. */
export const choosePort = (): number => randomInt(...PORTS);
