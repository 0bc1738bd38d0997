// The rows: what each server is asked.
import { atMostTimes, limit, ours } from '../comparison/row.ts';
import type { Call, Row } from '../comparison/row.ts';
import type { Peer } from '../comparison/lanes.ts';
import { firstHeading, lastHeading } from './fetch-page.ts';
import type { World } from './fetch-site.ts';

export const zcaceres: Peer = {
  name: 'mcp-fetch-server',
  package: 'mcp-fetch-server',
  script: 'dist/index.js',
};

const wholePage = 999_999;
const firstPart = 5000;

type Url = (n: number) => string;

/** Where the servers find a path; it differs from call to call unless it is to be repeated. */
export function urlsOf(
  { port }: World,
  path: string,
  isRepeated = false,
): { readonly url: Url; readonly peer: Url } {
  const rest: Url = (n) => `:${port}${path}${isRepeated ? '' : `?n=${n}`}`;
  return {
    url: (n) => `http://127.0.0.1${rest(n)}`,
    // It refuses loopback, but not in this notation.
    peer: (n) => `http://[::ffff:127.0.0.1]${rest(n)}`,
  };
}

function ask(tool: string, url: Url, { count, expected }: { count: number; expected: string }): Call {
  return { tool, args: (n) => ({ url: url(n), max_length: count }), expected };
}

/** The call whose conversion must not block. */
export function conversionOf(world: World, tool: string): Call {
  const { url, peer } = urlsOf(world, '/page.html');
  return ask(tool, tool === 'fetch' ? url : peer, { count: wholePage, expected: lastHeading });
}

/** All rows, in the order of the report. */
export function rowsFor(world: World): readonly Row[] {
  const convert = (name: string, peerTool: string): Row => ({
    name,
    calls: 1,
    asks: {
      [limit]: conversionOf(world, 'fetch'),
      [ours]: conversionOf(world, 'fetch'),
      [zcaceres.name]: conversionOf(world, peerTool),
    },
    aims: [atMostTimes(0.33, zcaceres.name)],
  });
  return [
    jsonRow(world),
    convert('1 MB of HTML, main part as Markdown', 'fetch_readable'),
    convert('1 MB of HTML as Markdown', 'fetch_markdown'),
    repeatRow(world),
  ];
}

function jsonRow(world: World): Row {
  const { url, peer } = urlsOf(world, '/data.json');
  const wanted = { count: firstPart, expected: 'number 31' };
  return {
    name: 'small JSON',
    calls: 50,
    asks: {
      [limit]: ask('fetch', url, wanted),
      [ours]: ask('fetch', url, wanted),
      [zcaceres.name]: ask('fetch_json', peer, wanted),
    },
    aims: [atMostTimes(1.5, limit)],
  };
}

function repeatRow(world: World): Row {
  const { url } = urlsOf(world, '/page.html', true);
  const wanted = { count: firstPart, expected: firstHeading };
  return {
    name: 'the same page again, 5 kB of it',
    calls: 20,
    // The peer keeps nothing: it takes as long as the first time.
    asks: {
      [limit]: ask('repeat', url, wanted),
      [ours]: ask('fetch', url, wanted),
    },
  };
}
