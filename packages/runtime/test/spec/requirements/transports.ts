// The stdio transport, and what any own transport has to keep.
import { documentation, only20250326, stateful, stdioOnly } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/transports';

export const transports: Requirements = {
  'STD-1': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Writes each message on one line, with no line break inside.',
  },
  'STD-2': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Keeps everything but messages away from standard output.',
  },
  'STD-3': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Writes its own log lines to standard error.',
  },
  'STD-4': { page, revisions: only20250326, transports: stdioOnly, text: 'Reads a line that holds a batch.' },
  'STD-5': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Joins chunks cut anywhere, also inside a character; accepts CRLF and empty lines.',
  },
  'STD-6': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Answers a bad line with an error and keeps reading.',
  },
  'STD-7': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Bounds the length of a line instead of collecting without end.',
  },
  'STD-8': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Waits for a slow reader and ends quietly when nobody reads any more.',
  },
  'STD-9': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Answers what it accepted before the input ended, then ends with nothing left running.',
  },
  'STD-10': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Closes in the same order on SIGTERM and SIGINT.',
  },
  'STD-11': {
    page,
    leftOut: 'a prohibition: over stdio the runtime holds no authorization code that could break it',
    text: 'Runs no authorization flow over stdio and takes credentials from its environment.',
  },
  'STD-12': {
    page,
    revisions: stateful,
    transports: stdioOnly,
    text: 'Lets a fast answer overtake a slow one.',
  },
  'CT-1': {
    page,
    revisions: stateful,
    transports: ['memory'],
    text: 'Speaks the same messages and the same lifecycle on a transport of its own.',
  },
  'CT-2': { page, leftOut: documentation, text: 'Describes how own transports are set up.' },
};
