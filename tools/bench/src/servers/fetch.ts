// Fetch: our server, a peer, and plain undici.
import { lanesOf, type Peer } from '../comparison/lanes.ts';
import type { Call, Question, Row, Subject } from '../comparison/subject.ts';
import { describePackage } from '../installed.ts';
import type { Options } from '../options.ts';
import { firstHeading, lastHeading } from './fetch-page.ts';
import { startSite } from './fetch-site.ts';

const zcaceres: Peer = {
  name: 'mcp-fetch-server',
  package: 'mcp-fetch-server',
  script: 'dist/index.js',
};
const wholePage = 999_999;
const part = 5000;
const lastRecord = 'number 31';

/** The URLs of one path of the site. */
interface Place {
  readonly ours: string;
  readonly peer: string;
}

/** Returns the URLs of a path. The peer refuses loopback except in this notation. */
function placeOf(port: number, path: string): Place {
  return { ours: `http://127.0.0.1:${port}${path}`, peer: `http://[::ffff:127.0.0.1]:${port}${path}` };
}

function rowsFor(json: Place, page: Place): readonly Row[] {
  /** Uses another URL for each call, to bypass caches. */
  const whole = (tool: string, url: string, expected: string): Call => ({
    tool,
    args: (n) => ({ url: `${url}?n=${n}`, max_length: wholePage }),
    expected,
  });
  const [small, large] = [whole('fetch', json.ours, lastRecord), whole('fetch', page.ours, lastHeading)];
  const again = { args: () => ({ url: page.ours, max_length: part }), expected: firstHeading };
  return [
    {
      name: 'small JSON',
      calls: 50,
      asks: { limit: small, ours: small, peer: whole('fetch_json', json.peer, lastRecord) },
      most: { times: 1.5 },
    },
    {
      name: '1 MB of HTML, main part as Markdown',
      calls: 1,
      asks: { limit: large, ours: large, peer: whole('fetch_readable', page.peer, lastHeading) },
    },
    {
      name: 'the same page again, 5 kB of it',
      calls: 20,
      // The peer has no cache, so a repeated call takes as long as the first.
      asks: { limit: { tool: 'repeat', ...again }, ours: { tool: 'fetch', ...again } },
    },
  ];
}

function questionsFor(json: Place, page: Place): readonly Question[] {
  const start = (title: string, count: number): Question => ({
    title,
    expected: firstHeading,
    ours: ['fetch', { url: page.ours, max_length: count }],
    peer: ['fetch_readable', { url: page.peer, max_length: count }],
  });
  return [
    {
      title: 'Small JSON',
      expected: lastRecord,
      ours: ['fetch', { url: json.ours }],
      peer: ['fetch_json', { url: json.peer }],
    },
    start('The first 5,000 characters of a page', part),
    start('The first 50,000 characters of it', 10 * part),
    {
      title: 'The places of a heading in its 1 MB',
      expected: lastHeading,
      ours: ['fetch', { url: page.ours, find: lastHeading }],
    },
  ];
}

export async function openFetch(options: Options): Promise<Subject> {
  const site = await startSite();
  const places = [placeOf(site.port, '/data.json'), placeOf(site.port, '/page.html')] as const;
  const args = { limit: [], ours: ['--allow-cidr', '127.0.0.0/8'], peer: [] };
  return {
    name: 'fetch',
    peer: zcaceres.package,
    title: `limit: ${describePackage('undici')}`,
    lanes: lanesOf('fetch', zcaceres, args, options),
    rows: rowsFor(...places),
    questions: questionsFor(...places),
    [Symbol.asyncDispose]: site.close,
  };
}
