// Streamable HTTP of 2026-07-28: requests that stand alone, and the headers that repeat what they say.
import { httpOnly, modern, kept, over } from './types.ts';
import type { Requirements } from './types.ts';

export const modernHttp: Requirements = {
  ...kept('basic/transports/streamable-http', over(httpOnly, modern), {
    'H-01': 'Serves everything on one path.',
    'H-02': 'Checks the origin of every connection.',
    'H-03': 'Takes exactly one request or notification.',
    'H-04': 'Accepts a notification with an empty answer.',
    'H-05': 'Answers by one object or by a stream.',
    'H-06': 'Sends only what relates to the request, then the answer, then nothing.',
    'H-07': 'Keeps proxies from buffering.',
    'H-08': 'Takes a closed stream as cancellation.',
    'H-09': 'Offers no stream, no session and no replay.',
    'H-10': 'Does not find a method it has not got.',
    'H-11': 'Serves requests at the same time.',
    'R-01': 'Compares the version header with the body.',
    'R-02': 'Compares the method header with the body.',
    'R-03': 'Compares the name header with the body.',
    'R-04': 'Decodes encoded header values.',
    'R-05': 'Lets a schema copy parameters to headers.',
    'R-06': 'Compares the copied headers with the body.',
    'R-07': 'Asks for no headers on notifications.',
    'Z-05': 'Refuses a request whose header is modern and whose body is not.',
  }),
};
