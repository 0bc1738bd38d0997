// `node judge-file.ts <file>`: judges conversations that were kept elsewhere, one per line of JSON with its revision.
// Prints how many messages of servers there were, and the faults.
import { readFileSync } from 'node:fs';
import type { Revision } from '../requirements/types.ts';
import { wireFaults, type Conversation } from './wire-check.ts';

const [file = ''] = process.argv.slice(2);
const conversations = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Conversation & { readonly revision: Revision });

process.stdout.write(
  JSON.stringify({
    judged: conversations.reduce((count, { received }) => count + received.length, 0),
    faults: conversations.flatMap((one) => wireFaults(one, one.revision)),
  }),
);
