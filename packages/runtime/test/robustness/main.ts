// The server under fire as a program of its own. Arguments: longest message in bytes, drain time in
// milliseconds, and `tell` to say on stderr which signals arrive.
import { serveStdio } from '../../src/stdio.ts';
import { createFixture } from './fixture.ts';

const [maxMessageBytes = '65536', drainMs = '5000', tell] = process.argv.slice(2);

if (tell === 'tell')
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => void process.stderr.write(`${signal} arrived\n`));

await serveStdio(createFixture(), { maxMessageBytes: Number(maxMessageBytes), drainMs: Number(drainMs) });
