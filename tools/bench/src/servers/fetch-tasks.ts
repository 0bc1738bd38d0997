// What an assistant asks about pages, and how: with our tools and with those of a peer.
import { ourLane, peerLane } from '../comparison/lanes.ts';
import { type Subject, type TaskRow, toTasks } from '../tokens/subject.ts';
import { firstHeading, lastHeading } from './fetch-page.ts';
import { urlsOf, zcaceres } from './fetch.ts';
import { makeWorld, type World } from './fetch-site.ts';

const part = 5000;
const long = 50_000;

function rowsFor(world: World): readonly TaskRow[] {
  const [json, page] = ['/data.json', '/page.html'].map((path) => {
    const { url, peer } = urlsOf(world, path, true);
    return { mine: { url: url(0) }, theirs: { url: peer(0) } };
  });
  if (json === undefined || page === undefined) return [];
  const { mine, theirs } = page;
  return [
    ['Small JSON', 'number 31', [['fetch', json.mine]], [['fetch_json', json.theirs]]],
    [
      'The first 5,000 characters of a page',
      firstHeading,
      [['fetch', { ...mine, max_length: part }]],
      [['fetch_readable', { ...theirs, max_length: part }]],
    ],
    [
      'The first 50,000 characters of it',
      firstHeading,
      [['fetch', { ...mine, max_length: long }]],
      [['fetch_readable', { ...theirs, max_length: long }]],
    ],
    ['The places of a heading in its 1 MB', lastHeading, [['fetch', { ...mine, find: lastHeading }]], []],
  ];
}

/** Works on a web server of its own. */
export async function openFetch(): Promise<Subject> {
  const world = await makeWorld();
  return {
    name: 'fetch',
    peer: zcaceres,
    lanes: [ourLane('fetch', ['--allow-cidr', '127.0.0.0/8']), peerLane(zcaceres, [])],
    tasks: toTasks(zcaceres, rowsFor(world)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
