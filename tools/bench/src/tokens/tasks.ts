// Costs of the twenty things to ask, for a model with habitual arguments: calls and tokens, here and in another
// checkout.
import { allThings, Playground } from '@mcp/repo/src/things-to-ask/play.ts';
import type { Section } from '../report/section.ts';
import { costOf } from './count.ts';

interface Task {
  readonly say: string;
  readonly calls: number;
  readonly tokens: number;
}

async function playAll(checkout?: string): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const group of allThings) {
    await using playground = new Playground(group, checkout);
    for (const thing of group.things) {
      const texts = await playground.playByHabit(thing);
      const tokens = costOf({ content: texts.map((text) => ({ text })) }).text;
      tasks.push({ say: thing.say, calls: texts.length, tokens });
    }
  }
  return tasks;
}

const sum = (tasks: readonly Task[]): Task => ({
  say: 'All',
  calls: tasks.reduce((all, { calls }) => all + calls, 0),
  tokens: tasks.reduce((all, { tokens }) => all + tokens, 0),
});

/** Runs all tasks. `before`: the root of another installed checkout, whose servers answer the same calls. */
export async function measureTasks(before?: string): Promise<Section> {
  const lanes = [...(before === undefined ? [] : [await playAll(before)]), await playAll()];
  const names = lanes.length === 1 ? [''] : [' before', ' now'];
  const head = names.flatMap((name) => [`calls${name}`, `tokens${name}`]);
  const all = lanes.map((tasks) => [...tasks, sum(tasks)]);
  const rows = (all[0] ?? []).map(({ say }, at) => [
    say,
    ...all.flatMap((tasks) => [`${tasks[at]?.calls}`, `${tasks[at]?.tokens}`]),
  ]);
  return {
    name: 'tasks',
    tables: [{ rows: [['What a person says', ...head], ...rows] }],
    notes: ['The calls are those that models make by habit. Tokens of o200k of the text of all answers.'],
    aims: [],
  };
}
