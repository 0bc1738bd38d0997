// The stdio transport, and what any own transport has to keep.
import { documentation, only20250326, stateful, stdioOnly, kept, leftOut, over } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/transports';

export const transports: Requirements = {
  ...kept(page, over(stdioOnly, stateful), {
    'STD-1': 'Writes each message on one line, with no line break inside.',
    'STD-2': 'Keeps everything but messages away from standard output.',
    'STD-3': 'Writes its own log lines to standard error.',
    'STD-5': 'Joins chunks cut anywhere, also inside a character; accepts CRLF and empty lines.',
    'STD-6': 'Answers a bad line with an error and keeps reading.',
    'STD-7': 'Bounds the length of a line instead of collecting without end.',
    'STD-8': 'Waits for a slow reader and ends quietly when nobody reads any more.',
    'STD-9': 'Answers what it accepted before the input ended, then ends with nothing left running.',
    'STD-10': 'Closes in the same order on SIGTERM and SIGINT.',
    'STD-12': 'Lets a fast answer overtake a slow one.',
  }),
  ...kept(page, over(stdioOnly, only20250326), {
    'STD-4': 'Reads a line that holds a batch.',
  }),
  ...leftOut(page, 'a prohibition: over stdio the runtime holds no authorization code that could break it', {
    'STD-11': 'Runs no authorization flow over stdio and takes credentials from its environment.',
  }),
  ...kept(page, over(['memory'], stateful), {
    'CT-1': 'Speaks the same messages and the same lifecycle on a transport of its own.',
  }),
  ...leftOut(page, documentation, {
    'CT-2': 'Describes how own transports are set up.',
  }),
};
