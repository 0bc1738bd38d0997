// Streamable HTTP of 2026-07-28: requests that stand alone, and the headers that repeat what they say.
import { httpOnly, modern } from './types.ts';
import type { Requirements } from './types.ts';

const http = { page: 'basic/transports/streamable-http', revisions: modern, transports: httpOnly };

export const modernHttp: Requirements = {
  'H-01': { ...http, text: 'Serves everything on one path.' },
  'H-02': { ...http, text: 'Checks the origin of every connection.' },
  'H-03': { ...http, text: 'Takes exactly one request or notification.' },
  'H-04': { ...http, text: 'Accepts a notification with an empty answer.' },
  'H-05': { ...http, text: 'Answers by one object or by a stream.' },
  'H-06': { ...http, text: 'Sends only what relates to the request, then the answer, then nothing.' },
  'H-07': { ...http, text: 'Keeps proxies from buffering.' },
  'H-08': { ...http, text: 'Takes a closed stream as cancellation.' },
  'H-09': { ...http, text: 'Offers no stream, no session and no replay.' },
  'H-10': { ...http, text: 'Does not find a method it has not got.' },
  'H-11': { ...http, text: 'Serves requests at the same time.' },
  'R-01': { ...http, text: 'Compares the version header with the body.' },
  'R-02': { ...http, text: 'Compares the method header with the body.' },
  'R-03': { ...http, text: 'Compares the name header with the body.' },
  'R-04': { ...http, text: 'Decodes encoded header values.' },
  'R-05': { ...http, text: 'Lets a schema copy parameters to headers.' },
  'R-06': { ...http, text: 'Compares the copied headers with the body.' },
  'R-07': { ...http, text: 'Asks for no headers on notifications.' },
  'Z-05': { ...http, text: 'Refuses a request whose header is modern and whose body is not.' },
};
