// What a call that uses none of it costs in a server with tasks, and every call in one with telemetry: CPU, as multiples of
// the same server without.
import { join } from 'node:path';
import { callEcho, type Era } from '../client/messages.ts';
import { isEcho } from '../client/check-answers.ts';
import type { Load } from '../client/driver.ts';
import { Session } from '../client/session.ts';
import { toTable, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { oursFolder } from './lanes.ts';
import type { Plan } from './plan.ts';
import { Samples } from '../report/samples.ts';

interface Addition {
  readonly lane: string;
  /** How the fixture server names it. */
  readonly option: string;
  readonly most?: number;
}

const additions: readonly Addition[] = [
  { lane: 'extensions: [tasks()]', option: 'tasks', most: 1.05 },
  { lane: 'withTelemetry, no SDK', option: 'telemetry-without-sdk' },
  { lane: 'withTelemetry, spans and metrics', option: 'telemetry' },
];
const eras: readonly Era[] = ['legacy', 'modern'];
const entry = join(oursFolder, 'dist/additions.cjs');

const echo = (inFlight: number): Load => ({ request: callEcho, check: isEcho, inFlight });
const columns: readonly { readonly name: string; readonly load: Load }[] = [
  { name: 'call, 1 in flight', load: echo(1) },
  { name: 'call, 16', load: echo(16) },
  { name: 'call, 256', load: echo(256) },
];

interface Results {
  readonly with: Samples;
  /** The server without, beside each sample, under the name of the lane with. */
  readonly without: Samples;
}

export async function measureAdditions(plan: Plan): Promise<Section> {
  const results = { with: new Samples(), without: new Samples() };
  for (let round = 0; round < plan.effort.rounds; round += 1)
    for (const era of eras)
      for (const addition of additions)
        await plan.attempt({ name: nameOf(addition, era) }, () => compare(addition, era, { plan, results }));
  return toSection(results);
}

const nameOf = ({ lane }: Addition, era: Era): string => `${lane} ${era}`;

const open = async (option: string, era: Era, { effort }: Plan): Promise<Session> => {
  const session = await Session.open({ args: [entry, `--with=${option}`, '--tools=16'] }, era);
  await session.warmUp(echo(256), 4 * effort.warmUpMs.stdio);
  return session;
};

/** Both servers run at the same time and take turns, and so does the one that begins. */
async function compare(
  addition: Addition,
  era: Era,
  { plan, results }: { readonly plan: Plan; readonly results: Results },
): Promise<void> {
  const name = nameOf(addition, era);
  const own = await open(addition.option, era, plan);
  try {
    const plain = await open('nothing', era, plan);
    try {
      const pair = [
        [own, results.with],
        [plain, results.without],
      ] as const;
      for (let repetition = 0; repetition < 2 * plan.effort.repetitions; repetition += 1)
        for (const { name: column, load } of columns)
          for (const [session, samples] of repetition % 2 === 0 ? pair : pair.toReversed())
            samples.add(name, column, (await session.measure(load, plan.effort.sampleMs)).cpu);
    } finally {
      await plain.close();
    }
  } finally {
    await own.close();
  }
}

function toSection(results: Results): Section {
  const lanes = eras.flatMap((era) => additions.map((addition) => nameOf(addition, era)));
  const names = columns.map(({ name }) => name);
  const ratio = (lane: string, column: string): readonly number[] | undefined => {
    const without = results.without.get(lane, column);
    return results.with.get(lane, column)?.map((sample, index) => sample / (without?.[index] ?? Number.NaN));
  };
  return {
    name: 'additions',
    tables: [
      toTable(
        { title: 'CPU per call over stdio, × the same server without', unit: '×', columns: names },
        lanes,
        ratio,
      ),
      toTable({ title: 'CPU per call over stdio', unit: 'µs', columns: names }, lanes, (lane, column) =>
        results.with.get(lane, column),
      ),
    ],
    notes: [],
    aims: additions.flatMap((addition) =>
      eras.flatMap((era) =>
        addition.most === undefined
          ? []
          : columns.map(({ name }) => ({
              text: `CPU of ${name}, with ${nameOf(addition, era)}: ≤ ${addition.most} × without`,
              measured: summarize(ratio(nameOf(addition, era), name)),
              most: addition.most ?? 0,
            })),
      ),
    ),
  };
}
