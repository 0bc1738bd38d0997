// Costs of our servers and their peers in tokens: the tool lists, and the answers to everyday questions.
import { connect, type TestClient } from '@mcp/runtime/testing';
import type { Ask, Lane, Question, Subject } from '../comparison/subject.ts';
import { describePackage } from '../installed.ts';
import type { Options } from '../options.ts';
import { formatSummary, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';
import { subjects } from '../servers/subjects.ts';
import { type Cost, costOf, costOfTool, type Result, type Tool } from './count.ts';
import { measureTasks } from './tasks.ts';

const forms = ['text', 'structured', 'both'] as const;
const counting = 'Tokens of o200k.';

interface Costs {
  readonly lane: Lane;
  /** The tokens of each tool, by its name. */
  readonly tools: ReadonlyMap<string, number>;
  readonly instructions: number;
  /** The cost of each answer, by the title of the question. */
  readonly answers: ReadonlyMap<string, Cost>;
}

const sumOf = (tools: ReadonlyMap<string, number>): number =>
  [...tools.values()].reduce((sum, tokens) => sum + tokens, 0);

const counted = (count: number | undefined): string => count?.toLocaleString('en-US') ?? '–';

/** Lists the tools. @throws {Error} if there are more pages. */
async function listTools(client: TestClient): Promise<readonly Tool[]> {
  const { tools, nextCursor } = await client.request('tools/list');
  if (nextCursor !== undefined) throw new Error('The list of tools has more than one page');
  return tools as Tool[];
}

/** Returns the answer. @throws {Error} if it lacks the expected text. */
async function answerOf(client: TestClient, [name, args]: Ask, expected: string): Promise<Result> {
  const result = await client.request('tools/call', { name, arguments: { ...args } });
  const text = JSON.stringify(result);
  if (result['isError'] === true || !text.includes(expected))
    throw new Error(`Wrong answer of ${name}: ${text.slice(-600)}`);
  return result as unknown as Result;
}

/** Runs one conversation: the list of tools, then all questions in order. */
async function measureCosts(lane: Lane, questions: readonly Question[]): Promise<Costs> {
  const program = { command: process.execPath, args: lane.launch.args };
  await using client = await connect(program, { revision: '2025-11-25' });
  const tools = await listTools(client);
  const { instructions = '' } = client.server as { readonly instructions?: string };
  const answers = new Map<string, Cost>();
  for (const { title, expected, ours, peer } of questions) {
    const ask = lane.side === 'peer' ? peer : ours;
    if (ask !== undefined) answers.set(title, costOf(await answerOf(client, ask, expected)));
  }
  return {
    lane,
    tools: new Map(tools.map((tool) => [tool.name, costOfTool(tool)])),
    instructions: costOf({ content: [{ text: instructions }] }).text,
    answers,
  };
}

function toSection({ name, peer, questions }: Subject, costs: readonly Costs[]): Section {
  const head = costs.flatMap(({ lane }) => [`${lane.name}: text`, 'structured', 'both']);
  const rows = questions.map((question) => [
    question.title,
    ...costs.flatMap(({ answers }) => forms.map((form) => counted(answers.get(question.title)?.[form]))),
  ]);
  const lists = costs.map(
    ({ lane, tools, instructions }) =>
      `${lane.name} ${counted(sumOf(tools))} for ${tools.size} tools, and ${instructions} for instructions`,
  );
  const listed = [...(costs.find(({ lane }) => lane.side === 'ours')?.tools ?? [])];
  return {
    name: `tokens-${name}`,
    tables: [
      { rows: [['Tool', 'tokens in the list'], ...listed.map(([tool, tokens]) => [tool, counted(tokens)])] },
      { rows: [['Tokens of the answer', ...head], ...rows] },
    ],
    notes: [`Tokens of the list of tools: ${lists.join('; ')}.`, counting, `Peer: ${describePackage(peer)}.`],
    aims: [],
  };
}

/** Returns a row of the summary: the ratio to the peer's tokens for answers that both can give. */
function toSummary({ name, peer, questions }: Subject, [ours, theirs]: readonly Costs[]): readonly string[] {
  const ratios = (['text', 'both'] as const).map((form) => {
    const each = questions.flatMap(({ title }) => {
      const [cost, base] = [ours?.answers.get(title)?.[form], theirs?.answers.get(title)?.[form]];
      return cost === undefined || base === undefined ? [] : [cost / base];
    });
    return formatSummary(summarize(each));
  });
  return [
    `${name}, beside ${peer}`,
    ...[ours, theirs].map((all) => counted(all && sumOf(all.tools))),
    ...ratios,
  ];
}

/** Returns a summary, and a section for each server. */
export async function measureTokens(options: Options): Promise<readonly Section[]> {
  const summary: (readonly string[])[] = [];
  const sections: Section[] = [];
  for (const open of Object.values(subjects)) {
    await using subject = await open({ ...options, beside: undefined });
    const costs: Costs[] = [];
    for (const lane of subject.lanes.filter(({ side }) => side === 'ours' || side === 'peer'))
      costs.push(await measureCosts(lane, subject.questions));
    summary.push(toSummary(subject, costs));
    sections.push(toSection(subject, costs));
  }
  const head = ['Server', 'tools', 'tools of the peer', 'answers, text', 'answers, text and structure'];
  const notes = [counting, 'Answers: median and quartiles over the questions, × those of the peer.'];
  const tasks = await measureTasks(options.beside);
  return [{ name: 'tokens', tables: [{ rows: [head, ...summary] }], notes, aims: [] }, ...sections, tasks];
}
