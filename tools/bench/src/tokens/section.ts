// What our servers and their peers cost a model in tokens: the lists of tools, and the answers to everyday questions.
import { describePeer } from '../comparison/lanes.ts';
import { ours } from '../comparison/row.ts';
import { openFetch } from '../servers/fetch-tasks.ts';
import { openFilesystem } from '../servers/filesystem-tasks.ts';
import { openGit } from '../servers/git-tasks.ts';
import type { Options } from '../options.ts';
import { formatSummary, type Section, type Table } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { openSqlite } from '../servers/sqlite-tasks.ts';
import { type Costs, measureCosts } from './measure.ts';
import type { Subject } from './subject.ts';

const subjects = [openFilesystem, openGit, openSqlite, openFetch];

type CostsByLane = ReadonlyMap<string, Costs>;

const counted = (count: number | undefined): string => count?.toLocaleString('en-US') ?? '–';

function toolsTable(costs: CostsByLane): Table {
  const rows = [...costs].map(([lane, { tools }]) => [
    lane,
    ...[tools.count, tools.tokens, Math.round(tools.tokens / tools.count), tools.instructions].map(counted),
  ]);
  return {
    title: 'List of tools',
    rows: [['Server', 'tools', 'tokens', 'per tool', 'instructions'], ...rows],
  };
}

function tasksTable({ tasks, peer }: Subject, costs: CostsByLane): Table {
  const forms = ['text', 'structured', 'both'];
  const rows = tasks.map(({ title }) => [
    title,
    ...[ours, peer.name].flatMap((lane) => {
      const cost = costs.get(lane)?.tasks.get(title);
      return [cost?.calls, cost?.text, cost?.structured, cost?.both].map(counted);
    }),
  ]);
  return {
    title: 'Tokens of all answers',
    rows: [['Task', `${ours}: calls`, ...forms, `${peer.name}: calls`, ...forms], ...rows],
  };
}

/** How many times the tokens of the peer each task takes that both can do. */
function summaryRow({ name, tasks, peer }: Subject, costs: CostsByLane): readonly string[] {
  const [mine, theirs] = [costs.get(ours), costs.get(peer.name)];
  const ratiosOf = (form: 'text' | 'both'): readonly number[] =>
    tasks.flatMap(({ title }) => {
      const [cost, peerCost] = [mine?.tasks.get(title)?.[form], theirs?.tasks.get(title)?.[form]];
      return cost === undefined || peerCost === undefined ? [] : [cost / peerCost];
    });
  const ratios = [ratiosOf('text'), ratiosOf('both')].map((each) => formatSummary(summarize(each)));
  return [
    `${name}, beside ${peer.package}`,
    ...[mine, theirs].map((all) => counted(all?.tools.tokens)),
    ...ratios,
  ];
}

/** A section for each server, and a summary before them. */
export async function measureTokens({ only }: Options): Promise<readonly Section[]> {
  const summary = [['Server', 'tools', 'tools of the peer', 'answers, text', 'answers, text and structure']];
  const sections: Section[] = [];
  for (const open of subjects) {
    await using subject = await open();
    const { name, peer, lanes, tasks } = subject;
    if (!name.includes(only)) continue;
    const costs = new Map<string, Costs>();
    for (const lane of lanes) costs.set(lane.name, await measureCosts(lane, tasks));
    const tables = [toolsTable(costs), tasksTable(subject, costs)];
    sections.push({ name: `tokens-${name}`, tables, notes: [`${describePeer(peer)}.`], aims: [] });
    summary.push([...summaryRow(subject, costs)]);
  }
  if (only !== '') return sections;
  const notes = ['Answers: median and quartiles over the tasks, × those of the peer.'];
  return [{ name: 'tokens', tables: [{ rows: summary }], notes, aims: [] }, ...sections];
}
