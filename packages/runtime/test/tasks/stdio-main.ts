// The server of the fixture over stdio.
import { serveStdio } from '../../src/stdio.ts';
import { createServer } from './fixture.ts';

await serveStdio(createServer({ answerWithinMs: 20 }));
