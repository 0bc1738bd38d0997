// The fixture's server over stdio.
import { serveStdio } from '../../src/stdio.ts';
import { createServer } from './fixture.ts';

await serveStdio(createServer({ answerWithinMs: 20 }));
