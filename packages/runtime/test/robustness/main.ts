// The server under fire as a program of its own. Arguments: longest message in bytes, drain time in milliseconds.
import { serveStdio } from '../../src/stdio.ts';
import { createFixture } from './fixture.ts';

const [maxMessageBytes = '65536', drainMs = '5000'] = process.argv.slice(2);

await serveStdio(createFixture(), { maxMessageBytes: Number(maxMessageBytes), drainMs: Number(drainMs) });
