// The guard of stdout: while stdio is served, other output goes to stderr instead of into the protocol.
import type { ByteSink } from './output.ts';

/** The real stdout for the protocol, and how to take the guard down again. */
export interface StdoutGuard {
  readonly stdout: ByteSink;
  restore(): void;
}

/** Sends everything that is written to `process.stdout` to stderr, and calls `warn` once, with who wrote. */
export function guardStdout(warn: (message: string) => void): StdoutGuard {
  const { stdout } = process;
  const real = stdout.write.bind(stdout);
  let warned = false;
  const redirected = (
    chunk: string | Uint8Array,
    ...rest: [BufferEncoding?, ((error?: Error | null) => void)?]
  ): boolean => {
    if (!warned) {
      warned = true;
      warn(`something wrote to stdout, which belongs to the protocol; it goes to stderr instead${caller()}`);
    }
    return process.stderr.write(chunk, ...rest);
  };
  stdout.write = redirected as typeof stdout.write;
  return {
    stdout: {
      write: (text, done) => real(text, 'utf8', done),
      on: (event, listener) => stdout.on(event, listener),
    },
    restore: () => {
      stdout.write = real;
    },
  };
}

// The frames above this module's own two: the code that wrote.
function caller(): string {
  const frames = (new Error().stack ?? '').split('\n').slice(3, 7);
  return frames.length > 0 ? `\n${frames.join('\n')}` : '';
}
