// CPU and time of calls over stdio.
import { Session } from '../client/session.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/section.ts';
import { type Column, type Course, measureCosts } from './costs.ts';
import { effortOf } from './effort.ts';
import { describeLibraries, lanesOver, launchOf } from './lanes.ts';
import { echo, largeText, list } from './loads.ts';

const columns: readonly Column[] = [
  { name: 'call, 1 in flight', tools: 16, load: echo(1), most: 2.5 },
  { name: 'call, 16', tools: 16, load: echo(16), most: 2.5 },
  { name: 'call, 256', tools: 16, load: echo(256), most: 2.5 },
  { name: 'call, 256, of 500 tools', tools: 500, load: echo(256) },
  { name: 'call, 1 MB', tools: 16, load: largeText },
  { name: 'tools/list, 16', tools: 16, load: list(), most: 2 },
];

export async function measureCalls(options: Options): Promise<Section> {
  const course: Course = {
    transport: 'stdio',
    lanes: lanesOver('stdio', options),
    columns,
    open: (lane, tools) => Session.open(launchOf(lane, tools), lane.era),
    warmUp: echo(256),
  };
  return { name: 'calls', ...(await measureCosts(course, effortOf(options))), notes: [describeLibraries()] };
}
