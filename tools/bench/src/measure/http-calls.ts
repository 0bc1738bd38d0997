// Calls over HTTP: CPU and time of a small tools/call with 1, 50 and 500 tools, as multiples of the limit.
import { toolSpecs } from '../../variants/catalogue.ts';
import { isToolList } from '../client/check-answers.ts';
import type { Load } from '../client/driver.ts';
import { HttpSession } from '../client/http-session.ts';
import { listTools } from '../client/messages.ts';
import type { Section } from '../report/section.ts';
import { ratios, summarize } from '../report/statistics.ts';
import type { Lane } from '../variants.ts';
import { launchOf, limitOf, ourLanes } from '../variants.ts';
import { echo } from './loads.ts';
import type { Plan } from './plan.ts';
import { Samples, toTable } from './samples.ts';

const connections = 16;
const counts = [1, 50, 500];
const call: Load = { ...echo(connections), batch: 32, grows: true };
const list: Load = {
  request: listTools,
  check: isToolList(toolSpecs(50)),
  inFlight: connections,
  batch: 32,
  grows: true,
};

const callColumn = (tools: number): string => `${tools} tools`;
const callColumns = counts.map(callColumn);
const base = callColumn(1);
const listColumn = 'tools/list, 50 tools';
const columns = [...callColumns, listColumn];

interface Results {
  readonly cpu: Samples;
  readonly time: Samples;
}

/** Every lane over HTTP has to give right answers once before anything is measured. */
export async function checkHttpLanes(plan: Plan): Promise<void> {
  for (const lane of plan.lanes) {
    await plan.attempt(lane.name, async () => {
      const session = await HttpSession.open(launchOf(lane, 50), lane, 2);
      try {
        for (const load of [list, call]) await session.run(load, 4);
      } finally {
        await session.close();
      }
    });
  }
}

export async function measureHttpCalls(plan: Plan): Promise<Section> {
  const results = { cpu: new Samples(), time: new Samples() };
  for (let round = 0; round < plan.effort.httpRounds; round += 1) {
    for (const tools of counts) await measureRound(plan, tools, results);
  }
  return toSection(results, plan.lanes);
}

/** New processes of all lanes for every round and number of tools; the samples go through all lanes in turn. */
async function measureRound(plan: Plan, tools: number, results: Results): Promise<void> {
  const sessions = new Map<Lane, HttpSession>();
  for (const lane of plan.lanes) {
    await plan.attempt(lane.name, async () => {
      const session = await HttpSession.open(launchOf(lane, tools), lane, connections);
      sessions.set(lane, session);
      await session.warmUp(call, plan.effort.httpWarmUpMs);
    });
  }
  const loads = new Map([[callColumn(tools), call]]);
  if (tools === 50) loads.set(listColumn, list);
  for (const [column, load] of loads) {
    for (let repetition = 0; repetition < plan.effort.httpRepetitions; repetition += 1) {
      for (const [lane, session] of sessions) {
        await plan.attempt(lane.name, async () => {
          const { cpu, time } = await session.measure(load, plan.effort.sampleMs);
          results.cpu.add(lane.name, column, cpu);
          results.time.add(lane.name, column, time);
        });
      }
    }
  }
  for (const session of sessions.values()) await session.close();
}

function toSection({ cpu, time }: Results, lanes: readonly Lane[]): Section {
  const names = lanes.map(({ name }) => name);
  const ratio = (lane: string, column: string) => cpu.ratios(lane, column, { lane: limitOf(lane) });
  const growth = (lane: string, column: string) => {
    // Of what the limit takes: the servers with 1 tool and those with more run at different times.
    const [many, one] = [ratio(lane, column), ratio(lane, base)];
    return many === undefined || one === undefined ? undefined : ratios(many, one);
  };
  return {
    name: 'http-calls',
    tables: [
      toTable({ title: 'HTTP: CPU per tools/call, × limit', unit: '×', columns }, names, ratio),
      toTable({ title: 'HTTP: CPU per tools/call', unit: 'µs', columns }, names, (lane, column) =>
        cpu.get(lane, column),
      ),
      toTable(
        { title: 'HTTP: CPU per tools/call, × the same with 1 tool', unit: '×', columns: callColumns },
        names,
        growth,
      ),
      toTable({ title: 'HTTP: requests per second', unit: '/s', columns }, names, (lane, column) =>
        time.get(lane, column)?.map((microseconds) => 1_000_000 / microseconds),
      ),
    ],
    aims: ourLanes.flatMap((lane) => [
      ...callColumns.map((column) => ({
        text: `HTTP: CPU of a call with ${column}, ${lane}: ≤ 1.6 × limit`,
        measured: summarize(ratio(lane, column)),
        most: 1.6,
      })),
      {
        text: `HTTP: CPU per call with 500 tools, ${lane}: ≤ 1.1 × with 1 tool`,
        measured: summarize(growth(lane, callColumn(500))),
        most: 1.1,
      },
    ]),
  };
}
